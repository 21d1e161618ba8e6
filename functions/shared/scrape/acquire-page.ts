import { type ScrapeRequest, wantsScreenshot } from '#shared/contract/scrape.ts';
import type { FetchPage } from '#shared/web/fetch/fetch-page.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn } from '#shared/kernel/deadline.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';
import type { RenderedPage, RenderPage } from '#shared/web/render/render-page.ts';
import type { AcquiredPage } from '#shared/scrape/verdict/acquired-page.ts';
import { type Attempt, attemptsOf, mayCure } from './attempts.ts';
import type { JudgePage } from '#shared/scrape/verdict/judge-page.ts';

export interface AcquireOptions {
  readonly signal: AbortSignal;
  /** Ends at a redirect to such an address, which is then `redirectTo`. */
  readonly stopsBefore?: (target: URL) => boolean;
}

/** Gets the page by the parser that fits the request. */
export type AcquirePage = (request: ScrapeRequest, options: AcquireOptions) => Promise<AcquiredPage>;

export interface AcquirePageDeps {
  readonly fetchPage: FetchPage;
  readonly renderPage: RenderPage;
  readonly judgePage: JudgePage;
  readonly clock: Clock;
}

/** What the browser leaves of the time for its answer to arrive and to be read. */
const afterRenderingMs = 500;
/** Of the time, for a browser behind which a static fetch still waits. */
const shareOfFirst = 0.7;

const noPictureWarning = 'There is no screenshot: the address is a file and not a page.';

const screenshotOf = (formats: ScrapeRequest['formats']) => {
  if (formats.includes('screenshot@fullPage')) return 'fullPage';
  return formats.includes('screenshot') ? 'viewport' : 'none';
};

/** The document is text by now, whatever charset it came in. */
const utf8Type = (contentType = 'text/html'): string =>
  /^\s*application\/xhtml\+xml/i.test(contentType)
    ? 'text/html; charset=utf-8'
    : `${contentType.replace(/;.*$/s, '').trim()}; charset=utf-8`;

const acquiredFrom = (requestedUrl: string, page: RenderedPage): AcquiredPage => ({
  source: 'cloud',
  requestedUrl,
  finalUrl: page.finalUrl,
  status: page.status,
  headers: { ...page.headers, 'content-type': utf8Type(page.headers['content-type']) },
  body: Buffer.from(page.html),
  loadTimeMs: page.timings.loadMs,
  isWhole: page.isWhole,
  ...(page.screenshot === undefined ? {} : { screenshot: page.screenshot }),
  warnings: page.warnings,
});

const inCloud = (error: unknown): unknown =>
  error instanceof AppError && error.source === undefined
    ? new AppError(error.code, error.message, {
        source: 'cloud',
        cause: error.cause,
        ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
      })
    : error;

export function createAcquirePage({ fetchPage, renderPage, judgePage, clock }: AcquirePageDeps): AcquirePage {
  const readLocally = async (
    { url, headers, mobile, skipTlsVerification }: ScrapeRequest,
    { profile }: Attempt,
    { signal }: Deadline,
    stopsBefore: AcquireOptions['stopsBefore'],
  ): Promise<AcquiredPage> => {
    const page = await fetchPage(
      {
        url,
        headers,
        mobile,
        skipTlsVerification,
        profile,
        ...(stopsBefore === undefined ? {} : { stopsBefore }),
      },
      { signal },
    );
    const isWhole = page.truncated !== true;
    const warnings = isWhole ? [] : ['The server broke off; this is the part of the page that came.'];
    return { ...page, source: 'local', isWhole, warnings };
  };

  const readInCloud = async (
    request: ScrapeRequest,
    { profile, later }: Attempt,
    deadline: Deadline,
  ): Promise<AcquiredPage> => {
    const { url, headers, mobile, blockAds, skipTlsVerification, formats, waitFor } = request;
    const remainingMs =
      deadline.remainingMs() * (later.includes('local') ? shareOfFirst : 1) - afterRenderingMs;
    const rendering = {
      url,
      timeoutMs: Math.max(1, Math.floor(remainingMs)),
      waitForMs: waitFor,
      mobile,
      headers,
      profile,
      screenshot: screenshotOf(formats),
      blockAds,
      skipTlsVerification,
    } as const;
    try {
      return acquiredFrom(url, await renderPage(rendering, { signal: deadline.signal }));
    } catch (error) {
      throw inCloud(error);
    }
  };

  /** Throws BLOCKED or EMPTY_PAGE when what came is not the page. */
  const requireContent = (page: AcquiredPage, request: ScrapeRequest): void => {
    const { verdict, reason } = judgePage(page);
    const { source } = page;
    if (verdict === 'blocked')
      throw new AppError('BLOCKED', 'The site answered with a wall against programs.', {
        source,
        cause: reason,
      });
    // A picture of a page without words is still a picture.
    if (verdict === 'empty' && !wantsScreenshot(request.formats))
      throw new AppError('EMPTY_PAGE', 'The page holds no text.', { source, cause: reason });
    if (verdict === 'needs-rendering' && source === 'local')
      throw new AppError(
        'EMPTY_PAGE',
        'The page is drawn by its scripts, which the static fetch does not run.',
        { source, cause: reason },
      );
  };

  const withMissingPicture = (page: AcquiredPage, { formats }: ScrapeRequest): AcquiredPage =>
    page.source === 'local' && wantsScreenshot(formats)
      ? { ...page, warnings: [...page.warnings, noPictureWarning] }
      : page;

  const attempt = async (
    request: ScrapeRequest,
    current: Attempt,
    deadline: Deadline,
    stopsBefore: AcquireOptions['stopsBefore'],
  ): Promise<AcquiredPage> => {
    const page =
      current.parser === 'local'
        ? await readLocally(request, current, deadline, stopsBefore)
        : await readInCloud(request, current, deadline);
    if (page.redirectTo !== undefined) return page;
    requireContent(page, request);
    return withMissingPicture(page, request);
  };

  return async (request, { signal, stopsBefore }) => {
    const deadline = deadlineIn(request.timeout, clock, signal);
    let failure: unknown;
    for (const current of attemptsOf(request)) {
      if (failure !== undefined && !mayCure(current, failure)) continue;
      try {
        const page = await attempt(request, current, deadline, stopsBefore);
        // With more time, the parser before this one might have had the page.
        return isAppError(failure, 'SCRAPE_TIMEOUT') ? { ...page, isWhole: false } : page;
      } catch (error) {
        signal.throwIfAborted();
        // The first failure on the way to a page says more than the next parser's; a verdict on it does not.
        failure = failure === undefined || isAppError(failure, 'BLOCKED', 'EMPTY_PAGE') ? error : failure;
      }
    }
    throw failure;
  };
}
