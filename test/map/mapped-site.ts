import { crawlRequest } from '#shared/contract/crawl.ts';
import { type MapLink, mapRequest } from '#shared/contract/map.ts';
import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { within } from '#shared/kernel/deadline.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { createCrawledBefore } from '#shared/map/crawled-before.ts';
import { createEstimateCrawl } from '#shared/map/estimate-crawl.ts';
import { createMapSite } from '#shared/map/map-site.ts';
import { createSiteReader } from '#shared/map/read-site.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { createAcquirePage } from '#shared/scrape/acquire-page.ts';
import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { createRobotsGate } from '#shared/web/robots/robots-gate.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { memoryHostPacer } from '../fakes/memory-host-pacer.ts';
import { fakeWeb, type WebAnswer } from '../fakes/memory-web.ts';
import { ownKey } from '../http/fixtures.ts';

export const origin = 'https://site.example';

/** A page of a fake site with these links. */
export const page = (title: string, links: readonly string[], more = ''): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>This is ${title}, a page with enough text.</p>${more}${links.map((href) => `<a href="${href}">${href}</a>`).join('')}</main>`;

export const sitemap = (urls: readonly string[]): WebAnswer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`,
});

interface MappingOptions {
  readonly store?: CrawlStore;
  readonly key?: ApiKey;
  /** A URL that never answers. */
  readonly silent?: string;
  readonly politenessDelayMs?: number;
  /** What each request waits for. */
  readonly beforeAnswer?: () => Promise<unknown>;
}

const clock = { now: Date.now };

/** Reads a fake web, and notes its requests. */
function readerOf(
  pages: Readonly<Record<string, WebAnswer>>,
  { silent, politenessDelayMs = 0, beforeAnswer }: MappingOptions = {},
) {
  const requests: { readonly url: string; readonly atMs: number }[] = [];
  const web = fakeWeb(pages);
  const fetchPage: typeof web = async (request, options) => {
    requests.push({ url: request.url, atMs: clock.now() });
    await beforeAnswer?.();
    if (request.url === silent) await within(new Promise(() => {}), options.signal);
    return web(request, options);
  };
  const renderPage = async () => {
    throw new AppError('RENDERER_UNAVAILABLE', 'There is no browser here.');
  };
  const reader = createSiteReader({
    fetchPage,
    acquirePage: createAcquirePage({ fetchPage, renderPage, clock }),
    convertPage,
    userAgentToken: 'Winnow',
    robots: createRobotsGate(fetchPage, { userAgentToken: 'Winnow', clock }),
    pacer: memoryHostPacer(),
    politenessDelayMs,
    pause: systemPause,
    clock,
  });
  return { reader, requests };
}

/** Maps of a fake web, and the requests that they sent to it. */
export function mapping(pages: Readonly<Record<string, WebAnswer>>, options: MappingOptions = {}) {
  const { store = memoryCrawlStore(), key = ownKey('enterprise').key } = options;
  const { reader, requests } = readerOf(pages, options);
  const mapSite = createMapSite({ reader, crawledBefore: createCrawledBefore({ store, clock }), clock });
  const plan = planCatalogue().find(key.planId)!;
  return {
    requests,
    map: (request: object = {}, timeoutMs = 60_000, sendEntries?: (links: readonly MapLink[]) => void) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const atMs = clock.now() + timeoutMs;
      return mapSite(mapRequest.parse({ url: `${origin}/`, ...request }), {
        caller: { key, plan },
        deadline: { atMs, signal, remainingMs: () => atMs - clock.now() },
        sendEntries,
      });
    },
  };
}

/** Dry runs of crawls of a fake web. */
export function estimating(pages: Readonly<Record<string, WebAnswer>>, random: () => number) {
  const { reader, requests } = readerOf(pages);
  const estimateCrawl = createEstimateCrawl({ reader, clock, random, politenessDelayMs: 100 });
  return {
    requests,
    estimate: (request: object = {}) =>
      estimateCrawl(crawlRequest.parse({ url: `${origin}/`, ...request }), {
        pagesAtOnce: 10,
        timeoutMs: 60_000,
      }),
  };
}
