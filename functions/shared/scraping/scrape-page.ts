import type { Source } from '#shared/contract/fields.ts';
import { pageFormats, type ScrapeData, type ScrapeRequest } from '#shared/contract/scrape.ts';
import { pageContent } from '#shared/content/page-content.ts';
import { parsePage } from '#shared/content/parse-page.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { AcquirePage } from './acquire-page.ts';
import type { AcquiredPage } from './acquired-page.ts';
import type { PageCache } from './page-cache.ts';

export interface ScrapeContext {
  readonly signal: AbortSignal;
  readonly accountId: string;
}

export interface ScrapedPage {
  readonly finalUrl: string;
  readonly source: Source;
  readonly data: ScrapeData;
  readonly warnings: readonly string[];
}

/** Reads one page. Rejects with AppError when the page cannot be delivered, or with the signal's reason. */
export type ScrapePage = (request: ScrapeRequest, context: ScrapeContext) => Promise<ScrapedPage>;

export interface ScrapePageDeps {
  readonly acquirePage: AcquirePage;
  readonly cache: PageCache;
  readonly logger: Logger;
}

async function dataOf(page: AcquiredPage, request: ScrapeRequest, signal: AbortSignal): Promise<ScrapeData> {
  const { contentLanguage, contentType } = {
    contentLanguage: page.headers['content-language'],
    contentType: page.headers['content-type'],
  };
  const parsed = parsePage({
    bytes: page.body,
    contentType,
    url: page.finalUrl,
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
  });
  const { markdown, html, json, links, metadata } = await pageContent(parsed, {
    formats: new Set(pageFormats.filter((format) => request.formats.includes(format))),
    onlyMainContent: request.onlyMainContent,
    includeTags: request.includeTags,
    excludeTags: request.excludeTags,
    removeBase64Images: request.removeBase64Images,
    signal,
  });
  return {
    ...(markdown === undefined ? {} : { markdown }),
    ...(html === undefined ? {} : { html }),
    ...(json === undefined ? {} : { json }),
    ...(links === undefined ? {} : { links: [...links] }),
    ...(page.screenshot === undefined ? {} : { screenshot: Buffer.from(page.screenshot).toString('base64') }),
    metadata: {
      ...metadata,
      statusCode: page.status,
      loadTime: page.loadTimeMs,
      sourceURL: page.finalUrl,
      requestedURL: page.requestedUrl,
      ...(contentType === undefined ? {} : { contentType }),
    },
  };
}

export function createScrapePage({ acquirePage, cache, logger }: ScrapePageDeps): ScrapePage {
  const store = async (request: ScrapeRequest, accountId: string, page: AcquiredPage): Promise<void> => {
    try {
      await cache.store(request, accountId, page);
    } catch (error) {
      // The page is in hand; a full or failing cache must not take it from the caller.
      logger.error('could not store a page in the cache', error);
    }
  };

  return async (request, { signal, accountId }) => {
    const cached = await cache.find(request, accountId);
    const page = cached?.page ?? (await acquirePage(request, { signal }));
    // Stored while the content is made: the bucket's answer costs no time of its own.
    const stored = cached === undefined ? store(request, accountId, page) : undefined;
    const data = await dataOf(page, request, signal);
    await stored;
    const cacheState =
      cached === undefined
        ? { cacheState: 'miss' as const }
        : { cacheState: 'hit' as const, cachedAt: new Date(cached.storedAtMs).toISOString() };
    return {
      finalUrl: page.finalUrl,
      source: page.source,
      data: { ...data, metadata: { ...data.metadata, ...cacheState } },
      warnings: page.warnings,
    };
  };
}
