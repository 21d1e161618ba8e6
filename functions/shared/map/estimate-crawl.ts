import type { CrawlEstimate, CrawlRequest } from '#shared/contract/crawl.ts';
import { webUrlCandidates } from '#shared/contract/fields.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { deadlineIn } from '#shared/kernel/deadline.ts';
import { canonicalUrl } from '#shared/web/urls/canonical-url.ts';
import { collectLinks } from './collected-links.ts';
import { explorePages, findingsOf } from './explore-pages.ts';
import { maxPagesRendered, readStart } from './map-site.ts';
import { readSitemaps } from './read-sitemaps.ts';
import type { SiteReader } from './read-site.ts';
import { samplePages } from './sample-pages.ts';

export interface EstimateCrawlDeps {
  readonly reader: SiteReader;
  readonly clock: Clock;
  /** At least 0, less than 1. */
  readonly random: () => number;
  /** Minimum time between two requests to one host. */
  readonly politenessDelayMs: number;
}

export interface EstimateCrawlContext {
  readonly pagesAtOnce: number;
  readonly timeoutMs: number;
}

/** Rejects with AppError when the start page cannot be read. */
export type EstimateCrawl = (request: CrawlRequest, context: EstimateCrawlContext) => Promise<CrawlEstimate>;

const maxExplored = 100;
const maxSampled = 80;
const maxPagesAtOnce = 10;
/** Shares of the time: sampling needs the rest. */
const exploringShare = 0.55;
/** How far the number of a sample may be off. */
const sampleError = 0.3;
/** A page takes this long when none was measured. */
const usualPageMs = 500;

/** Estimates what a crawl would deliver, cost and take, from sitemaps, links and a sample of the pages. */
export function createEstimateCrawl(deps: EstimateCrawlDeps): EstimateCrawl {
  const { reader, clock, random, politenessDelayMs } = deps;

  return async (request, { pagesAtOnce, timeoutMs }) => {
    const { signal } = deadlineIn(timeoutMs, clock);
    const exploring = deadlineIn(timeoutMs * exploringShare, clock).signal;
    const candidates = (webUrlCandidates(request.url) ?? []).flatMap((url) => canonicalUrl(url) ?? []);
    const start = await readStart(reader, candidates, signal);
    if (!('page' in start)) throw start.failure;
    const { finalUrl, links: startLinks, readMs, source } = start.page;
    const links = collectLinks(request, { scopeUrl: finalUrl, nowMs: clock.now() });
    links.add('page', [{ href: finalUrl, baseUrl: finalUrl }]);
    const sitemaps =
      request.sitemap === 'skip'
        ? []
        : (await readSitemaps(finalUrl, startLinks.feeds, { reader, links, signal: exploring })).pages;
    const listed = links.count();
    const linked = request.sitemap === 'only' ? [] : links.add('page', findingsOf(start.page, 0));
    const atOnce = Math.min(pagesAtOnce, request.maxConcurrency ?? pagesAtOnce, maxPagesAtOnce);
    const explored =
      request.sitemap === 'only'
        ? { read: 0, failed: 0, unread: [], isComplete: true }
        : await explorePages([...linked, ...sitemaps], links, reader, {
            isListed: sitemaps.length > 0 && linked.length === 0,
            pagesAtOnce: atOnce,
            maxPages: source === 'cloud' ? maxPagesRendered - 1 : maxExplored,
            mayRender: source === 'cloud',
            isEnough: () => links.isFull(),
            signal: exploring,
          });
    const sampled = explored.isComplete
      ? { beyond: 0, read: 0, failed: 0 }
      : await samplePages(explored.unread, {
          reader,
          links,
          maxPages: maxSampled,
          pagesAtOnce: atOnce,
          random,
          signal,
        });

    const read = 1 + explored.read + sampled.read;
    const failed = explored.failed + sampled.failed;
    const least = Math.min(1, links.count());
    const within = (pages: number): number => Math.max(least, Math.min(request.limit, Math.round(pages)));
    const delivered = (pages: number): number => within((pages * read) / (read + failed));
    const found = links.count() + sampled.beyond;
    const pages = delivered(found);
    const isExact = explored.isComplete;
    const paceMs = Math.max(politenessDelayMs, request.delay * 1000, (readMs || usualPageMs) / atOnce);
    return {
      pages,
      low: isExact ? pages : Math.max(delivered(links.count()), Math.round(pages * (1 - sampleError))),
      // All URLs are known; those that nobody read may fail, or be pages all of them.
      high: isExact ? within(found - failed) : delivered(found * (1 + sampleError)),
      requests: pages,
      seconds: Math.ceil((pages * paceMs) / 1000),
      basis: isExact ? (listed > found / 2 && sitemaps.length > 0 ? 'sitemap' : 'links') : 'sample',
      pagesRead: read,
    };
  };
}
