import type { Source } from '#shared/contract/fields.ts';
import { type NestedScrapeOptions, type ScrapeData, scrapeRequest } from '#shared/contract/scrape.ts';
import { within } from '#shared/kernel/deadline.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { ScrapePage } from './scrape-page.ts';

export type PageReading =
  | {
      readonly kind: 'page';
      readonly data: ScrapeData;
      readonly source: Source;
      readonly finalUrl: string;
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'failure'; readonly error: string; readonly code: ErrorCode };

export interface ReadOptions {
  readonly scrapeOptions: NestedScrapeOptions;
  readonly accountId: string;
  /** Pages read side by side. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
}

/** Reads each address, in the order given; a page that fails says why and takes nothing from the others. */
export type ReadPages = (urls: readonly string[], options: ReadOptions) => Promise<readonly PageReading[]>;

interface ReadPagesDeps {
  readonly scrapePage: ScrapePage;
  readonly logger: Logger;
}

export function createReadPages({ scrapePage, logger }: ReadPagesDeps): ReadPages {
  const failureOf = (error: unknown): PageReading => {
    if (error instanceof AppError) return { kind: 'failure', error: error.message, code: error.code };
    if (error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name))
      return { kind: 'failure', error: 'The page did not come in time.', code: 'SCRAPE_TIMEOUT' };
    logger.error('a page could not be read', error);
    return { kind: 'failure', error: 'The service failed to read this page.', code: 'INTERNAL_ERROR' };
  };

  const read = async (
    url: string,
    { scrapeOptions, accountId, signal }: ReadOptions,
  ): Promise<PageReading> => {
    try {
      const request = scrapeRequest.safeParse({ ...scrapeOptions, url });
      if (!request.success)
        return { kind: 'failure', error: 'The address cannot be read.', code: 'INVALID_REQUEST' };
      const scraped = await within(scrapePage(request.data, { signal, accountId }), signal);
      return { kind: 'page', ...scraped };
    } catch (error) {
      return failureOf(error);
    }
  };

  return async (urls, options) => {
    const readings: PageReading[] = [];
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
