import type { PageContent } from '#shared/content/page-content.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { ScrapeData, ScrapeRequest } from '#shared/contract/scrape.ts';
import type { AcquiredPage } from './acquired-page.ts';
import type { LoadContext, LoadedPage, LoadPage } from './load-page.ts';
import { cacheFacts, scrapeDataOf, selectionOf } from './page-data.ts';

export interface ScrapedPage {
  readonly finalUrl: string;
  readonly source: Source;
  readonly data: ScrapeData;
  /** How the page arrived. */
  readonly page: Pick<AcquiredPage, 'status' | 'isWhole'>;
  readonly isErrorPage?: true;
  readonly warnings: readonly string[];
}

/** Reads one page. Rejects with AppError when the page cannot be delivered, or with the signal's reason. */
export type ScrapePage = (request: ScrapeRequest, context: LoadContext) => Promise<ScrapedPage>;

/** Whether the status of a page, or its text, says that it is not the page that was wanted. */
export const isErrorPage = ({ page }: Pick<LoadedPage, 'page'>, content: PageContent): boolean =>
  page.status >= 400 || content.isErrorPage === true;

/** The answer for a loaded page, built from one of its contents. */
export function scrapedPage(loaded: LoadedPage, content: PageContent): ScrapedPage {
  const { page } = loaded;
  const { finalUrl, source, status, isWhole, warnings } = page;
  const { metadata, ...data } = scrapeDataOf(content, page);
  return {
    finalUrl,
    source,
    data: { ...data, metadata: { ...metadata, ...cacheFacts(loaded) } },
    page: { status, isWhole },
    ...(isErrorPage(loaded, content) ? { isErrorPage: true } : {}),
    warnings: [...warnings, ...(content.warnings ?? [])],
  };
}

export const createScrapePage =
  (loadPage: LoadPage): ScrapePage =>
  async (request, context) => {
    const loaded = await loadPage(request, [selectionOf(request)], context);
    return scrapedPage(loaded, loaded.contents[0]);
  };
