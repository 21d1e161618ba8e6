import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { FetchPage } from '#shared/web/fetch/fetch-page.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type ErrorCode, isAppError } from '#shared/kernel/errors.ts';
import { parseSitemap, sitemapLimits } from '#shared/web/sitemaps/parse-sitemap.ts';
import { type FoundLink, positionOf } from '#shared/crawl/frontier/frontier.ts';
import { maxUrlsFrom } from '#shared/crawl/frontier/crawl-limits.ts';
import { retryAfterSeconds } from '#shared/kernel/retry-after.ts';

export interface SitemapReading {
  readonly links: readonly FoundLink[];
  /** The server's error status. */
  readonly refusal?: { readonly status: number; readonly retryAfterSeconds: number | undefined };
  readonly failure?: { readonly code: ErrorCode; readonly reason: string };
}

export type ReadCrawlSitemap = (row: CrawlRow, crawl: Crawl, signal: AbortSignal) => Promise<SitemapReading>;

const last = Number.MAX_SAFE_INTEGER;

/**
 * The rank of a sitemap that an index lists: the first one of the first index comes first. Sitemaps of nested indexes
 * come last, because a site may nest them without end and a crawl's reads are limited.
 */
const positionIn = ({ priority, discoveredFrom }: CrawlRow, index: number): number =>
  discoveredFrom === undefined ? (positionOf(priority) + 1) * (index + 1) - 1 : last;

/** Reads one sitemap, index or feed of a crawl. Its entries have depth 0. */
export function createReadCrawlSitemap(fetchPage: FetchPage, clock: Clock): ReadCrawlSitemap {
  return async (row, { limit }, signal) => {
    const limits = { wireBytes: sitemapLimits.decodedBytes, decodedBytes: sitemapLimits.decodedBytes };
    const { status, body, finalUrl, headers } = await fetchPage({ url: row.url, limits }, { signal });
    // Most sites have no sitemap; that is no failure.
    if (status === 404 || status === 410) return { links: [] };
    if (status >= 400)
      return {
        links: [],
        refusal: { status, retryAfterSeconds: retryAfterSeconds(headers['retry-after'], clock.now()) },
      };
    try {
      const { pages, sitemaps } = await parseSitemap(body, finalUrl, signal);
      const common = { baseUrl: finalUrl, depth: 0, discoveredFrom: row.url };
      return {
        links: [
          ...sitemaps.map((href, index): FoundLink => ({
            ...common,
            href,
            kind: 'sitemap',
            position: positionIn(row, index),
          })),
          ...pages
            .slice(0, maxUrlsFrom(limit))
            .map((href): FoundLink => ({ ...common, href, kind: 'page', isListed: true })),
        ],
      };
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { links: [], failure: { code: error.code, reason: error.message } };
    }
  };
}
