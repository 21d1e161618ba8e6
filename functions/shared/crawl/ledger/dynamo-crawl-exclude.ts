import { equals } from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, transactWrite, updateOf } from '#shared/kernel/dynamo-table.ts';
import type { CrawlStore } from './crawl-store.ts';
import { metaKey, touched, urlKey } from './dynamo-crawl-rows.ts';

/** A transaction holds a hundred items; one of them is the crawl. */
const excludeBatch = 99;

type Excluded = Parameters<CrawlStore['exclude']>[1];

const writesOf = (table: DynamoTable, id: string, rows: Excluded, nowMs: number) => [
  {
    Update: updateOf(table, metaKey(id), {
      set: touched(nowMs),
      add: { excluded: rows.filter(({ kind }) => kind === 'page').length },
      when: equals('status', 'running'),
    }),
  },
  ...rows.map(({ hash, reason }) => ({
    Update: updateOf(table, urlKey(id, hash), {
      set: { state: 'excluded', reason },
      remove: ['frontier'],
      when: equals('state', 'waiting'),
    }),
  })),
];

/** See `CrawlStore.exclude`. */
export async function excludeRows(
  table: DynamoTable,
  id: string,
  rows: Excluded,
  nowMs: number,
): Promise<void> {
  let left = rows;
  while (left.length > 0) {
    const batch = left.slice(0, excludeBatch);
    const { isWritten, failedConditions } = await transactWrite(
      table.client,
      writesOf(table, id, batch, nowMs),
    );
    if (failedConditions.includes(0)) return;
    // Rows that no longer wait are left out and the others are tried again: each round has fewer rows.
    const again = isWritten ? [] : batch.filter((_, index) => !failedConditions.includes(index + 1));
    left = [...again, ...left.slice(excludeBatch)];
  }
}
