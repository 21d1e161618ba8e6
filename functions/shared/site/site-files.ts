import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type Coding,
  codingSuffix,
  type SiteFile,
  type SiteIndex,
  siteIndexName,
} from '#shared/contract/site-files.ts';
import { within } from '#shared/kernel/deadline.ts';

export interface SiteFiles {
  readonly find: (name: string) => Promise<SiteFile | undefined>;
  /** The bytes of a file that `find` has found, in one of its codings. */
  readonly read: (name: string, coding: Coding) => Promise<Buffer>;
}

/** A file of the function's own folder is there at once, or the disk is broken. */
const maxReadMs = 5_000;

/** The files of a folder. Each is read once and kept: there are a few hundred kilobytes of them. */
export function siteFiles(directory: string): SiteFiles {
  const kept = new Map<string, Promise<Buffer>>();
  const bytesOf = (file: string): Promise<Buffer> => {
    const reading = kept.get(file) ?? readFile(join(directory, file));
    kept.set(file, reading);
    reading.catch(() => kept.delete(file));
    return within(reading, AbortSignal.timeout(maxReadMs));
  };
  const index = async (): Promise<SiteIndex> =>
    JSON.parse((await bytesOf(siteIndexName)).toString('utf8')) as SiteIndex;
  return {
    find: async (name) => {
      const files = await index();
      // Only names of the index become paths.
      return Object.hasOwn(files, name) ? files[name] : undefined;
    },
    read: (name, coding) => bytesOf(name + codingSuffix[coding]),
  };
}
