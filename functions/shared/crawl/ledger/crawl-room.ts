import type { Crawl, CrawlRow, WorkKind } from './crawl.ts';

/** The counters of a crawl that have a maximum. */
export type BoundedCounter = 'admitted' | 'open' | 'reads';
export type Counts = Readonly<Record<BoundedCounter, number>>;

/** Dead links and duplicates give their places in the limit back, until this many URLs are read (docs/decisions/0013). */
export const maxReads = (limit: number): number => 5 * limit + 100;

export const maxCounts = ({ limit, concurrency }: Pick<Crawl, 'limit' | 'concurrency'>): Counts => ({
  admitted: limit,
  open: concurrency,
  reads: maxReads(limit),
});

type Counted = Pick<Crawl, 'limit' | 'concurrency' | BoundedCounter>;

/** How far each counter is from its maximum: what the crawl may still take. */
export function roomOf(crawl: Counted): Counts {
  const max = maxCounts(crawl);
  return {
    admitted: max.admitted - crawl.admitted,
    open: max.open - crawl.open,
    reads: max.reads - crawl.reads,
  };
}

/** Half of the reads are kept for pages: a site may have sitemaps without end. */
const hasReadsFor = ({ limit }: Pick<Crawl, 'limit'>, { reads }: Counts, kind: WorkKind): boolean =>
  reads > (kind === 'sitemap' ? maxReads(limit) / 2 : 0);

/** Whether the crawl may read another URL of this kind. */
export const mayRead = (crawl: Counted, kind: WorkKind): boolean => hasReadsFor(crawl, roomOf(crawl), kind);

/** Whether the crawl may admit another page. */
export const mayAdmitPage = (crawl: Counted): boolean =>
  Object.values(roomOf(crawl)).every((left) => left > 0);

/** What these rows add to the counters; sitemaps take no place in the limit. */
export const countsOf = (rows: readonly Pick<CrawlRow, 'kind'>[]): Counts => ({
  admitted: rows.filter(({ kind }) => kind === 'page').length,
  open: rows.length,
  reads: rows.length,
});

/** The rows that fit, in order. */
export function fitting(rows: readonly CrawlRow[], crawl: Counted): readonly CrawlRow[] {
  let room = roomOf(crawl);
  return rows.filter((row) => {
    const taken = countsOf([row]);
    const fits =
      room.admitted >= taken.admitted && room.open >= taken.open && hasReadsFor(crawl, room, row.kind);
    if (!fits) return false;
    room = {
      admitted: room.admitted - taken.admitted,
      open: room.open - taken.open,
      reads: room.reads - taken.reads,
    };
    return true;
  });
}
