import type { CrawlPage } from '#shared/contract/crawl.ts';
import {
  type Crawl,
  type CrawlRow,
  type DiscoveredUrl,
  type FinalState,
  type FinishedRow,
  type Edge,
  edgeHashDigits,
  sameAs,
} from '#shared/crawl/ledger/crawl.ts';
import type { PageVersion } from '#shared/scrape/page-versions.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type ErrorCode, isAppError } from '#shared/kernel/errors.ts';
import type { RobotsFailure } from '#shared/web/robots/robots-txt.ts';
import { type FoundLink, type Frontier } from '#shared/crawl/frontier/frontier.ts';
import { maxUrlsFrom } from '#shared/crawl/frontier/crawl-limits.ts';
import type { PageReading } from './read-crawl-page.ts';
import type { SitemapReading } from './read-crawl-sitemap.ts';

type Content = Extract<PageReading['result'], { kind: 'content' }>;
type Known = Extract<PageReading['result'], { kind: 'known' }>;

/** Why a page failed for good. */
interface Failure {
  readonly kind: 'failed';
  readonly code: ErrorCode;
  readonly reason: string;
}

/** The result of the work on one row. */
export type RowOutcome =
  | {
      readonly kind: 'finished';
      readonly finished: FinishedRow;
      readonly discovered: readonly DiscoveredUrl[];
      /** Where the page leads. */
      readonly edges: readonly Edge[];
      readonly page?: CrawlPage;
      /** Of a page that is tracked, to be kept when it is delivered. */
      readonly version?: PageVersion;
      /** The hash of the final URL, when the page ended at another URL. */
      readonly finalHash?: string;
      readonly scopeUrl?: string;
      /** The server refused the page for the last time: no worker reads from its host until then. */
      readonly holdsHostUntilMs?: number;
      /** The server sent no page, but another URL. */
      readonly isRedirect?: true;
    }
  /** To be read (again) at `atMs` at the earliest; `holdsHost` keeps all workers from the host until then, and slows them. */
  | {
      readonly kind: 'later';
      readonly atMs: number;
      readonly isFailure: boolean;
      /** A limit, our own or the server's, kept the page from being read. */
      readonly isThrottled?: boolean;
      readonly holdsHost?: boolean;
    }
  /** The worker had to stop. */
  | { readonly kind: 'abandoned' };

export interface RowContext {
  readonly row: CrawlRow;
  readonly token: string;
  readonly crawl: Crawl;
  readonly clock: Clock;
  /** At least 0, less than 1. */
  readonly random: () => number;
  readonly frontierFor: (seedUrl: string) => Frontier;
}

const maxTries = 3;
/** The longest Retry-After that is obeyed. */
const maxHoldMs = 3_600_000;
const backOffMs = ({ tries = 0 }: CrawlRow): number => 2_000 * 4 ** tries;
/**
 * A server that answers is there: mostly the page itself is broken, and a crawl would end later for nothing. Least of
 * all is a 500 worth waiting for; behind 502 and 504 another server may be starting (RFC 9110, section 15.6).
 */
const brokenPageMs = (row: CrawlRow, status: number): number =>
  status === 500 ? 1_000 * 2 ** (row.tries ?? 0) : backOffMs(row) / 2;
/** A busy model may say when it has time again. */
function retryMs(row: CrawlRow, error: unknown): number {
  const seconds = isAppError(error, 'MODEL_UNAVAILABLE') ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(backOffMs(row), Math.min(maxHoldMs, seconds * 1000));
}
const isLastTry = ({ tries = 0 }: CrawlRow): boolean => tries + 1 >= maxTries;
/** Pages that find no place come back one by one, and after ever longer waits. */
const throttledMs = ({ throttles = 0 }: CrawlRow, random: () => number): number =>
  Math.min(60_000, 2_000 * 2 ** Math.min(throttles, 5)) * (0.5 + random() / 2);

const transient = new Set<ErrorCode>([
  'CONNECTION_FAILED',
  'CONNECTION_REFUSED',
  'DNS_ERROR',
  'INTERNAL_ERROR',
  'MODEL_UNAVAILABLE',
  'RENDERER_UNAVAILABLE',
  'SCRAPE_TIMEOUT',
  'SERVICE_UNAVAILABLE',
]);

interface Ending {
  readonly state: FinalState;
  readonly reason?: string;
  readonly code?: string;
  readonly identities?: readonly string[];
  readonly usesCloud?: boolean;
  readonly isUnread?: boolean;
}

const mayLeadOn = ({ state, readAs }: DiscoveredUrl): boolean =>
  state === 'waiting' || state === 'tooDeep' || readAs !== undefined;

/** A page's edges to pages that may be read, or to its final URL; none where the page's depth is the lowest anyway. */
const edgesOf = ({ kind, depth }: CrawlRow, discovered: readonly DiscoveredUrl[]): readonly Edge[] =>
  kind === 'page' && depth > 0
    ? discovered
        .filter((url) => url.kind === 'page' && mayLeadOn(url))
        .map((url) => ({ to: url.hash.slice(0, edgeHashDigits), hops: url.depth - depth }))
    : [];

const finished = (
  { row, token }: RowContext,
  ending: Ending,
  rest: Partial<Omit<Extract<RowOutcome, { kind: 'finished' }>, 'kind' | 'finished' | 'edges'>> = {},
): RowOutcome => ({
  kind: 'finished',
  discovered: [],
  ...rest,
  edges: edgesOf(row, rest.discovered ?? []),
  finished: {
    hash: row.hash,
    url: row.url,
    kind: row.kind,
    leaseToken: token,
    ...ending,
  },
});

const failed = (context: RowContext, code: ErrorCode, reason: string): RowOutcome =>
  finished(context, { state: 'failed', code, reason });

const forbidden = (context: RowContext, reason: string): RowOutcome =>
  finished(context, { state: 'robots', code: 'ROBOTS_FORBIDS', reason, isUnread: true });

const repeating = (context: RowContext, reason: string): RowOutcome =>
  finished(context, { state: 'excluded', reason, isUnread: true });

/** A DNS error of the seed URL is final, so that the caller sees it at once; DNS errors of linked hosts are retried. */
const isHopeless = ({ isSeed }: CrawlRow, code: ErrorCode): boolean =>
  isSeed === true && code === 'DNS_ERROR';

/** An unreachable robots.txt forbids all pages, so that it is retried like a page. */
function robotsUnavailable(context: RowContext, { code, reason }: RobotsFailure): RowOutcome {
  const { row, clock } = context;
  if (!isLastTry(row) && !isHopeless(row, code))
    return { kind: 'later', atMs: clock.now() + backOffMs(row), isFailure: true };
  return code === 'ROBOTS_FORBIDS' ? forbidden(context, reason) : failed(context, code, reason);
}

/**
 * Whether a server refused a page because it was asked too often, which is no failed try of the page: it says when to come
 * back, or it is a crawl's site, which does not refuse all pages. The URLs of a batch are of many sites.
 */
const isRateLimit = ({ crawl }: RowContext, status: number, retryAfterSeconds: number): boolean =>
  retryAfterSeconds > 0 || (status === 429 && crawl.kind !== 'batch' && crawl.delivered > 0);

/** The server answered 429 or 503. All workers obey its Retry-After. */
function refusedForNow(context: RowContext, status: number, retryAfterSeconds: number): RowOutcome {
  const { row, clock, random } = context;
  const isThrottled = isRateLimit(context, status, retryAfterSeconds);
  const ownMs = isThrottled ? throttledMs(row, random) : backOffMs(row);
  const atMs = clock.now() + Math.min(maxHoldMs, Math.max(ownMs, retryAfterSeconds * 1000));
  const isOver = isThrottled ? (row.tries ?? 0) >= maxTries : isLastTry(row);
  return isOver
    ? finished(
        context,
        { state: 'failed', code: 'HTTP_ERROR', reason: answered(status) },
        { holdsHostUntilMs: atMs },
      )
    : { kind: 'later', atMs, isFailure: !isThrottled, isThrottled, holdsHost: true };
}

const answered = (status: number): string => `the server answered ${status}`;

/** The server answered with an error status. */
function refused(context: RowContext, status: number, retryAfterSeconds = 0): RowOutcome {
  const { row, clock } = context;
  if (status === 429 || status === 503) return refusedForNow(context, status, retryAfterSeconds);
  if (status < 500 || isLastTry(row)) return failed(context, 'HTTP_ERROR', answered(status));
  const waitMs = Math.min(maxHoldMs, Math.max(brokenPageMs(row, status), retryAfterSeconds * 1000));
  return { kind: 'later', atMs: clock.now() + waitMs, isFailure: true };
}

/** The sitemaps that robots.txt names, or else the usual `/sitemap.xml`. */
function sitemapLinks({ crawl }: RowContext, finalUrl: string, named: readonly string[]): FoundLink[] {
  if (crawl.request.sitemap === 'skip') return [];
  const addresses = named.length > 0 ? named : ['/sitemap.xml'];
  return addresses.map((href) => ({ href, baseUrl: finalUrl, depth: 0, kind: 'sitemap' }));
}

/** A redirect is no page; its target is recorded as a page of its own. */
function redirected(context: RowContext, { finalUrl, links }: PageReading): RowOutcome {
  const discovered = context.frontierFor(finalUrl).discover(links);
  const [target] = discovered;
  const isElsewhere = target?.state === 'excluded' || target?.state === 'outOfScope';
  return finished(
    context,
    {
      state: isElsewhere ? target.state : 'duplicate',
      reason: `redirects to ${target?.url ?? links[0]?.href ?? ''}`,
    },
    { discovered, isRedirect: true },
  );
}

/** The row of a page's final URL, when it differs from the URL that was requested. */
const finalUrlRow = ({ row }: RowContext, frontier: Frontier, finalUrl: string): DiscoveredUrl[] =>
  frontier
    .discover([{ href: finalUrl, baseUrl: finalUrl, depth: row.depth, kind: 'page' }])
    .map((url): DiscoveredUrl => ({
      ...url,
      state: 'duplicate',
      reason: `read as ${row.url}`,
      readAs: row.hash,
    }));

const pageOf = ({ page, version }: Content) => ({ page, ...(version === undefined ? {} : { version }) });

/** A page of a batch is delivered whatever it repeats and wherever it ended, and leads nowhere. */
const deliveredOfBatch = (context: RowContext, content: Content): RowOutcome =>
  finished(context, { state: 'delivered', usesCloud: content.source === 'cloud' }, pageOf(content));

/** The page's own ending, unless the scope refuses the URL at which it was read. */
function endingOf(result: Content | Known | Failure): Ending {
  if (result.kind === 'known') return { state: 'duplicate', reason: sameAs(result.as) };
  if (result.kind === 'failed') return { state: 'failed', code: result.code, reason: result.reason };
  return { state: 'delivered', identities: result.identities, usesCloud: result.source === 'cloud' };
}

function pageRead(
  context: RowContext,
  { finalUrl, links }: PageReading,
  result: Content | Known | Failure,
  sitemaps: readonly string[],
): RowOutcome {
  const { row, crawl } = context;
  const frontier = context.frontierFor(finalUrl);
  const isSeed = row.isSeed === true;
  const finalHash = frontier.hashOf(finalUrl);
  const isMoved = finalHash !== undefined && finalHash !== row.hash;
  const followed = crawl.request.sitemap === 'only' ? [] : links;
  const discovered = frontier
    .discover([...(isSeed ? sitemapLinks(context, finalUrl, sitemaps) : []), ...followed])
    .filter(({ hash }) => hash !== row.hash && hash !== finalHash)
    .slice(0, maxUrlsFrom(crawl.limit));
  const decision = isSeed ? frontier.scope.delivers(finalUrl) : frontier.scope.admits(finalUrl);
  return finished(
    context,
    decision.allowed ? endingOf(result) : { state: decision.state, reason: decision.reason },
    {
      discovered: [...(isMoved ? finalUrlRow(context, frontier, finalUrl) : []), ...discovered],
      ...(result.kind === 'content' ? pageOf(result) : {}),
      ...(isMoved ? { finalHash } : {}),
      ...(isSeed ? { scopeUrl: finalUrl } : {}),
    },
  );
}

function read(context: RowContext, reading: PageReading, sitemaps: readonly string[]): RowOutcome {
  const { result } = reading;
  if (result.kind === 'failure') return refused(context, result.status, result.retryAfterSeconds);
  if (result.kind === 'unextracted') return unextracted(context, reading, result.error, sitemaps);
  if (context.crawl.kind === 'batch' && result.kind === 'content') return deliveredOfBatch(context, result);
  return result.kind === 'redirect'
    ? redirected(context, reading)
    : pageRead(context, reading, result, sitemaps);
}

const sitemap = (context: RowContext, reading: SitemapReading): RowOutcome => {
  const { links, failure, refusal } = reading;
  if (refusal !== undefined) return refused(context, refusal.status, refusal.retryAfterSeconds);
  const discovered = context.frontierFor(context.row.url).discover(links);
  return failure === undefined
    ? finished(context, { state: 'read' }, { discovered })
    : finished(context, { state: 'failed', ...failure }, { discovered });
};

/** What an error means: the page is tried again when the failure is transient; what our own limits refused is no failure. */
function failureOf(context: RowContext, error: unknown): Extract<RowOutcome, { kind: 'later' }> | Failure {
  const { row, crawl, clock, random } = context;
  if (isAppError(error, 'RENDERER_BUSY'))
    return {
      kind: 'later',
      atMs: clock.now() + throttledMs(row, random),
      isFailure: false,
      isThrottled: true,
    };
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const code = isAppError(error) ? error.code : isTimeout ? 'SCRAPE_TIMEOUT' : 'INTERNAL_ERROR';
  const atMs = clock.now() + retryMs(row, error);
  const mayPass = transient.has(code) && atMs < crawl.deadlineMs;
  if (mayPass && !isLastTry(row) && !isHopeless(row, code)) return { kind: 'later', atMs, isFailure: true };
  const reason = isAppError(error)
    ? error.message
    : isTimeout
      ? 'The page timed out.'
      : 'The page could not be read.';
  return { kind: 'failed', code, reason };
}

/** Reading threw an error. */
function failedWith(context: RowContext, error: unknown): RowOutcome {
  const outcome = failureOf(context, error);
  return outcome.kind === 'later' ? outcome : failed(context, outcome.code, outcome.reason);
}

/** The page was read, so that it leads on in a crawl, but is not delivered without the json that it was read for. */
function unextracted(
  context: RowContext,
  reading: PageReading,
  error: unknown,
  sitemaps: readonly string[],
): RowOutcome {
  const outcome = failureOf(context, error);
  if (outcome.kind === 'later') return outcome;
  return context.crawl.kind === 'batch'
    ? failed(context, outcome.code, outcome.reason)
    : pageRead(context, reading, outcome, sitemaps);
}

export const finishPage = { failed, forbidden, read, repeating, sitemap, failedWith, robotsUnavailable };
