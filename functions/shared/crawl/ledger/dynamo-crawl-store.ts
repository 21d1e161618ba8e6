import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';

import { transactWrite, updateRow } from '#shared/kernel/aws.ts';
import type { Crawl } from './crawl.ts';
import type { CrawlStore } from './crawl-store.ts';
import { admitRows } from './dynamo-crawl-admit.ts';
import { commitGroup } from './dynamo-crawl-commit.ts';
import { endCrawl, keepCoverage } from './dynamo-crawl-end.ts';
import { excludeRows } from './dynamo-crawl-exclude.ts';
import { leaseRows } from './dynamo-crawl-lease.ts';
import { bringNearer, recordUrls } from './dynamo-crawl-record.ts';
import {
  accountPartition,
  batchOf,
  batchSortKey,
  crawlItem,
  crawlKey,
  crawlOf,
  expirySeconds,
  type Item,
  metaKey,
  partition,
  rowOf,
  touchedPosition,
  unattended,
  urlItem,
  urlKey,
} from './dynamo-crawl-rows.ts';

/** Reads on the way at once. */
const readConcurrency = 16;

const text = (value: string): AttributeValue => ({ S: value });
const number = (value: number): AttributeValue => ({ N: String(value) });

async function inParallel<T, R>(
  values: readonly T[],
  width: number,
  work: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < values.length; start += width)
    results.push(...(await Promise.all(values.slice(start, start + width).map(work))));
  return results;
}

export function dynamoCrawlStore(client: DynamoDBClient, tableName: string): CrawlStore {
  const find = async (id: string): Promise<Crawl | undefined> => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, Key: metaKey(id), ConsistentRead: true }),
    );
    return crawlOf(Item);
  };

  /** False when the condition did not hold. */
  const update = (input: Omit<UpdateItemCommandInput, 'TableName'>): Promise<boolean> =>
    updateRow(client, { TableName: tableName, ...input });

  const query = async (input: Omit<QueryCommandInput, 'TableName'>) =>
    client.send(new QueryCommand({ TableName: tableName, ...input }));

  return {
    create: async (crawl, seed) => {
      const expiresAt = expirySeconds(crawl.expiresAtMs);
      const { written } = await transactWrite(client, {
        TransactItems: [
          {
            Put: {
              TableName: tableName,
              Item: crawlItem(crawl),
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          { Put: { TableName: tableName, Item: urlItem(crawl.id, seed, expiresAt) } },
          {
            Put: {
              TableName: tableName,
              Item: {
                pk: text(accountPartition(crawl.accountId)),
                sk: text(`CRAWL#${new Date(crawl.createdAtMs).toISOString()}#${crawl.id}`),
                id: text(crawl.id),
                expiresAt: number(expiresAt),
              },
            },
          },
        ],
      });
      if (!written) throw new Error(`There is a crawl ${crawl.id} already.`);
    },

    find,

    record: (crawl, found, room) => recordUrls({ client, tableName }, crawl, found, room),

    reconsider: (id, rows) =>
      bringNearer(
        { client, tableName },
        id,
        rows.map((row) => ({ ...row, state: 'waiting' })),
        new Map(rows.map((row) => [row.hash, { ...row, state: 'tooDeep' }])),
      ),

    bestWaiting: async (id, count) => {
      const { Items = [] } = await query({
        IndexName: 'frontier',
        KeyConditionExpression: 'frontier = :id',
        ExpressionAttributeValues: { ':id': text(id) },
        Limit: count,
      });
      return Items.map(rowOf);
    },

    admit: (crawl, rows, nowMs) => admitRows({ client, tableName }, find, crawl, rows, nowMs),

    exclude: (id, rows, nowMs) => excludeRows({ client, tableName }, id, rows, nowMs),

    lease: (id, hashes, lease) => leaseRows({ client, tableName }, id, hashes, lease),

    renew: (id, hash, leaseToken, untilMs) =>
      update({
        Key: urlKey(id, hash),
        UpdateExpression: 'SET leaseUntilMs = :until',
        ConditionExpression: '#state = :leased AND leaseToken = :token',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':leased': text('leased'),
          ':token': text(leaseToken),
          ':until': number(untilMs),
        },
      }),

    release: (id, hash, leaseToken, { notBeforeMs, tries, attempt }) =>
      update({
        Key: urlKey(id, hash),
        UpdateExpression:
          'SET #state = :queued, notBeforeMs = :notBefore, tries = :tries, attempt = :attempt REMOVE leaseToken, leaseUntilMs',
        ConditionExpression: '#state = :leased AND leaseToken = :token',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':leased': text('leased'),
          ':queued': text('queued'),
          ':token': text(leaseToken),
          ':notBefore': number(notBeforeMs),
          ':tries': number(tries),
          ':attempt': number(attempt),
        },
      }),

    commit: (id, group) => commitGroup({ client, tableName, find }, id, group),

    end: (id, end) => endCrawl({ client, tableName }, id, end),

    keepCoverage: (id, coverage) => keepCoverage({ client, tableName }, id, coverage),

    finalize: async (id) => {
      await update({
        Key: metaKey(id),
        UpdateExpression: 'SET finalized = :true REMOVE #collection, #position',
        ConditionExpression: '#status <> :running AND attribute_exists(pk)',
        ExpressionAttributeNames: {
          '#status': 'status',
          '#collection': 'collection',
          '#position': 'position',
        },
        ExpressionAttributeValues: { ':true': { BOOL: true }, ':running': text('running') },
      });
    },

    touch: (id, seenMs, nowMs) =>
      update({
        Key: metaKey(id),
        UpdateExpression: 'SET touchedAtMs = :now, #position = :position',
        ConditionExpression: 'touchedAtMs = :seen AND finalized = :false',
        ExpressionAttributeNames: { '#position': 'position' },
        ExpressionAttributeValues: {
          ':now': number(nowMs),
          ':position': text(touchedPosition(nowMs)),
          ':seen': number(seenMs),
          ':false': { BOOL: false },
        },
      }),

    rows: async (id, cursor) => {
      const { Items = [], LastEvaluatedKey } = await query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :url)',
        ExpressionAttributeValues: { ':pk': partition(id), ':url': text('URL#') },
        ConsistentRead: true,
        ...(cursor === undefined ? {} : { ExclusiveStartKey: urlKey(id, cursor) }),
      });
      const next = LastEvaluatedKey?.['sk']?.S?.slice('URL#'.length);
      return { rows: Items.map(rowOf), ...(next === undefined ? {} : { cursor: next }) };
    },

    batches: async (id, fromSequence, count = Number.POSITIVE_INFINITY) => {
      const items: Item[] = [];
      let from: Item | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await query({
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': partition(id),
            ':from': text(batchSortKey(fromSequence)),
            ':to': text('BATCH#~'),
          },
          ConsistentRead: true,
          ...(Number.isFinite(count) ? { Limit: count } : {}),
          ...(from === undefined ? {} : { ExclusiveStartKey: from }),
        });
        items.push(...Items);
        from = LastEvaluatedKey;
      } while (from !== undefined && items.length < count);
      return items.map(batchOf);
    },

    markAnnounced: async (id, sequence) => {
      await update({
        Key: crawlKey(id, batchSortKey(sequence)),
        UpdateExpression: 'SET announced = :true',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':true': { BOOL: true } },
      });
    },

    unattended: async (untouchedSinceMs, count) => {
      const { Items = [] } = await query({
        IndexName: 'collection',
        KeyConditionExpression: '#collection = :crawls AND #position <= :since',
        ExpressionAttributeNames: { '#collection': 'collection', '#position': 'position' },
        ExpressionAttributeValues: {
          ':crawls': text(unattended),
          ':since': text(new Date(untouchedSinceMs).toISOString()),
        },
        Limit: count,
      });
      const crawls = await inParallel(Items, readConcurrency, (item) =>
        find((item['pk']?.S ?? '').slice('CRAWL#'.length)),
      );
      return crawls.filter((crawl) => crawl !== undefined);
    },

    ofAccount: async (accountId, count, cursor) => {
      const pk = text(accountPartition(accountId));
      const { Items = [], LastEvaluatedKey } = await query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :crawl)',
        ExpressionAttributeValues: { ':pk': pk, ':crawl': text('CRAWL#') },
        ScanIndexForward: false,
        Limit: count,
        ...(cursor === undefined ? {} : { ExclusiveStartKey: { pk, sk: text(cursor) } }),
      });
      const crawls = await inParallel(Items, readConcurrency, (item) => find(item['id']?.S ?? ''));
      const next = LastEvaluatedKey?.['sk']?.S;
      return {
        crawls: crawls.filter((crawl) => crawl !== undefined),
        ...(next === undefined ? {} : { cursor: next }),
      };
    },
  };
}
