import type { ConvertPage } from '#shared/content/convert-page.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { ScrapeData, ScrapeRequest } from '#shared/contract/scrape.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { AcquirePage } from './acquire-page.ts';
import type { AcquiredPage } from '#shared/scrape/verdict/acquired-page.ts';
import type { PageCache } from './page-cache.ts';
import { readContent } from './read-content.ts';

export interface ScrapeContext {
  readonly signal: AbortSignal;
  readonly accountId: string;
  /** Formats to read from the whole page as well, whatever part of it the request wants. */
  readonly wholeIn?: ScrapeRequest['formats'];
}

export interface ScrapedPage {
  readonly finalUrl: string;
  readonly source: Source;
  readonly data: ScrapeData;
  /** The whole page, in the formats that the context asked for. */
  readonly whole?: ScrapeData;
  readonly warnings: readonly string[];
}

/** Reads one page. Rejects with AppError when the page cannot be delivered, or with the signal's reason. */
export type ScrapePage = (request: ScrapeRequest, context: ScrapeContext) => Promise<ScrapedPage>;

export interface ScrapePageDeps {
  readonly acquirePage: AcquirePage;
  readonly convertPage: ConvertPage;
  readonly cache: PageCache;
  readonly logger: Logger;
}

export function createScrapePage({ acquirePage, convertPage, cache, logger }: ScrapePageDeps): ScrapePage {
  const store = async (request: ScrapeRequest, accountId: string, page: AcquiredPage): Promise<void> => {
    try {
      await cache.store(request, accountId, page);
    } catch (error) {
      // The page is in hand; a full or failing cache must not take it from the caller.
      logger.error('could not store a page in the cache', error);
    }
  };

  return async (request, { signal, accountId, wholeIn }) => {
    const cached = await cache.find(request, accountId);
    const page = cached?.page ?? (await acquirePage(request, { signal }));
    // Stored while the content is made: the bucket's answer costs no time of its own.
    const stored = cached === undefined ? store(request, accountId, page) : undefined;
    const { data, whole, warnings } = await readContent(convertPage, page, request, { signal, wholeIn });
    await stored;
    const cacheState =
      cached === undefined
        ? { cacheState: 'miss' as const }
        : { cacheState: 'hit' as const, cachedAt: new Date(cached.storedAtMs).toISOString() };
    return {
      finalUrl: page.finalUrl,
      source: page.source,
      data: { ...data, metadata: { ...data.metadata, ...cacheState } },
      ...(whole === undefined ? {} : { whole }),
      warnings: [...page.warnings, ...warnings],
    };
  };
}
