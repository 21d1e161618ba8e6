import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The predefined CMaps of Chinese, Japanese and Korean fonts (ISO 32000-2, 9.7.5.2) as pdf.js 6.5.438 packs them. The
 * bundles of functions have a copy of the folder (lib/bundles.ts).
 */
const directory = join(import.meta.dirname, 'cmaps');

/** Reads the CMaps that a PDF names, for its reader. Other files, such as fonts, text needs none of. */
export class CMapFiles {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    // The name may come from the file.
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error(`no CMap: ${filename}`);
    return new Uint8Array(await readFile(join(directory, filename)));
  }
}
