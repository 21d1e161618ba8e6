import type { Caller } from '#shared/accounts/keys/caller.ts';
import { webUrlCandidates } from '#shared/contract/fields.ts';
import type { MapData, MapLink, MapRequest } from '#shared/contract/map.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn } from '#shared/kernel/deadline.ts';
import { AppError, connectionErrors, isAppError } from '#shared/kernel/errors.ts';
import { canonicalUrl } from '#shared/web/urls/canonical-url.ts';
import { collectLinks, type CollectedLinks, type NewPage } from './collected-links.ts';
import type { CrawledBefore } from './crawled-before.ts';
import { explorePages, findingsOf } from './explore-pages.ts';
import { rulesOf } from './prepare-map.ts';
import { rankLinks } from './rank-links.ts';
import { readSitemaps } from './read-sitemaps.ts';
import type { MappedPage, SiteReader } from './read-site.ts';

export interface MapSiteDeps {
  readonly reader: SiteReader;
  readonly crawledBefore: CrawledBefore;
  readonly clock: Clock;
}

export interface MapContext {
  readonly caller: Caller;
  readonly deadline: Deadline;
  /** Takes the links of the answer as they are found; their titles may not be known then. */
  readonly sendEntries?: ((links: readonly MapLink[]) => void) | undefined;
}

export interface SiteMap {
  readonly data: MapData;
  readonly source: 'local' | 'cloud';
  readonly warnings: readonly string[];
}

/** Rejects with AppError when nothing was found because the start page could not be read. */
export type MapSite = (request: MapRequest, context: MapContext) => Promise<SiteMap>;

/** Pages that one map reads, the start page among them. */
const maxPagesRead = 150;
/** A page in the browser takes the time of many others. */
export const maxPagesRendered = 8;
/** Callers of a map wait for it; at the usual pace of five pages a second that is half of the pages. */
const maxExploreMs = 15_000;
const maxPagesAtOnce = 10;
/** Kept of the caller's time for ranking and answering. */
const replyMs = 1_000;

export type Start =
  | { readonly url: string; readonly page: MappedPage }
  | { readonly url: string; readonly failure: unknown };

/** The start under the first URL that has a server; if none has, the failure of the first. */
async function firstReached(
  candidates: readonly string[],
  signal: AbortSignal,
  visit: (url: string) => Promise<Start>,
): Promise<Start> {
  let start: Start | undefined;
  for (const url of candidates) {
    try {
      return await visit(url);
    } catch (error) {
      const failure =
        signal.aborted && !isAppError(error)
          ? new AppError('SCRAPE_TIMEOUT', 'The start page did not arrive in time.', { cause: error })
          : error;
      start ??= { url, failure };
      if (!isAppError(failure, ...connectionErrors)) break;
    }
  }
  return start ?? { url: '', failure: undefined };
}

/** Reads the start page; without a scheme under https, or else http. */
export const readStart = (
  reader: SiteReader,
  candidates: readonly string[],
  signal: AbortSignal,
): Promise<Start> =>
  firstReached(candidates, signal, async (url) => ({
    url,
    page: await reader.page(url, { signal, mayRender: true }),
  }));

/** Where sitemaps only are read, robots.txt shows whether there is a server. */
const findServer = (reader: SiteReader, candidates: readonly string[], signal: AbortSignal): Promise<Start> =>
  firstReached(candidates, signal, async (url) => {
    await reader.requireServer(url, signal);
    return { url, failure: undefined };
  });

const patternFields = ['includes', 'excludes', 'includePaths', 'excludePaths'] as const;

/** Why a map has no link, although its site could be read in time. */
function emptyReason(request: MapRequest, links: CollectedLinks, sitemapsRead: number): string {
  if (request.sitemap === 'only' && sitemapsRead === 0)
    return 'No sitemap with a URL was found, and `sitemap: "only"` reads no page.';
  if (!links.hasRefusedByPattern()) return 'No URL of the site was found.';
  const patterns = patternFields.filter((field) => request[field].length > 0);
  return `No URL that was found passes ${patterns.map((field) => `\`${field}\``).join(' and ')}.`;
}

const warningsOf = (start: Start, isLate: boolean): readonly string[] => {
  const failure = 'failure' in start ? start.failure : undefined;
  const code = isAppError(failure) ? ` (${failure.code})` : '';
  return [
    ...(failure === undefined ? [] : [`The start page could not be read${code}.`]),
    ...(isLate ? ['`timeout` ended the map: the site may have more URLs.'] : []),
  ];
};

/** Sends each link that is found, up to the limit. Without a ranking, these are the links of the answer. */
function sentUpTo(limit: number, send: MapContext['sendEntries']): ((link: MapLink) => void) | undefined {
  if (send === undefined) return undefined;
  let sent = 0;
  return (link) => {
    sent += 1;
    if (sent <= limit) send([link]);
  };
}

/** Collects the links of a site from its sitemaps, its first pages, and the account's last crawl of it. */
export function createMapSite({ reader, crawledBefore, clock }: MapSiteDeps): MapSite {
  interface Exploration {
    readonly request: MapRequest;
    readonly links: CollectedLinks;
    readonly start: Start;
    readonly signal: AbortSignal;
  }

  interface FirstPages {
    readonly first: readonly NewPage[];
    readonly isListed: boolean;
    readonly pagesAtOnce: number;
  }

  async function fromSitemaps({ request, links, start, signal }: Exploration) {
    if (request.sitemap === 'skip') return { pages: [], sitemapsRead: 0, isCut: false, failure: undefined };
    const feeds = 'page' in start ? start.page.links.feeds : [];
    const scopeUrl = 'page' in start ? start.page.finalUrl : start.url;
    return readSitemaps(scopeUrl, feeds, { reader, links, signal });
  }

  async function fromPages(
    { request, links, start, signal }: Exploration,
    { first, isListed, pagesAtOnce }: FirstPages,
  ): Promise<number> {
    if (!('page' in start)) return 0;
    const mayRender = start.page.source === 'cloud';
    const untilMs = clock.now() + maxExploreMs;
    const { read } = await explorePages(first, links, reader, {
      pagesAtOnce: Math.min(pagesAtOnce, maxPagesAtOnce),
      maxPages: (mayRender ? maxPagesRendered : maxPagesRead) - 1,
      mayRender,
      isListed,
      isEnough: () =>
        links.isFull() ||
        clock.now() >= untilMs ||
        (request.search === undefined && links.count() >= request.limit),
      signal,
    });
    return read + 1;
  }

  return async (request, { caller, deadline, sendEntries }) => {
    const { signal } = deadlineIn(Math.max(0, deadline.remainingMs() - replyMs), clock, deadline.signal);
    const candidates = (webUrlCandidates(request.url) ?? []).flatMap((url) => canonicalUrl(url) ?? []);
    const [candidate = ''] = candidates;
    const [start, known] = await Promise.all([
      (request.sitemap === 'only' ? findServer : readStart)(reader, candidates, signal),
      request.sitemap === 'only' ? [] : crawledBefore(caller.key.accountId, candidate),
    ]);
    const url = 'page' in start ? start.page.finalUrl : start.url;
    const links = collectLinks(rulesOf(request), {
      scopeUrl: url,
      nowMs: clock.now(),
      withoutQueries: request.ignoreQueryParameters,
      onNew: request.search === undefined ? sentUpTo(request.limit, sendEntries) : undefined,
    });
    const exploration = { request, links, start, signal };
    if ('page' in start) {
      const { title } = start.page;
      links.add('page', [{ href: url, baseUrl: url, ...(title === undefined ? {} : { title }) }]);
    }
    const sitemaps = await fromSitemaps(exploration);
    const linked = 'page' in start ? links.add('page', findingsOf(start.page, 0)) : [];
    const first = [
      ...linked,
      ...sitemaps.pages,
      ...links.add(
        'crawl',
        known.map((href) => ({ href, baseUrl: url })),
      ),
    ];
    const pagesRead = await fromPages(exploration, {
      first,
      isListed: sitemaps.pages.length > 0 && linked.length === 0,
      pagesAtOnce: caller.plan.pagesAtOnce,
    });

    const failure = 'page' in start ? undefined : (start.failure ?? sitemaps.failure);
    if (links.count() === 0 && failure !== undefined) throw failure;
    const all = request.search === undefined ? links.all() : rankLinks(links.all(), request.search);
    const isLate = signal.aborted;
    return {
      source: 'page' in start ? start.page.source : 'local',
      data: {
        url,
        links: all.slice(0, request.limit),
        total: all.length,
        truncated: all.length > request.limit || links.isFull() || sitemaps.isCut || isLate,
        pagesRead,
        sitemapsRead: sitemaps.sitemapsRead,
      },
      warnings: [
        ...warningsOf(start, isLate),
        ...(all.length === 0 && !isLate ? [emptyReason(request, links, sitemaps.sitemapsRead)] : []),
      ],
    };
  };
}
