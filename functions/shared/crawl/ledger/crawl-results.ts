import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { CrawlPage } from '#shared/contract/crawl.ts';
import type { ResultGroup } from '#shared/crawl/ledger/crawl.ts';
import { newId } from '#shared/kernel/ids.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';

/** Delivered pages, several to an object. The ledger says which of them count. */
export interface CrawlResults {
  /** Stores pages as a new object and returns its name. */
  readonly put: (crawlId: string, pages: ReadonlyMap<string, CrawlPage>) => Promise<string>;
  /** One page for each hash of a committed group; `undefined` when the object was deleted. */
  readonly read: (group: ResultGroup) => Promise<readonly (CrawlPage | undefined)[]>;
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
