import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { codingSuffix, type SiteFile, siteIndexName } from '#shared/contract/site-files.ts';

/** A file to be served, by the name that its function gives it. */
export interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly isImmutable?: boolean;
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function writeCodings(directory: string, { name, text }: MadeFile): Promise<void> {
  const bytes = Buffer.from(text);
  const best = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  const codings = {
    [codingSuffix.identity]: bytes,
    [codingSuffix.br]: await brotli(bytes, best),
    [codingSuffix.gzip]: await zip(bytes, { level: 9 }),
  };
  await Promise.all(
    Object.entries(codings).map(([suffix, content]) => writeFile(join(directory, name + suffix), content)),
  );
}

/** Whether the index, which is written last and holds the hashes of all files, is the same, and newer than this program. */
async function isUpToDate(indexFile: string, index: string): Promise<boolean> {
  try {
    const [{ mtimeMs }, program] = await Promise.all([stat(indexFile), stat(import.meta.filename)]);
    return mtimeMs > program.mtimeMs && (await readFile(indexFile, 'utf8')) === index;
  } catch {
    return false;
  }
}

/** Writes the files of a function into a folder, compressed once, so that no request waits for it. */
export async function writeFiles(directory: string, files: readonly MadeFile[]): Promise<void> {
  const index = files.map(({ name, type, text, isImmutable = false }): [string, SiteFile] => [
    name,
    { type, etag: hashOf(text), isImmutable },
  ]);
  const indexFile = join(directory, siteIndexName);
  const written = JSON.stringify(Object.fromEntries(index));
  // Another service that starts meanwhile may be reading the folder.
  if (await isUpToDate(indexFile, written)) return;
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await Promise.all(files.map((file) => writeCodings(directory, file)));
  await writeFile(indexFile, written);
}
