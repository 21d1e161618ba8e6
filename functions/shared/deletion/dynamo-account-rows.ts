import { type DynamoDBClient, DeleteItemCommand } from '@aws-sdk/client-dynamodb';

import { accountPartition, accountRowKey, keyRowKey } from '#shared/accounts/keys/dynamo-key-rows.ts';
import { partition as crawlPartition } from '#shared/crawl/ledger/dynamo-crawl-rows.ts';
import { allOf, equals, startsWith } from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, type Item, queryAllRows, queryRows } from '#shared/kernel/dynamo-table.ts';
import type { AccountRows } from './account-rows.ts';
import { deletionKey } from './dynamo-deletion-marks.ts';

/** Deletions that run side by side. */
const concurrency = 20;

async function removeRows({ client, tableName }: DynamoTable, keys: readonly Item[]): Promise<number> {
  const remove = (key: Item) => client.send(new DeleteItemCommand({ TableName: tableName, Key: key }));
  for (let start = 0; start < keys.length; start += concurrency)
    await Promise.all(keys.slice(start, start + concurrency).map(remove));
  return keys.length;
}

const keyOf = ({ pk, sk }: Item): Item => ({ pk: pk ?? { S: '' }, sk: sk ?? { S: '' } });

/** Removes the rows of a partition page by page, except those with a sort key of `kept`. */
async function removePartition(table: DynamoTable, pk: string, kept: readonly Item[] = []): Promise<number> {
  const keptNames = new Set(kept.map(({ sk }) => sk?.S));
  let removed = 0;
  let after: Item | undefined;
  do {
    const { rows, last } = await queryRows(table, { where: equals('pk', pk), isConsistent: true, after });
    removed += await removeRows(table, rows.filter(({ sk }) => !keptNames.has(sk?.S)).map(keyOf));
    after = last;
  } while (after !== undefined);
  return removed;
}

/** The rows of both tables. */
export function dynamoAccountRows(
  client: DynamoDBClient,
  { serviceTable, crawlTable }: { readonly serviceTable: string; readonly crawlTable: string },
): AccountRows {
  const service = { client, tableName: serviceTable };
  const crawls = { client, tableName: crawlTable };
  return {
    crawlIds: async (accountId) => {
      const rows = await queryAllRows(crawls, {
        where: allOf(equals('pk', accountPartition(accountId)), startsWith('sk', 'CRAWL#')),
        isConsistent: true,
      });
      return rows.flatMap(({ id }) => id?.S ?? []);
    },
    removeCrawl: (id) => removePartition(crawls, crawlPartition(id)),
    removeAccount: async (accountId, keyHashes) => {
      const keys = await removeRows(service, keyHashes.map(keyRowKey));
      const lists = await removePartition(crawls, accountPartition(accountId));
      // The mark is last: it has the sweeper repeat a deletion that was broken off.
      const last = [accountRowKey(accountId), deletionKey(accountId)];
      const others = await removePartition(service, accountPartition(accountId), last);
      for (const key of last) await removeRows(service, [key]);
      return keys + lists + others + 1;
    },
  };
}
