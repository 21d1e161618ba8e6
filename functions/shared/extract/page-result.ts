import type { Source } from '#shared/contract/fields.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { PageExtraction } from './extract-page.ts';

/** A page that gave nothing, as `json.metadata.errors` names it. */
export interface PageFailure {
  readonly url: string;
  readonly code: ErrorCode;
  readonly error: string;
}

export interface FailedPage {
  readonly kind: 'failure';
  readonly failure: PageFailure;
  readonly cause: unknown;
}

export type PageResult =
  | {
      readonly kind: 'done';
      /** As the caller wrote it. */
      readonly url: string;
      readonly source: Source;
      readonly extraction: PageExtraction;
    }
  | FailedPage;

const timeIsUp = 'The time given to this request ran out.';

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name);

/** Why a page gave nothing. Throws what is a bug. */
export function failedPage(url: string, error: unknown): FailedPage {
  if (error instanceof AppError)
    return { kind: 'failure', failure: { url, code: error.code, error: error.message }, cause: error };
  if (!isTimeout(error)) throw error;
  return { kind: 'failure', failure: { url, code: 'EXTRACT_TIMEOUT', error: timeIsUp }, cause: error };
}

/** The failure of a request whose pages all failed: that of the first, and how many there were. */
export function failedTogether(pages: readonly FailedPage[]): AppError {
  const [first] = pages;
  if (first === undefined) return new AppError('EXTRACT_TIMEOUT', timeIsUp);
  const { code, error } = first.failure;
  const message =
    pages.length === 1 ? error : `None of the ${pages.length} pages gave a result. The first: ${error}`;
  const retryAfterSeconds = first.cause instanceof AppError ? first.cause.retryAfterSeconds : undefined;
  // Of an extraction, a page that does not come in time is the request's own time running out.
  return new AppError(code === 'SCRAPE_TIMEOUT' ? 'EXTRACT_TIMEOUT' : code, message, {
    cause: first.cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
