import { webUrl } from '#shared/contract/fields.ts';
import { within } from '#shared/kernel/deadline.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';

export type PageOutcome<Page> = ({ readonly kind: 'page' } & Page) | FailedReading;

interface FailedReading {
  readonly kind: 'failure';
  readonly error: string;
  readonly code: ErrorCode;
}

export interface ReadPagesOptions {
  /** Pages read side by side. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

function failureOf(error: unknown, logger: Logger): FailedReading {
  if (error instanceof AppError) return { kind: 'failure', error: error.message, code: error.code };
  if (error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name))
    return { kind: 'failure', error: 'The page timed out.', code: 'SCRAPE_TIMEOUT' };
  logger.error('failed to read page', error);
  return { kind: 'failure', error: 'The service failed to read this page.', code: 'INTERNAL_ERROR' };
}

/** Reads each URL and returns the outcomes in their order: a page that fails affects no other. */
export async function readPages<Page extends object>(
  urls: readonly string[],
  readPage: (url: string) => Promise<Page>,
  { atOnce, signal, logger }: ReadPagesOptions,
): Promise<readonly PageOutcome<Page>[]> {
  const read = async (url: string): Promise<PageOutcome<Page>> => {
    // URLs of search results are not the caller's and have not been checked.
    if (!webUrl.safeParse(url).success)
      return { kind: 'failure', error: 'The URL cannot be read.', code: 'INVALID_REQUEST' };
    try {
      return { kind: 'page', ...(await within(readPage(url), signal)) };
    } catch (error) {
      return failureOf(error, logger);
    }
  };
  const outcomes: PageOutcome<Page>[] = [];
  const waiting = [...urls.entries()];
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, url] = next;
      outcomes[index] = await read(url);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, urls.length) }, readNext));
  return outcomes;
}
