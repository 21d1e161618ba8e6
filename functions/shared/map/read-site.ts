import type { Source } from '#shared/contract/fields.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import type { CrawlLinks } from '#shared/content/page-content.ts';
import { createHostSlots, type HostSlotsDeps } from '#shared/crawl/pace/host-slots.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { AcquirePage } from '#shared/scrape/acquire-page.ts';
import { convertAcquired } from '#shared/scrape/convert-acquired.ts';
import type { ConvertPage } from '#shared/scrape/conversion/convert-page.ts';
import { followedLinks } from '#shared/scrape/followed-links.ts';
import { selectionOf } from '#shared/scrape/page-data.ts';
import type { RobotsPolicy } from '#shared/web/robots/robots-txt.ts';
import type { FetchPage } from '#shared/web/fetch/fetch-page.ts';
import { parseSitemap, type Sitemap, sitemapLimits } from '#shared/web/sitemaps/parse-sitemap.ts';

export interface ReadSiteDeps extends HostSlotsDeps {
  readonly fetchPage: FetchPage;
  readonly acquirePage: AcquirePage;
  readonly convertPage: ConvertPage;
  /** The name of our robot. */
  readonly userAgentToken: string;
}

export interface MappedPage {
  readonly finalUrl: string;
  readonly title: string | undefined;
  readonly links: CrawlLinks;
  readonly source: Source;
  /** Without the wait for the host's slot. */
  readonly readMs: number;
}

export interface ReadPageOptions {
  readonly signal: AbortSignal;
  /** Whether a page that needs scripts is opened in the browser. */
  readonly mayRender: boolean;
  /** Whether `turn` has waited for the host's slot already. */
  readonly hasTurn?: boolean;
}

/** The pages and sitemaps of a site, read as a crawl reads them: robots.txt, then the host's next free slot. */
export interface SiteReader {
  /** Rejects with AppError, among others for pages with an error status. */
  readonly page: (url: string, options: ReadPageOptions) => Promise<MappedPage>;
  /** Waits for the next free slot of a URL's host. The page that is read in the slot is chosen afterwards. */
  readonly turn: (url: string, signal: AbortSignal) => Promise<void>;
  /** Rejects with AppError when robots.txt cannot be read, so that nothing of the site may be. */
  readonly requireServer: (url: string, signal: AbortSignal) => Promise<void>;
  /** Whether robots.txt allows a page. */
  readonly allows: (url: string, signal: AbortSignal) => Promise<boolean>;
  readonly sitemap: (url: string, signal: AbortSignal) => Promise<Sitemap>;
  /** The sitemaps that robots.txt of a URL's host names. */
  readonly namedSitemaps: (url: string, signal: AbortSignal) => Promise<readonly string[]>;
}

const maxPageMs = 15_000;
const emptySitemap: Sitemap = { pages: [], details: new Map(), sitemaps: [], truncated: false };

export function createSiteReader(deps: ReadSiteDeps): SiteReader {
  const { robots, clock, pause, fetchPage, acquirePage, convertPage, userAgentToken } = deps;

  async function policyFor(url: URL, signal: AbortSignal): Promise<RobotsPolicy> {
    const policy = await robots(url, { signal });
    if (policy.failure !== undefined) throw new AppError(policy.failure.code, policy.failure.reason);
    return policy;
  }

  async function requireAllowed(address: string, signal: AbortSignal): Promise<void> {
    const url = new URL(address);
    const policy = await policyFor(url, signal);
    const decision = policy.decide(url);
    if (!decision.allowed) throw new AppError('ROBOTS_FORBIDS', `robots.txt: ${decision.rule}`);
  }

  async function waitForSlot(address: string, signal: AbortSignal): Promise<void> {
    const url = new URL(address);
    for (;;) {
      const slots = createHostSlots(deps, { id: 'map', request: { delay: 0 } }, [{ url: address }]);
      const askAtMs = await slots.waitFor(url, signal);
      signal.throwIfAborted();
      if (askAtMs === undefined) return;
      await pause(Math.max(0, askAtMs - clock.now()), signal);
      signal.throwIfAborted();
    }
  }

  return {
    page: async (url, { signal, mayRender, hasTurn = false }) => {
      await requireAllowed(url, signal);
      if (!hasTurn) await waitForSlot(url, signal);
      const startedAtMs = clock.now();
      const request = scrapeRequest.parse({
        url,
        formats: ['links'],
        timeout: maxPageMs,
        forceLocal: !mayRender,
      });
      const acquisition = await acquirePage(request, {
        signal,
        read: (page) =>
          convertAcquired(convertPage, page, {
            signal,
            selections: page.status >= 400 ? [] : [selectionOf(request)],
            wantsLinks: true,
          }),
      });
      // Nothing stops before a redirect, so that there is always a page.
      if (acquisition.kind === 'redirect') throw new AppError('TOO_MANY_REDIRECTS', 'The page redirects.');
      const { page, reading } = acquisition;
      const [content] = reading.contents;
      if (content === undefined || reading.links === undefined)
        throw new AppError('HTTP_ERROR', `The server answered ${page.status}.`);
      return {
        finalUrl: page.finalUrl,
        title: content.metadata.title,
        links: followedLinks(reading.links, page.headers, userAgentToken),
        source: page.source,
        readMs: clock.now() - startedAtMs,
      };
    },

    turn: waitForSlot,

    requireServer: async (address, signal) => {
      await policyFor(new URL(address), signal);
    },

    allows: async (address, signal) => {
      const url = new URL(address);
      return (await robots(url, { signal })).decide(url).allowed;
    },

    sitemap: async (url, signal) => {
      await requireAllowed(url, signal);
      await waitForSlot(url, signal);
      const limits = { wireBytes: sitemapLimits.decodedBytes, decodedBytes: sitemapLimits.decodedBytes };
      const { status, body, finalUrl } = await fetchPage({ url, limits }, { signal });
      return status >= 400 ? emptySitemap : parseSitemap(body, finalUrl, signal);
    },

    namedSitemaps: async (url, signal) => (await robots(new URL(url), { signal })).sitemaps,
  };
}
