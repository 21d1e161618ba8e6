import { type ScrapeRequest, wantsScreenshot } from '#shared/contract/scrape.ts';
import { isFile } from '#shared/content/page/page-kind.ts';
import type { FetchPage } from '#shared/web/fetch/fetch-page.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn } from '#shared/kernel/deadline.ts';
import { AppError, changedError, isAppError } from '#shared/kernel/errors.ts';
import type { RenderedPage, RenderPage } from '#shared/web/render/render-page.ts';
import type { AcquiredPage } from './acquired-page.ts';
import { visitorPlace } from './visitor-place.ts';
import { type Attempt, attemptsOf, canRetryWith } from './attempts.ts';

export interface PageAttempt {
  /** Whether the browser opens the page next when its reading is EMPTY_PAGE. */
  readonly mayRender: boolean;
}

export interface AcquireOptions<Reading> {
  readonly signal: AbortSignal;
  /** Ends at a redirect to such a URL, which is then `redirectTo`. */
  readonly stopsBefore?: (target: URL) => boolean;
  /** Reads a page that came. Its BLOCKED or EMPTY_PAGE is a reason to try the next parser. */
  readonly read: (page: AcquiredPage, attempt: PageAttempt) => Promise<Reading>;
}

export type Acquisition<Reading> =
  | { readonly kind: 'page'; readonly page: AcquiredPage; readonly reading: Reading }
  | { readonly kind: 'redirect'; readonly redirectTo: string; readonly finalUrl: string };

/** Gets and reads the page with the parsers that fit the request, one after the other until one has read it. */
export type AcquirePage = <Reading>(
  request: ScrapeRequest,
  options: AcquireOptions<Reading>,
) => Promise<Acquisition<Reading>>;

export interface AcquirePageDeps {
  readonly fetchPage: FetchPage;
  readonly renderPage: RenderPage;
  readonly clock: Clock;
}

/** The time that is left after rendering for the page to arrive and to be read. */
const afterRenderingMs = 500;
/** Share of the remaining time given to the browser when a static fetch may still follow. */
const firstParserShare = 0.7;

const noScreenshotWarning = 'There is no screenshot: the URL leads to a file, not to a page.';

const screenshotOf = (formats: ScrapeRequest['formats']) => {
  if (formats.includes('screenshot@fullPage')) return 'fullPage';
  return formats.includes('screenshot') ? 'viewport' : 'none';
};

const acquiredFrom = (requestedUrl: string, page: RenderedPage): AcquiredPage => ({
  source: 'cloud',
  requestedUrl,
  finalUrl: page.finalUrl,
  status: page.status,
  headers: page.headers,
  body: Buffer.from(page.html),
  loadTimeMs: page.timings.loadMs,
  isWhole: page.isWhole,
  ...(page.screenshot === undefined ? {} : { screenshot: page.screenshot }),
  ...(page.actions === undefined ? {} : { actions: page.actions }),
  warnings: page.warnings,
});

type PageOrRedirect = AcquiredPage & { readonly redirectTo?: string };

const inCloud = (error: unknown): unknown =>
  error instanceof AppError && error.source === undefined ? changedError(error, { source: 'cloud' }) : error;

/** What ended the browser's work: the time of the request is a failure with a source, other reasons stay as they are. */
const endedInCloud = (reason: unknown): unknown =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new AppError('SCRAPE_TIMEOUT', 'The page was not read before the timeout.', {
        source: 'cloud',
        cause: reason,
      })
    : reason;

type StopsBefore = AcquireOptions<unknown>['stopsBefore'];

async function fetchLocally(
  fetchPage: FetchPage,
  { url, headers: own, location, mobile, skipTlsVerification }: ScrapeRequest,
  { profile }: Attempt,
  { signal }: Deadline,
  stopsBefore: StopsBefore,
): Promise<PageOrRedirect> {
  const { headers } = visitorPlace(own, location);
  const request = { url, headers, mobile, skipTlsVerification, profile };
  const page = await fetchPage(
    { ...request, ...(stopsBefore === undefined ? {} : { stopsBefore }) },
    { signal },
  );
  const isWhole = page.truncated !== true;
  const warnings = isWhole ? [] : ['The server broke off: this is the part of the page that arrived.'];
  return { ...page, source: 'local', isWhole, warnings };
}

async function renderInCloud(
  renderPage: RenderPage,
  request: ScrapeRequest,
  { profile, later }: Attempt,
  deadline: Deadline,
): Promise<AcquiredPage> {
  const { url, location, mobile, blockAds, skipTlsVerification, formats, waitFor } = request;
  const { headers, inBrowser } = visitorPlace(request.headers, location);
  const share = later.includes('local') ? firstParserShare : 1;
  const rendering = {
    url,
    timeoutMs: Math.max(1, Math.floor(deadline.remainingMs() * share - afterRenderingMs)),
    waitForMs: waitFor,
    mobile,
    headers,
    profile,
    screenshot: screenshotOf(formats),
    ...request.screenshotOptions,
    actions: request.actions,
    ...inBrowser,
    blockAds,
    skipTlsVerification,
  } as const;
  try {
    return acquiredFrom(url, await renderPage(rendering, { signal: deadline.signal }));
  } catch (error) {
    throw inCloud(error);
  }
}

const withWarnings = (page: PageOrRedirect, { formats }: ScrapeRequest): PageOrRedirect =>
  page.source === 'local' && wantsScreenshot(formats)
    ? { ...page, warnings: [...page.warnings, noScreenshotWarning] }
    : page;

/**
 * A failure to get the page says more than a verdict on it; otherwise the last failure is reported. Of a file, the browser
 * only says that it is one; a page that leads to one is empty without the browser. Of an empty page, the browser knows more.
 */
function failureToReport(failures: readonly unknown[]): unknown {
  const last = failures.at(-1);
  const notReached = failures.find(
    (failure) => !isAppError(failure, 'BLOCKED', 'EMPTY_PAGE', 'UNSUPPORTED_TYPE'),
  );
  if (notReached !== undefined || !isAppError(last, 'EMPTY_PAGE')) return notReached ?? last;
  return (
    failures.find((failure) => isAppError(failure, 'UNSUPPORTED_TYPE')) ??
    failures.find((failure) => isAppError(failure, 'EMPTY_PAGE') && failure.source === 'cloud') ??
    last
  );
}

/** Says of a page without text that the browser did not wait for all of it. */
const emptyBecause = (error: unknown, { source, isWhole }: AcquiredPage): unknown =>
  source === 'cloud' && !isWhole && isAppError(error, 'EMPTY_PAGE')
    ? new AppError(
        'EMPTY_PAGE',
        'The page has no text: it was still loading when the time for it was over, which `waitFor` makes longer; `timeout` must be at least twice as long.',
        { source, cause: error.cause },
      )
    : error;

export function createAcquirePage({ fetchPage, renderPage, clock }: AcquirePageDeps): AcquirePage {
  return async (request, { signal, stopsBefore, read }) => {
    const deadline = deadlineIn(request.timeout, clock, signal);
    const failures: unknown[] = [];
    for (const current of attemptsOf(request)) {
      if (failures.length > 0 && !canRetryWith(current, failures.at(-1))) continue;
      let hasFile = false;
      try {
        const { redirectTo, ...acquired } = withWarnings(
          current.parser === 'local'
            ? await fetchLocally(fetchPage, request, current, deadline, stopsBefore)
            : await renderInCloud(renderPage, request, current, deadline),
          request,
        );
        if (redirectTo !== undefined) return { kind: 'redirect', redirectTo, finalUrl: acquired.finalUrl };
        hasFile = isFile(acquired.body);
        // With more time, the parser before this one might have had the page.
        const hasTimedOut = failures.some((failure) => isAppError(failure, 'SCRAPE_TIMEOUT'));
        const page = hasTimedOut ? { ...acquired, isWhole: false } : acquired;
        const reading = await read(page, current).catch((error: unknown) => {
          throw emptyBecause(error, acquired);
        });
        return { kind: 'page', page, reading };
      } catch (error) {
        if (signal.aborted) throw current.parser === 'cloud' ? endedInCloud(signal.reason) : signal.reason;
        // No other parser reads more of a file.
        if (hasFile) throw error;
        failures.push(error);
      }
    }
    throw failureToReport(failures);
  };
}
