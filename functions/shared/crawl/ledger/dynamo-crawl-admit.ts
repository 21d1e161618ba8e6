import { allOf, atMost, equals, type Expression } from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, transactWrite, updateOf } from '#shared/kernel/dynamo-table.ts';
import type { Crawl, CrawlRow } from './crawl.ts';
import { type Counts, countsOf, fitting, maxCounts } from './crawl-room.ts';
import { findCrawl, metaKey, touched, urlKey } from './dynamo-crawl-rows.ts';

/** Rows of one transaction, which may hold a hundred items. */
const admitBatch = 50;
/** Rows that the index shows as waiting may have been moved meanwhile. */
const maxRounds = 20;

/** Holds while the places that a write takes are free, whichever places other writers took meanwhile. */
export const hasRoomFor = (crawl: Crawl, taken: Partial<Counts>): Expression => {
  const max = { ...maxCounts(crawl) };
  const counters = (['admitted', 'open', 'reads'] as const).filter((name) => taken[name] !== undefined);
  return allOf(...counters.map((name) => atMost(name, max[name] - (taken[name] ?? 0))));
};

/** Queues a waiting row. */
export const admission = (table: DynamoTable, id: string, hash: string) => ({
  Update: updateOf(table, urlKey(id, hash), {
    set: { state: 'queued' },
    remove: ['frontier'],
    when: equals('state', 'waiting'),
  }),
});

export const asQueued = (row: CrawlRow): CrawlRow => ({ ...row, state: 'queued' });

/** The hashes of rows that no longer wait; `undefined` when all were admitted. */
async function admitOnce(
  table: DynamoTable,
  crawl: Crawl,
  rows: readonly CrawlRow[],
  nowMs: number,
): Promise<readonly string[] | undefined> {
  const { admitted, ...others } = countsOf(rows);
  const { isWritten, failedConditions } = await transactWrite(table.client, [
    {
      Update: updateOf(table, metaKey(crawl.id), {
        set: touched(nowMs),
        add: { ...others, admitted },
        when: allOf(
          equals('status', 'running'),
          // A sitemap takes no place in the limit.
          hasRoomFor(crawl, admitted === 0 ? others : { ...others, admitted }),
        ),
      }),
    },
    ...rows.map(({ hash }) => admission(table, crawl.id, hash)),
  ]);
  return isWritten ? undefined : failedConditions.flatMap((index) => rows[index - 1]?.hash ?? []);
}

/** See `CrawlStore.admit`. */
export async function admitRows(
  table: DynamoTable,
  asRead: Crawl,
  rows: readonly CrawlRow[],
  nowMs: number,
): Promise<readonly CrawlRow[]> {
  const admitted: CrawlRow[] = [];
  let left = [...rows];
  let crawl: Crawl | undefined = asRead;
  for (let round = 0; round < maxRounds && left.length > 0; round += 1) {
    if (crawl?.status !== 'running') break;
    const chosen = fitting(left, crawl).slice(0, admitBatch);
    if (chosen.length === 0) break;
    const gone = await admitOnce(table, crawl, chosen, nowMs);
    if (gone === undefined) {
      admitted.push(...chosen.map(asQueued));
      left = left.filter((row) => !chosen.includes(row));
    } else {
      left = left.filter(({ hash }) => !gone.includes(hash));
    }
    if (left.length > 0) crawl = await findCrawl(table, asRead.id);
  }
  return admitted;
}
