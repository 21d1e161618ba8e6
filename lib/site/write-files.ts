import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
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

/** Writes the files of a function into a folder, compressed once, so that no request waits for it. */
export async function writeFiles(directory: string, files: readonly MadeFile[]): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await Promise.all(files.map((file) => writeCodings(directory, file)));
  const index = files.map(({ name, type, text, isImmutable = false }): [string, SiteFile] => [
    name,
    { type, etag: hashOf(text), isImmutable },
  ]);
  await writeFile(join(directory, siteIndexName), JSON.stringify(Object.fromEntries(index)));
}
