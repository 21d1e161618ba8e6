import { type NestedScrapeOptions, type ScrapeRequest, scrapeRequest } from '#shared/contract/scrape.ts';
import { within } from '#shared/kernel/deadline.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { LoadContext } from './load-page.ts';
import type { ScrapedPage } from './scrape-page.ts';

export type PageReading<Page extends object = ScrapedPage> =
  | ({ readonly kind: 'page' } & Page)
  | { readonly kind: 'failure'; readonly error: string; readonly code: ErrorCode };

export interface ReadOptions {
  readonly scrapeOptions: NestedScrapeOptions;
  readonly accountId: string;
  /** Pages read side by side. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
}

/** Reads each URL, in the order given. A page that fails has a reason and does not affect the others. */
export type ReadPages<Page extends object = ScrapedPage> = (
  urls: readonly string[],
  options: ReadOptions,
) => Promise<readonly PageReading<Page>[]>;

interface ReadPagesDeps<Page extends object> {
  readonly readPage: (request: ScrapeRequest, context: LoadContext) => Promise<Page>;
  readonly logger: Logger;
}

export function createReadPages<Page extends object>({
  readPage,
  logger,
}: ReadPagesDeps<Page>): ReadPages<Page> {
  const failureOf = (error: unknown): PageReading<Page> => {
    if (error instanceof AppError) return { kind: 'failure', error: error.message, code: error.code };
    if (error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name))
      return { kind: 'failure', error: 'The page timed out.', code: 'SCRAPE_TIMEOUT' };
    logger.error('failed to read a page', error);
    return { kind: 'failure', error: 'The service failed to read this page.', code: 'INTERNAL_ERROR' };
  };

  const read = async (
    url: string,
    { scrapeOptions, accountId, signal }: ReadOptions,
  ): Promise<PageReading<Page>> => {
    try {
      const request = scrapeRequest.safeParse({ ...scrapeOptions, url });
      if (!request.success)
        return { kind: 'failure', error: 'The URL is not a web address.', code: 'INVALID_REQUEST' };
      const scraped = await within(readPage(request.data, { signal, accountId }), signal);
      return { kind: 'page', ...scraped };
    } catch (error) {
      return failureOf(error);
    }
  };

  return async (urls, options) => {
    const readings: PageReading<Page>[] = [];
    const waiting = [...urls.entries()];
    const readNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, url] = next;
        readings[index] = await read(url, options);
      }
    };
    await Promise.all(Array.from({ length: Math.min(options.atOnce, urls.length) }, readNext));
    return readings;
  };
}
