import type { Crawl, CrawlRow } from '#shared/crawls/crawl.ts';
import type { CrawlStore } from '#shared/crawls/crawl-store.ts';
import { repeatingReason } from '#shared/crawls/repeats.ts';

/** Rows looked at in one go when some of them only repeat; as many as one transaction excludes. */
const lookAhead = 99;
/** More rounds than the ledger of a small crawl has rows for; the end of a large one excludes the rest. */
const maxRounds = 40;

/** A row that need not be read, with the reason. */
interface Repeating {
  readonly hash: string;
  readonly reason: string;
}

interface Sifted {
  readonly worthReading: readonly CrawlRow[];
  readonly repeating: readonly Repeating[];
}

/** Tells rows whose addresses only repeat known pages from the others. */
export function sift({ repeats }: Pick<Crawl, 'repeats'>, rows: readonly CrawlRow[]): Sifted {
  const reasons = new Map(
    rows.flatMap(({ hash, url, kind }) => {
      const reason = kind === 'page' ? repeatingReason(repeats, url) : undefined;
      return reason === undefined ? [] : [[hash, reason] as const];
    }),
  );
  return {
    worthReading: rows.filter(({ hash }) => !reasons.has(hash)),
    repeating: [...reasons].map(([hash, reason]) => ({ hash, reason })),
  };
}

/** The best of what waits. Rows that only repeat known pages are excluded on the way. */
export async function bestWaiting(
  store: Pick<CrawlStore, 'bestWaiting' | 'exclude'>,
  crawl: Crawl,
  count: number,
  nowMs: number,
): Promise<readonly CrawlRow[]> {
  const seen = new Set<string>();
  let best = sift(crawl, await store.bestWaiting(crawl.id, count));
  for (let round = 0; round < maxRounds; round += 1) {
    const fresh = best.repeating.filter(({ hash }) => !seen.has(hash));
    if (fresh.length === 0) break;
    for (const { hash } of fresh) seen.add(hash);
    await store.exclude(crawl.id, fresh, nowMs);
    if (best.worthReading.length >= count) break;
    // The index may still show for a moment what was excluded just now.
    best = sift(crawl, await store.bestWaiting(crawl.id, Math.max(count, lookAhead)));
  }
  return best.worthReading.slice(0, count);
}
