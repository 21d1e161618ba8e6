import { webUrlCandidates } from '#shared/contract/fields.ts';
import { AppError, type ErrorCode, isAppError } from '#shared/kernel/errors.ts';
import type { AcquiredPage } from './acquired-page.ts';

/** The page of a request that brings its HTML; nothing is fetched. `url` is as callers write it. */
export function givenPage(url: string, html: string): AcquiredPage {
  const [candidate = url] = webUrlCandidates(url) ?? [];
  return {
    source: 'local',
    isGiven: true,
    requestedUrl: url,
    finalUrl: new URL(candidate).href,
    // Judged as a page that a server has delivered; answers do not have it.
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(html),
    loadTimeMs: 0,
    isWhole: true,
    warnings: [],
  };
}

/** What errors of fetched pages say that would not be true of this one. */
const messages: Partial<Record<ErrorCode, string>> = {
  BLOCKED: 'The html is a page of bot protection.',
  EMPTY_PAGE: 'The html has no text; what its scripts would write is not in it.',
};

/** The error of a page that came with its request: no site has answered, and no browser was used. */
export function errorOfGiven(error: unknown): unknown {
  if (!isAppError(error)) return error;
  return new AppError(error.code, messages[error.code] ?? error.message, { source: 'local', cause: error });
}
