import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { CrawlPage } from '#shared/contract/crawl.ts';
import type { ResultBatch } from '#shared/crawl/ledger/crawl.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';

/** Delivered pages, several to an object; the ledger says which of them count. */
export interface CrawlResults {
  /** Stores pages under a name of its own and returns that name. */
  readonly put: (crawlId: string, pages: ReadonlyMap<string, CrawlPage>) => Promise<string>;
  /** The pages of a committed group that count, one for each of its hashes; `undefined` when the object is gone. */
  readonly read: (batch: ResultBatch) => Promise<readonly (CrawlPage | undefined)[]>;
}

export function createCrawlResults(blobs: BlobStore): CrawlResults {
  return {
    put: async (crawlId, pages) => {
      const name = `crawls/${crawlId}/${newId('batch')}`;
      await blobs.put(name, await promisify(gzip)(JSON.stringify(Object.fromEntries(pages)), { level: 4 }));
      return name;
    },
    read: async ({ objectName, hashes }) => {
      const bytes = await blobs.get(objectName);
      if (bytes === undefined) return hashes.map(() => undefined);
      const pages = JSON.parse((await promisify(gunzip)(bytes)).toString('utf8')) as Record<
        string,
        CrawlPage
      >;
      return hashes.map((hash) => pages[hash]);
    },
  };
}
