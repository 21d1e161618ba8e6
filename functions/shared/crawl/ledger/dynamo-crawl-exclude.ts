import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';

import { transactWrite } from '#shared/kernel/aws.ts';
import type { CrawlStore } from './crawl-store.ts';
import { type CrawlTableAccess, metaKey, touchedPosition, urlKey } from './dynamo-crawl-rows.ts';

/** A transaction holds a hundred items; one of them is the crawl. */
const excludeBatch = 99;

const text = (value: string) => ({ S: value });
const number = (value: number) => ({ N: String(value) });

type Excluded = Parameters<CrawlStore['exclude']>[1];

const writesOf = (tableName: string, id: string, rows: Excluded, nowMs: number): TransactWriteItem[] => [
  {
    Update: {
      TableName: tableName,
      Key: metaKey(id),
      UpdateExpression: 'SET touchedAtMs = :now, #position = :position ADD excluded :count',
      ConditionExpression: '#status = :running',
      ExpressionAttributeNames: { '#status': 'status', '#position': 'position' },
      ExpressionAttributeValues: {
        ':now': number(nowMs),
        ':position': text(touchedPosition(nowMs)),
        ':count': number(rows.filter(({ kind }) => kind === 'page').length),
        ':running': text('running'),
      },
    },
  },
  ...rows.map(({ hash, reason }) => ({
    Update: {
      TableName: tableName,
      Key: urlKey(id, hash),
      UpdateExpression: 'SET #state = :excluded, #reason = :reason REMOVE frontier',
      ConditionExpression: '#state = :waiting',
      ExpressionAttributeNames: { '#state': 'state', '#reason': 'reason' },
      ExpressionAttributeValues: {
        ':excluded': text('excluded'),
        ':reason': text(reason),
        ':waiting': text('waiting'),
      },
    },
  })),
];

/** What `CrawlStore.exclude` promises. */
export async function excludeRows(
  { client, tableName }: CrawlTableAccess,
  id: string,
  rows: Excluded,
  nowMs: number,
): Promise<void> {
  let left = rows;
  while (left.length > 0) {
    const batch = left.slice(0, excludeBatch);
    const TransactItems = writesOf(tableName, id, batch, nowMs);
    const { written, failedConditions } = await transactWrite(client, { TransactItems });
    if (failedConditions.includes(0)) return;
    // Rows that no longer wait are left out, and the others tried again: each round has fewer rows.
    const again = written ? [] : batch.filter((_, index) => !failedConditions.includes(index + 1));
    left = [...again, ...left.slice(excludeBatch)];
  }
}
