import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { mayRead } from '#shared/crawl/ledger/crawl-room.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { repeatingReason } from '#shared/crawl/ledger/repeats.ts';

/** Rows read from the index at once when some are not worth reading. */
const lookAhead = 99;
/** More rounds than a small crawl has rows for; the end of a large crawl excludes the rest. */
const maxRounds = 40;

interface NotRead {
  readonly hash: string;
  readonly kind: CrawlRow['kind'];
  readonly reason: string;
}

interface Sifted {
  readonly worthReading: readonly CrawlRow[];
  readonly notRead: readonly NotRead[];
}

/** Half of a crawl's reads are kept for pages. Further sitemaps would block the head of the index. */
const sitemapsHadTheirHalf = 'sitemaps had half of the reads';

/** Separates rows that are not worth reading: pages that repeat known ones, sitemaps beyond their share. */
export function sift(crawl: Crawl, rows: readonly CrawlRow[]): Sifted {
  const reasonFor = ({ kind, url }: CrawlRow): string | undefined => {
    if (kind === 'page') return repeatingReason(crawl.repeats, url);
    return mayRead(crawl, kind) ? undefined : sitemapsHadTheirHalf;
  };
  const notRead = rows.flatMap((row): readonly NotRead[] => {
    const reason = reasonFor(row);
    return reason === undefined ? [] : [{ hash: row.hash, kind: row.kind, reason }];
  });
  const hashes = new Set(notRead.map(({ hash }) => hash));
  return { worthReading: rows.filter(({ hash }) => !hashes.has(hash)), notRead };
}

/** Whether a sitemap was excluded because the others used up the sitemaps' share of the reads. */
export const leftSitemapUnread = (rows: readonly CrawlRow[]): boolean =>
  rows.some(({ kind, reason }) => kind === 'sitemap' && reason === sitemapsHadTheirHalf);

/** The best waiting rows, at most `count`. Rows that are not worth reading are excluded on the way. */
export async function bestWaiting(
  store: Pick<CrawlStore, 'bestWaiting' | 'exclude'>,
  crawl: Crawl,
  count: number,
  nowMs: number,
): Promise<readonly CrawlRow[]> {
  const seen = new Set<string>();
  let best = sift(crawl, await store.bestWaiting(crawl.id, count));
  for (let round = 0; round < maxRounds; round += 1) {
    const fresh = best.notRead.filter(({ hash }) => !seen.has(hash));
    if (fresh.length === 0) break;
    for (const { hash } of fresh) seen.add(hash);
    await store.exclude(crawl.id, fresh, nowMs);
    if (best.worthReading.length >= count) break;
    // For a moment, the index may still show rows that were just excluded.
    best = sift(crawl, await store.bestWaiting(crawl.id, Math.max(count, lookAhead)));
  }
  return best.worthReading.slice(0, count);
}
