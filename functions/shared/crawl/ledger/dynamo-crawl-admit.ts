import { allOf, atMost, type Expression } from '#shared/kernel/dynamo-expression.ts';
import { backOff, type DynamoTable, transactWrite } from '#shared/kernel/dynamo-table.ts';
import type { Crawl, CrawlRow } from './crawl.ts';
import { type Counts, countsOf, fitting, maxCounts } from './crawl-room.ts';
import { type ReadJournal, stepWrites } from './dynamo-crawl-journal.ts';
import { findCrawl, touched } from './dynamo-crawl-rows.ts';

/** Each round has lost to another writer of the crawl, who has gone on with it. */
const maxRounds = 20;

/** Holds while the places that a write takes are free, whichever places other writers took meanwhile. */
const hasRoomFor = (crawl: Crawl, taken: Partial<Counts>): Expression => {
  const max = { ...maxCounts(crawl) };
  const counters = (['admitted', 'open', 'reads'] as const).filter((name) => taken[name] !== undefined);
  return allOf(...counters.map((name) => atMost(name, max[name] - (taken[name] ?? 0))));
};

export const asQueued = (row: CrawlRow): CrawlRow => ({ ...row, state: 'queued' });

/** False when another writer was faster. */
async function admitOnce(
  table: DynamoTable,
  crawl: Crawl,
  {
    steps,
    rows,
    nowMs,
  }: { readonly steps: number; readonly rows: readonly CrawlRow[]; readonly nowMs: number },
): Promise<boolean> {
  const { admitted, ...others } = countsOf(rows);
  const writes = stepWrites(table, crawl, {
    steps,
    step: { queued: rows.map(({ hash }) => hash) },
    change: {
      set: touched(nowMs),
      add: { ...others, admitted },
      // A sitemap takes no place in the limit.
      when: hasRoomFor(crawl, admitted === 0 ? others : { ...others, admitted }),
    },
  });
  return (await transactWrite(table.client, writes)).isWritten;
}

/** See `CrawlStore.admit`. */
export async function admitRows(
  table: DynamoTable,
  readJournal: ReadJournal,
  ...[asRead, rows, nowMs]: readonly [crawl: Crawl, rows: readonly CrawlRow[], nowMs: number]
): Promise<readonly CrawlRow[]> {
  const admitted: CrawlRow[] = [];
  let left = rows;
  let crawl: Crawl | undefined = asRead;
  for (let round = 0; round < maxRounds && left.length > 0; round += 1) {
    if (crawl?.status !== 'running') break;
    const { steps, decisions } = await readJournal(crawl.id);
    // Rows that the index shows as waiting may have been moved meanwhile.
    left = left.filter(({ hash }) => !decisions.has(hash));
    const chosen = fitting(left, crawl);
    if (chosen.length === 0) break;
    if (await admitOnce(table, crawl, { steps, rows: chosen, nowMs })) {
      admitted.push(...chosen.map(asQueued));
      left = left.filter((row) => !chosen.includes(row));
    } else {
      await backOff(round);
    }
    if (left.length > 0) crawl = await findCrawl(table, asRead.id);
  }
  return admitted;
}
