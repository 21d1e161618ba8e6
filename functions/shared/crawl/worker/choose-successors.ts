import { bestWaiting } from '#shared/crawl/frontier/best-waiting.ts';
import type { Crawl, CrawlRow, FinishedRow } from '#shared/crawl/ledger/crawl.ts';
import { withoutFinished } from '#shared/crawl/ledger/crawl-counters.ts';
import { mayAdmitPage, roomOf } from '#shared/crawl/ledger/crawl-room.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';

/** While the limit is far, a group chooses its successors from this many times as many rows as it needs. */
const shards = 4;
const shardOf = (hash = ''): number => Number.parseInt(hash.slice(0, 4), 16) % shards;

/**
 * Workers that choose at the same time would all choose the best rows, and all but one would be left with fewer than
 * they have places for. So each begins with a shard of its own, and fills up with what the others take last.
 */
function ownShardFirst(best: readonly CrawlRow[], [first]: readonly FinishedRow[]): readonly CrawlRow[] {
  const shard = shardOf(first?.hash);
  const own = best.filter(({ hash }) => shardOf(hash) === shard);
  return [...own, ...best.filter(({ hash }) => shardOf(hash) !== shard).toReversed()];
}

/** The waiting rows that may take the places that these rows leave, as far as the crawl is known. */
export async function chooseSuccessors(
  store: Pick<CrawlStore, 'bestWaiting' | 'exclude'>,
  crawl: Crawl,
  finished: readonly FinishedRow[],
  nowMs: number,
): Promise<readonly CrawlRow[]> {
  const closed = { ...crawl, ...withoutFinished(crawl, finished) };
  if (!mayAdmitPage(closed)) return [];
  const places = roomOf(closed).open;
  const isLimitFar = roomOf(crawl).admitted > places * shards;
  const best = await bestWaiting(store, crawl, isLimitFar ? places * shards : places, nowMs);
  // Only rows of one depth are chosen by shard: the links of a page that is read before shallower ones would be
  // recorded deeper than they are.
  const shallowest = best.filter(({ depth }) => depth === best[0]?.depth);
  return (shallowest.length > places ? ownShardFirst(shallowest, finished) : best).slice(0, places);
}
