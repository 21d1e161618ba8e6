import type { Source } from '#shared/contract/fields.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { PageExtraction } from './extract-page.ts';

/** A failed page, as `json.metadata.errors` names it. */
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
      /** Sentences about the page, such as that a part of it is missing. */
      readonly warnings: readonly string[];
    }
  | FailedPage;

const timeIsUp = 'The request timed out.';

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && /^(?:Timeout|Abort)Error$/.test(error.name);

/** The reason why a page failed. Throws errors that are bugs. */
export function failedPage(url: string, error: unknown): FailedPage {
  if (error instanceof AppError)
    return { kind: 'failure', failure: { url, code: error.code, error: error.message }, cause: error };
  if (!isTimeout(error)) throw error;
  return { kind: 'failure', failure: { url, code: 'EXTRACT_TIMEOUT', error: timeIsUp }, cause: error };
}

/** The failure of a request whose pages all failed: that of the first, with their number. */
export function failedTogether(pages: readonly FailedPage[]): AppError {
  const [first] = pages;
  if (first === undefined) return new AppError('EXTRACT_TIMEOUT', timeIsUp);
  const { code, error } = first.failure;
  const message = pages.length === 1 ? error : `All ${pages.length} pages failed. The first: ${error}`;
  const retryAfterSeconds = first.cause instanceof AppError ? first.cause.retryAfterSeconds : undefined;
  // To the caller of an extraction, a page's timeout is the timeout of the request.
  return new AppError(code === 'SCRAPE_TIMEOUT' ? 'EXTRACT_TIMEOUT' : code, message, {
    cause: first.cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
