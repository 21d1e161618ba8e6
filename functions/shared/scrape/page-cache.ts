import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { PageContent } from '#shared/content/page-content.ts';
import type { ScrapeRequest } from '#shared/contract/scrape.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import type { AcquiredPage } from './acquired-page.ts';
import { decisiveOptions } from './decisive-options.ts';
import { lacksMainContent } from './verdict/require-page.ts';

export interface CachedPage {
  readonly page: AcquiredPage;
  readonly storedAtMs: number;
}

/**
 * Stored pages, keyed by all options that change the response; content is read from them anew for each request. Pages
 * that the limits of a request cut short are not stored, nor those of requests that neither take stored pages (`maxAge`)
 * nor ask for it (`storeInCache`): every write is paid
 * for, and most pages would never be read again.
 */
export interface PageCache {
  /** Does not reject: a page that cannot be read from the cache is read from its site. */
  readonly find: (request: ScrapeRequest, accountId: string) => Promise<CachedPage | undefined>;
  /** Does not reject: a full or failing cache must not take a page from its caller. */
  readonly store: (request: ScrapeRequest, accountId: string, page: AcquiredPage) => Promise<void>;
}

/** Whether the page of a request is stored. What actions lead to is the caller's own, and others may do something else. */
export const mayBeStored = ({ maxAge, storeInCache = maxAge > 0, actions }: ScrapeRequest): boolean =>
  storeInCache && actions.length === 0;

/** Whether the browser may find main content that a stored page lacks: it was stored for a caller who asked for none. */
export const needsFreshPage = ({ source }: AcquiredPage, contents: readonly PageContent[]): boolean =>
  source === 'local' && lacksMainContent(contents);

export interface PageCacheDeps {
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

function cacheName(request: ScrapeRequest, accountId: string): string {
  const hasHeaders = Object.keys(request.headers).length > 0;
  const hash = sha256(JSON.stringify(decisiveOptions(request)));
  // A page fetched with someone's headers is theirs, and is deleted with their account.
  return hasHeaders ? `cache/${accountId}/${hash}` : `cache/${hash}`;
}

type Header = Omit<AcquiredPage, 'body' | 'screenshot'> & {
  readonly storedAtMs: number;
  readonly bodyLength: number;
  readonly hasScreenshot: boolean;
};

/** One line of JSON, then the body's bytes, then the screenshot's. */
function encode({ body, screenshot, ...page }: AcquiredPage, storedAtMs: number): Buffer {
  const header: Header = {
    ...page,
    storedAtMs,
    bodyLength: body.byteLength,
    hasScreenshot: screenshot !== undefined,
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body, screenshot ?? new Uint8Array()]);
}

function decode(bytes: Buffer): CachedPage {
  const lineEnd = bytes.indexOf('\n');
  const { storedAtMs, bodyLength, hasScreenshot, ...page } = JSON.parse(
    bytes.toString('utf8', 0, lineEnd),
  ) as Header;
  const bodyEnd = lineEnd + 1 + bodyLength;
  const body = bytes.subarray(lineEnd + 1, bodyEnd);
  return {
    storedAtMs,
    page: { ...page, body, ...(hasScreenshot ? { screenshot: bytes.subarray(bodyEnd) } : {}) },
  };
}

export function createPageCache({ blobs, clock, logger }: PageCacheDeps): PageCache {
  return {
    find: async (request, accountId) => {
      if (request.maxAge === 0 || request.actions.length > 0) return undefined;
      try {
        const bytes = await blobs.get(cacheName(request, accountId));
        if (bytes === undefined) return undefined;
        const cached = decode(await promisify(gunzip)(bytes));
        return clock.now() - cached.storedAtMs <= request.maxAge ? cached : undefined;
      } catch (error) {
        logger.error('failed to read a page from the cache', error);
        return undefined;
      }
    },
    store: async (request, accountId, page) => {
      if (!mayBeStored(request) || !page.isWhole || page.status < 200 || page.status >= 300) return;
      try {
        const bytes = await promisify(gzip)(encode(page, clock.now()), { level: 1 });
        await blobs.put(cacheName(request, accountId), bytes);
      } catch (error) {
        logger.error('failed to store a page in the cache', error);
      }
    },
  };
}
