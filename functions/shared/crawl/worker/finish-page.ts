import type { CrawlPage } from '#shared/contract/crawl.ts';
import {
  type Crawl,
  type CrawlRow,
  type DiscoveredUrl,
  type FinalState,
  type FinishedRow,
  type Way,
  wayDigits,
} from '#shared/crawl/ledger/crawl.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type ErrorCode, isAppError } from '#shared/kernel/errors.ts';
import type { RobotsFailure } from '#shared/web/robots/robots-txt.ts';
import { type FoundLink, type Frontier } from '#shared/crawl/frontier/frontier.ts';
import { addressesFor } from '#shared/crawl/frontier/crawl-limits.ts';
import type { PageReading } from './read-crawl-page.ts';
import type { SitemapReading } from './read-crawl-sitemap.ts';

type Content = Extract<PageReading['result'], { kind: 'content' }>;

/** How the work on one row ended. */
export type RowOutcome =
  | {
      readonly kind: 'finished';
      readonly finished: FinishedRow;
      readonly discovered: readonly DiscoveredUrl[];
      readonly page?: CrawlPage;
      /** Under which hash the page really lies, when it ended at another address. */
      readonly finalHash?: string;
      readonly scopeUrl?: string;
    }
  /** To be read (again), not before then; `holdsHost` keeps everybody from the host until then. */
  | {
      readonly kind: 'later';
      readonly atMs: number;
      readonly isFailure: boolean;
      readonly holdsHost?: boolean;
    }
  /** The worker had to stop. */
  | { readonly kind: 'abandoned' };

export interface RowContext {
  readonly row: CrawlRow;
  readonly token: string;
  readonly crawl: Crawl;
  readonly clock: Clock;
  readonly frontierFor: (seedUrl: string) => Frontier;
}

const maxTries = 3;
const backOffMs = ({ tries = 0 }: CrawlRow): number => 2_000 * 4 ** tries;
const isLastTry = ({ tries = 0 }: CrawlRow): boolean => tries + 1 >= maxTries;
/** The queue cannot hold a message back for longer. */
const longestPatienceMs = 900_000;

const transient = new Set<ErrorCode>([
  'CONNECTION_FAILED',
  'CONNECTION_REFUSED',
  'DNS_ERROR',
  'INTERNAL_ERROR',
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

/** Where a page leads to pages that may be read, or ends at one. What a file lists is as near as can be. */
const waysOf = ({ kind, depth }: CrawlRow, discovered: readonly DiscoveredUrl[]): readonly Way[] =>
  kind === 'page'
    ? discovered
        .filter((url) => url.kind === 'page' && mayLeadOn(url))
        .map((url) => ({ to: url.hash.slice(0, wayDigits), hops: url.depth - depth }))
    : [];

const finished = (
  { row, token }: RowContext,
  ending: Ending,
  rest: Partial<Omit<Extract<RowOutcome, { kind: 'finished' }>, 'kind' | 'finished'>> = {},
): RowOutcome => ({
  kind: 'finished',
  discovered: [],
  ...rest,
  finished: {
    hash: row.hash,
    url: row.url,
    kind: row.kind,
    leaseToken: token,
    leadsTo: waysOf(row, rest.discovered ?? []),
    ...ending,
  },
});

const failed = (context: RowContext, code: ErrorCode, reason: string): RowOutcome =>
  finished(context, { state: 'failed', code, reason });

const forbidden = (context: RowContext, reason: string): RowOutcome =>
  finished(context, { state: 'robots', code: 'ROBOTS_FORBIDS', reason, isUnread: true });

const repeating = (context: RowContext, reason: string): RowOutcome =>
  finished(context, { state: 'excluded', reason, isUnread: true });

/** A DNS error of the seed URL is final, so that the caller sees it at once; one of a linked host is retried. */
const isHopeless = ({ isSeed }: CrawlRow, code: ErrorCode): boolean =>
  isSeed === true && code === 'DNS_ERROR';

/** Without a robots.txt nothing may be read; but a server that stumbles once does not lose its pages by it. */
function robotsUnavailable(context: RowContext, { code, reason }: RobotsFailure): RowOutcome {
  const { row, clock } = context;
  if (!isLastTry(row) && !isHopeless(row, code))
    return { kind: 'later', atMs: clock.now() + backOffMs(row), isFailure: true };
  return code === 'ROBOTS_FORBIDS' ? forbidden(context, reason) : failed(context, code, reason);
}

/** A host that says "not now" is left alone by everybody for as long as it asks. */
function refused(context: RowContext, status: number, retryAfterSeconds: number | undefined): RowOutcome {
  const { row, clock } = context;
  const reason = `the server answered ${status}`;
  const asksForPatience = status === 429 || status === 503;
  const waitMs = Math.max(backOffMs(row), (retryAfterSeconds ?? 0) * 1000);
  if (status < 500 && status !== 429) return failed(context, 'HTTP_ERROR', reason);
  if (isLastTry(row) || waitMs > longestPatienceMs) return failed(context, 'HTTP_ERROR', reason);
  return { kind: 'later', atMs: clock.now() + waitMs, isFailure: true, holdsHost: asksForPatience };
}

/** Sitemaps that robots.txt names, or the one that most sites have without naming it. */
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
    { discovered },
  );
}

/** The row of the URL at which a page was read that was asked for under another one. */
const finalUrlRow = ({ row }: RowContext, frontier: Frontier, finalUrl: string): DiscoveredUrl[] =>
  frontier
    .discover([{ href: finalUrl, baseUrl: finalUrl, depth: row.depth, kind: 'page' }])
    .map((url): DiscoveredUrl => ({
      ...url,
      state: 'duplicate',
      reason: `read as ${row.url}`,
      readAs: row.hash,
    }));

function delivered(
  context: RowContext,
  { finalUrl, links }: PageReading,
  { page, identities, source }: Content,
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
    .slice(0, addressesFor(crawl.limit));
  const decision = isSeed ? frontier.scope.delivers(finalUrl) : frontier.scope.admits(finalUrl);
  return finished(
    context,
    decision.allowed
      ? { state: 'delivered', identities, usesCloud: source === 'cloud' }
      : { state: decision.state, reason: decision.reason },
    {
      discovered: [...(isMoved ? finalUrlRow(context, frontier, finalUrl) : []), ...discovered],
      page,
      ...(isMoved ? { finalHash } : {}),
      ...(isSeed ? { scopeUrl: finalUrl } : {}),
    },
  );
}

function read(context: RowContext, reading: PageReading, sitemaps: readonly string[]): RowOutcome {
  const { result } = reading;
  if (result.kind === 'failure') return refused(context, result.status, result.retryAfterSeconds);
  return result.kind === 'redirect'
    ? redirected(context, reading)
    : delivered(context, reading, result, sitemaps);
}

const sitemap = (context: RowContext, reading: SitemapReading): RowOutcome => {
  const { links, failure, refusal } = reading;
  if (refusal !== undefined) return refused(context, refusal.status, refusal.retryAfterSeconds);
  const discovered = context.frontierFor(context.row.url).discover(links);
  return failure === undefined
    ? finished(context, { state: 'read' }, { discovered })
    : finished(context, { state: 'failed', ...failure }, { discovered });
};

/** What went wrong while reading; transient failures are tried again. */
function failedWith(context: RowContext, error: unknown): RowOutcome {
  const { row, clock } = context;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const code = isAppError(error) ? error.code : isTimeout ? 'SCRAPE_TIMEOUT' : 'INTERNAL_ERROR';
  if (transient.has(code) && !isLastTry(row) && !isHopeless(row, code))
    return { kind: 'later', atMs: clock.now() + backOffMs(row), isFailure: true };
  const reason = isAppError(error)
    ? error.message
    : isTimeout
      ? 'The page did not answer in time.'
      : 'The page could not be read.';
  return failed(context, code, reason);
}

export const finishPage = { failed, forbidden, read, repeating, sitemap, failedWith, robotsUnavailable };
