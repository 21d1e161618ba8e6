import type { CrawlCoverage, CrawlData, CrawlPage } from '#shared/contract/crawl.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { Crawl, CrawlRow, ResultBatch } from '#shared/crawls/crawl.ts';
import type { CrawlStore } from '#shared/crawls/crawl-store.ts';
import { mostDiscovered } from './crawl-limits.ts';
import type { CrawlResults } from './crawl-results.ts';

/** A reply stays under 5 MB (decisions: Crawl); the rest of it is small. */
const maxPagesBytes = 4_700_000;
/** Objects read at once. */
const readAhead = 8;

export interface PageWindow {
  readonly skip: number;
  readonly limit?: number | undefined;
}

export interface PagePart {
  readonly pages: readonly CrawlPage[];
  /** How many pages lie before the next part. */
  readonly nextSkip: number;
}

export const sourceOf = ({ usesCloud }: Crawl): Source => (usesCloud ? 'cloud' : 'local');

export interface DeliveredPage {
  /** Undefined when its object is gone: only the bucket's owner can have removed it. */
  readonly page: CrawlPage | undefined;
  /** Pages delivered before it. */
  readonly position: number;
}

/** Pages in the order of their delivery, page by page, reading a few groups ahead. */
export async function* deliveredPages(
  batches: readonly ResultBatch[],
  results: Pick<CrawlResults, 'read'>,
  skip: number,
): AsyncGenerator<DeliveredPage> {
  const wanted = batches.filter(({ deliveredBefore, hashes }) => deliveredBefore + hashes.length > skip);
  for (let start = 0; start < wanted.length; start += readAhead) {
    const group = wanted.slice(start, start + readAhead);
    const read = await Promise.all(group.map((batch) => results.read(batch)));
    for (const [index, pages] of read.entries()) {
      const before = group[index]?.deliveredBefore ?? 0;
      for (const [offset, page] of pages.entries())
        if (before + offset >= skip) yield { page, position: before + offset };
    }
  }
}

/** As many pages from `skip` on as the caller wants and a reply holds; at least one, however large. */
export async function readPart(
  crawl: Crawl,
  { skip, limit = Number.POSITIVE_INFINITY }: PageWindow,
  { store, results }: { readonly store: Pick<CrawlStore, 'batches'>; readonly results: CrawlResults },
): Promise<PagePart> {
  const pages: CrawlPage[] = [];
  let nextSkip = skip;
  let bytes = 0;
  if (limit > 0)
    for await (const { page, position } of deliveredPages(await store.batches(crawl.id, 1), results, skip)) {
      bytes += page === undefined ? 0 : Buffer.byteLength(JSON.stringify(page));
      if (pages.length > 0 && bytes > maxPagesBytes) break;
      if (page !== undefined) pages.push(page);
      nextSkip = position + 1;
      if (pages.length >= limit) break;
    }
  return { pages, nextSkip };
}

export const crawlDataOf = (crawl: Crawl, pages: readonly CrawlPage[]): CrawlData => ({
  pages: [...pages],
  total: crawl.admitted,
  completed: crawl.delivered + crawl.failed,
  status: crawl.status,
});

export const warningsOf = ({ warnings, discovered, limit }: Crawl): readonly string[] => [
  ...warnings,
  ...(discovered >= mostDiscovered(limit)
    ? [`More than ${mostDiscovered(limit)} addresses were found; those beyond were not looked at.`]
    : []),
];

/** Where each discovered page is. Of an ended crawl nothing is pending: what still waits was over the limit. */
export function coverageOf({ status }: Crawl, rows: readonly CrawlRow[]): CrawlCoverage {
  const pages = rows.filter(({ kind }) => kind === 'page');
  const count = (...states: readonly CrawlRow['state'][]): number =>
    pages.filter(({ state }) => states.includes(state)).length;
  const waiting = count('waiting');
  const isRunning = status === 'running';
  return {
    discovered: pages.length,
    delivered: count('delivered'),
    duplicate: count('duplicate'),
    excluded: count('excluded'),
    robots: count('robots'),
    outOfScope: count('outOfScope', 'tooDeep'),
    overLimit: isRunning ? 0 : waiting,
    // A crawl that was ended early leaves pages that somebody had begun to read.
    failed: count('failed') + (isRunning ? 0 : count('queued', 'leased')),
    pending: isRunning ? waiting + count('queued', 'leased') : 0,
  };
}
