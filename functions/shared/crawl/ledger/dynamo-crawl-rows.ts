import { setTimeout } from 'node:timers/promises';
import { type AttributeValue, BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import {
  type Crawl,
  type CrawlRow,
  type DiscoveredUrl,
  type ResultBatch,
  type Way,
  wayDigits,
} from './crawl.ts';

export type Item = Record<string, AttributeValue>;

export interface CrawlTableAccess {
  readonly client: DynamoDBClient;
  readonly tableName: string;
}

/** `CRAWL#id` holds `META`, `URL#hash`, `SAME#fingerprint` and `BATCH#number`; `ACCOUNT#id` lists crawls. */
export const partition = (id: string): AttributeValue => ({ S: `CRAWL#${id}` });
export const crawlKey = (id: string, sk: string): Item => ({ pk: partition(id), sk: { S: sk } });
export const metaKey = (id: string): Item => crawlKey(id, 'META');
export const urlKey = (id: string, hash: string): Item => crawlKey(id, `URL#${hash}`);
export const sameKey = (id: string, identity: string): Item => crawlKey(id, `SAME#${identity}`);
export const batchSortKey = (sequence: number): string => `BATCH#${String(sequence).padStart(7, '0')}`;
export const accountPartition = (accountId: string): string => `ACCOUNT#${accountId}`;

/** Sparse index of crawls that somebody has to look after. */
export const unattended = 'crawls';
/** Coarse, so that the index is written every quarter of a minute and not at each commit. */
export const touchedPosition = (touchedAtMs: number): string =>
  new Date(Math.floor(touchedAtMs / 15_000) * 15_000).toISOString();

const options = { removeUndefinedValues: true } as const;
export const expirySeconds = (expiresAtMs: number): number => Math.ceil(expiresAtMs / 1000);

/** META's own names of what the index and the table's expiry read. */
const indexed = new Set(['pk', 'sk', 'expiresAt', 'collection', 'position', 'request']);

/** Counts of repeats are attributes of their own, because `ADD` counts nothing inside a map. */
const repeatsPrefix = 'repeats#';
export const repeatsName = (key: string): string => `${repeatsPrefix}${key}`;

export function crawlItem(crawl: Crawl): Item {
  const { request, repeats: _none, ...rest } = crawl;
  return {
    ...metaKey(crawl.id),
    ...marshall(rest, options),
    request: { S: JSON.stringify(request) },
    expiresAt: { N: String(expirySeconds(crawl.expiresAtMs)) },
    collection: { S: unattended },
    position: { S: touchedPosition(crawl.touchedAtMs) },
  };
}

export function crawlOf(item: Item | undefined): Crawl | undefined {
  if (item === undefined) return undefined;
  const values = unmarshall(item);
  const isRepeats = (name: string): boolean => name.startsWith(repeatsPrefix);
  const entries = Object.entries(values).filter(([name]) => !indexed.has(name));
  return {
    // Crawls that began before these were counted.
    ...{ reads: 0, discovered: 0, sitemaps: 0 },
    ...Object.fromEntries(entries.filter(([name]) => !isRepeats(name))),
    repeats: Object.fromEntries(
      entries
        .filter(([name]) => isRepeats(name))
        .map(([name, count]) => [name.slice(repeatsPrefix.length), count]),
    ),
    request: JSON.parse(String(values['request'])) as Crawl['request'],
  } as Crawl;
}

/** `frontier` and `priority` put a waiting row into the frontier index; admission takes `frontier` away. */
export function urlItem(id: string, row: CrawlRow | DiscoveredUrl, expiresAt: number): Item {
  return {
    ...urlKey(id, row.hash),
    ...marshall({ attempt: 0, ...row, expiresAt }, options),
    ...(row.state === 'waiting' ? { frontier: { S: id } } : {}),
  };
}

const wayBytes = wayDigits / 2 + 1;

/** Ways of a row in as little room as they take: rows are billed by the kilobyte. */
export const packedWays = (ways: readonly Way[]): Uint8Array =>
  Buffer.concat(ways.flatMap(({ to, hops }) => [Buffer.from(to, 'hex'), Buffer.of(hops)]));

function unpackedWays(bytes: Uint8Array): readonly Way[] {
  const all = Buffer.from(bytes);
  return Array.from({ length: all.length / wayBytes }, (_, index) => {
    const way = all.subarray(index * wayBytes, (index + 1) * wayBytes);
    return { to: way.toString('hex', 0, wayBytes - 1), hops: way[wayBytes - 1] ?? 0 };
  });
}

export function rowOf(item: Item): CrawlRow {
  const { pk: _pk, sk: _sk, expiresAt: _expiry, frontier: _frontier, leadsTo, ...row } = unmarshall(item);
  return {
    ...row,
    ...(leadsTo === undefined ? {} : { leadsTo: unpackedWays(leadsTo as Uint8Array) }),
  } as CrawlRow;
}

export function batchOf(item: Item): ResultBatch {
  const { pk: _pk, sk: _sk, expiresAt: _expiry, ...batch } = unmarshall(item);
  return batch as ResultBatch;
}

/** BatchGetItem reads at most this many keys. */
const readBatch = 100;
/** Requests in a row that the table answered with nothing. */
const maxFruitless = 12;

/** The items that are there, in no particular order; all of their attributes unless `names` tells which. */
export async function readItems(
  { client, tableName }: CrawlTableAccess,
  keys: readonly Item[],
  { isConsistent, names }: { readonly isConsistent: boolean; readonly names?: readonly string[] },
): Promise<Item[]> {
  const items: Item[] = [];
  let left = [...keys];
  let fruitless = 0;
  while (left.length > 0) {
    const asked = left.slice(0, readBatch);
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({
        RequestItems: {
          [tableName]: {
            Keys: asked,
            ConsistentRead: isConsistent,
            ...(names === undefined
              ? {}
              : {
                  ProjectionExpression: names.map((name) => `#${name}`).join(', '),
                  ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
                }),
          },
        },
      }),
    );
    items.push(...(Responses?.[tableName] ?? []));
    const unprocessed = UnprocessedKeys?.[tableName]?.Keys ?? [];
    left = [...unprocessed, ...left.slice(readBatch)];
    fruitless = unprocessed.length < asked.length ? 0 : fruitless + 1;
    if (fruitless === maxFruitless) throw new Error('The table does not answer for all rows.');
    if (unprocessed.length > 0) await setTimeout(Math.random() * Math.min(800, 20 * 2 ** fruitless));
  }
  return items;
}
