import type { PageContent } from '#shared/content/page-content.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { ScrapeData, ScrapeRequest } from '#shared/contract/scrape.ts';
import type { LoadContext, LoadedPage, LoadPage } from './load-page.ts';
import { scrapeDataOf, selectionOf } from './page-data.ts';

export interface ScrapedPage {
  readonly finalUrl: string;
  readonly source: Source;
  readonly data: ScrapeData;
  readonly warnings: readonly string[];
}

/** Reads one page. Rejects with AppError when the page cannot be delivered, or with the signal's reason. */
export type ScrapePage = (request: ScrapeRequest, context: LoadContext) => Promise<ScrapedPage>;

/** The answer for a loaded page, built from one of its contents. */
export function scrapedPage({ page, storedAtMs }: LoadedPage, content: PageContent): ScrapedPage {
  const { finalUrl, source, warnings } = page;
  const { metadata, ...data } = scrapeDataOf(content, page);
  const cacheState =
    storedAtMs === undefined
      ? { cacheState: 'miss' as const }
      : { cacheState: 'hit' as const, cachedAt: new Date(storedAtMs).toISOString() };
  return {
    finalUrl,
    source,
    data: { ...data, metadata: { ...metadata, ...cacheState } },
    warnings: [...warnings, ...(content.warnings ?? [])],
  };
}

export const createScrapePage =
  (loadPage: LoadPage): ScrapePage =>
  async (request, context) => {
    const loaded = await loadPage(request, [selectionOf(request)], context);
    return scrapedPage(loaded, loaded.contents[0]);
  };
