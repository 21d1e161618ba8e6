import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { decisiveOptions } from './decisive-options.ts';

/** The Markdown of a page as it was delivered. */
export interface PageVersion {
  /** Shared by all requests of the account whose Markdown of the page can be compared. */
  readonly name: string;
  readonly scrapedAtMs: number;
  readonly markdown: string;
}

/** The last version of each page that an account tracks. */
export interface PageVersions {
  readonly find: (name: string) => Promise<PageVersion | undefined>;
  /** Replaces the version of its name. */
  readonly keep: (version: PageVersion) => Promise<void>;
}

/** By all options that change the Markdown: whoever changes one of them has not seen the page change. */
export function versionName(request: ScrapeRequest, accountId: string): string {
  const { html, actions, onlyMainContent, comments, includeTags, excludeTags, removeBase64Images } = request;
  const decisive = {
    ...decisiveOptions(request),
    isGiven: html !== undefined,
    actions,
    onlyMainContent,
    comments,
    includeTags,
    excludeTags,
    removeBase64Images,
    tag: request.changeTrackingOptions?.tag,
  };
  return `versions/${accountId}/${sha256(JSON.stringify(decisive))}`;
}

export function createPageVersions(blobs: BlobStore): PageVersions {
  return {
    find: async (name) => {
      const bytes = await blobs.get(name);
      if (bytes === undefined) return undefined;
      const text = (await promisify(gunzip)(bytes)).toString('utf8');
      return { name, ...(JSON.parse(text) as Omit<PageVersion, 'name'>) };
    },
    keep: async ({ name, ...version }) => {
      await blobs.put(name, await promisify(gzip)(JSON.stringify(version)));
    },
  };
}
