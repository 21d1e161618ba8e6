import type { CrawlData, CrawlPage } from '#shared/contract/crawl.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { Crawl, ResultGroup } from '#shared/crawl/ledger/crawl.ts';
import { progressOf } from '#shared/crawl/ledger/crawl-counters.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { maxDiscovered } from '#shared/crawl/frontier/crawl-limits.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { groupsFrom } from './result-groups.ts';

/** Pages of one reply, which stays under 5 MB in all. */
const maxPagesBytes = 4_700_000;
/** Stored objects that are read at once. Those of pages with pictures are read one by one: each may have 20 MB. */
const readAhead = 8;

const isLarge = (page: CrawlPage | undefined): boolean =>
  page?.screenshot !== undefined || page?.actions !== undefined;

export interface PageWindow {
  readonly skip: number;
  readonly limit?: number | undefined;
}

export interface PagePart {
  readonly pages: readonly CrawlPage[];
  /** Pages before the next part. */
  readonly nextSkip: number;
  /** Number of delivered pages of this part that are no longer stored. */
  readonly missing: number;
}

export const sourceOf = ({ usesCloud }: Crawl): Source => (usesCloud ? 'cloud' : 'local');

export interface DeliveredPage {
  /** `undefined` when its object was deleted: by the bucket's owner, or because RETENTION_DAYS was lowered. */
  readonly page: CrawlPage | undefined;
  /** Pages delivered before it. */
  readonly position: number;
}

/** Pages in the order of their delivery, at least those of the window; a few objects are read ahead once the first has no pictures. */
export async function* deliveredPages(
  groups: readonly ResultGroup[],
  results: Pick<CrawlResults, 'read'>,
  { skip, limit = Number.POSITIVE_INFINITY }: PageWindow,
): AsyncGenerator<DeliveredPage> {
  const wanted = groups.filter(
    ({ deliveredBefore, hashes }) => deliveredBefore + hashes.length > skip && deliveredBefore < skip + limit,
  );
  let [start, ahead] = [0, 1];
  while (start < wanted.length) {
    const some = wanted.slice(start, start + ahead);
    const read = await Promise.all(some.map((group) => results.read(group)));
    start += some.length;
    ahead = read.some((pages) => pages.some(isLarge)) ? 1 : readAhead;
    for (const [index, pages] of read.entries()) {
      const before = some[index]?.deliveredBefore ?? 0;
      for (const [offset, page] of pages.entries())
        if (before + offset >= skip) yield { page, position: before + offset };
    }
  }
}

/** The pages from `skip` on, as many as the caller wants and a reply holds; at least one, however large. */
export async function readPart(
  crawl: Crawl,
  { skip, limit = Number.POSITIVE_INFINITY }: PageWindow,
  { store, results }: { readonly store: Pick<CrawlStore, 'groups'>; readonly results: CrawlResults },
): Promise<PagePart> {
  const pages: CrawlPage[] = [];
  let nextSkip = skip;
  let missing = 0;
  let bytes = 0;
  if (skip >= crawl.delivered) return { pages, nextSkip, missing };
  for await (const groups of groupsFrom(crawl, skip, store)) {
    for await (const { page, position } of deliveredPages(groups, results, { skip, limit })) {
      bytes += page === undefined ? 0 : Buffer.byteLength(JSON.stringify(page));
      if (pages.length > 0 && bytes > maxPagesBytes) return { pages, nextSkip, missing };
      if (page === undefined) missing += 1;
      else pages.push(page);
      nextSkip = position + 1;
      if (pages.length >= limit) return { pages, nextSkip, missing };
    }
    if (nextSkip >= skip + limit) break;
  }
  return { pages, nextSkip, missing };
}

export const crawlDataOf = (crawl: Crawl, pages: readonly CrawlPage[]): CrawlData => ({
  pages: [...pages],
  ...progressOf(crawl),
});

/** Whether only the first URL was found, or its redirect, in an ended crawl that reads what sitemaps list. */
const foundNothing = ({ status, request, discovered, sitemaps, duplicate }: Crawl): boolean =>
  request.sitemap === 'only' && status === 'completed' && discovered - sitemaps - duplicate <= 1;

/** The warnings of an answer with a part of the crawl's pages, or without any. */
export const warningsOf = (
  crawl: Crawl,
  { missing = 0 }: Partial<Pick<PagePart, 'missing'>> = {},
): readonly string[] => {
  const most = maxDiscovered(crawl.limit);
  return [
    ...crawl.warnings,
    ...(missing > 0
      ? [`${missing} delivered ${missing === 1 ? 'page is' : 'pages are'} no longer stored.`]
      : []),
    ...(crawl.discovered >= most ? [`More than ${most} URLs were found; the others were ignored.`] : []),
    ...(foundNothing(crawl)
      ? ['No sitemap lists a page besides the first one, and `sitemap: "only"` follows no links.']
      : []),
  ];
};
