import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { type DynamoTable, findRow, type Item, rowKey } from '#shared/kernel/dynamo-table.ts';
import type { Crawl, CrawlRow, DiscoveredUrl, ResultGroup } from './crawl.ts';

/** `CRAWL#id` holds `META`, `URL#hash`, `STEP#number`, `LINKS#id` and `BATCH#number`; `ACCOUNT#id` lists crawls. */
export const partition = (id: string): string => `CRAWL#${id}`;
export const crawlKey = (id: string, sk: string): Item => rowKey(partition(id), sk);
export const metaKey = (id: string): Item => crawlKey(id, 'META');
export const isMeta = ({ sk }: Item): boolean => sk?.S === 'META';
export const urlKey = (id: string, hash: string): Item => crawlKey(id, `URL#${hash}`);
export const groupSortKey = (sequence: number): string => `BATCH#${String(sequence).padStart(7, '0')}`;
export const accountPartition = (accountId: string): string => `ACCOUNT#${accountId}`;

/** The `collection` of crawls that are not finalized: a sparse index lists them. */
export const unfinalized = 'crawls';
/** Rounded to 15 s, so that not every commit writes to the index. */
const touchedPosition = (touchedAtMs: number): string =>
  new Date(Math.floor(touchedAtMs / 15_000) * 15_000).toISOString();
/** The attributes that say when anything last happened to the crawl. */
export const touched = (nowMs: number) => ({ touchedAtMs: nowMs, position: touchedPosition(nowMs) });

const options = { removeUndefinedValues: true } as const;
export const expirySeconds = (expiresAtMs: number): number => Math.ceil(expiresAtMs / 1000);

/** The attribute that counts groups of results, as it has been stored since the first crawl. */
const groupsAttribute = 'batches';
/** The attribute of a crawl's counter. */
export const counterAttribute = (name: keyof Crawl): string => (name === 'groups' ? groupsAttribute : name);

/** Attributes of a crawl's row that are not fields of `Crawl`. */
const indexed = new Set([
  'pk',
  'sk',
  'expiresAt',
  'collection',
  'position',
  'request',
  'steps',
  groupsAttribute,
]);

/** Counts of repeats are attributes of their own, because `ADD` counts nothing inside a map. */
const repeatsPrefix = 'repeats#';
export const repeatsName = (key: string): string => `${repeatsPrefix}${key}`;

export function crawlItem(crawl: Crawl): Item {
  const { request, repeats: _none, groups, ...rest } = crawl;
  return {
    ...metaKey(crawl.id),
    ...marshall({ ...rest, [groupsAttribute]: groups }, options),
    request: { S: JSON.stringify(request) },
    expiresAt: { N: String(expirySeconds(crawl.expiresAtMs)) },
    collection: { S: unfinalized },
    position: { S: touchedPosition(crawl.touchedAtMs) },
  };
}

export function crawlOf(item: Item | undefined): Crawl | undefined {
  if (item === undefined) return undefined;
  const values = unmarshall(item);
  const isRepeats = (name: string): boolean => name.startsWith(repeatsPrefix);
  const entries = Object.entries(values).filter(([name]) => !indexed.has(name));
  return {
    // Crawls that were stored before these counters existed.
    ...{ reads: 0, discovered: 0, sitemaps: 0 },
    ...Object.fromEntries(entries.filter(([name]) => !isRepeats(name))),
    repeats: Object.fromEntries(
      entries
        .filter(([name]) => isRepeats(name))
        .map(([name, count]) => [name.slice(repeatsPrefix.length), count]),
    ),
    groups: values[groupsAttribute],
    request: JSON.parse(String(values['request'])) as Crawl['request'],
  } as Crawl;
}

/** `frontier` and `priority` put a waiting row into the frontier index; its first lease removes `frontier`. */
export function urlItem(id: string, row: CrawlRow | DiscoveredUrl, expiresAt: number): Item {
  return {
    ...urlKey(id, row.hash),
    ...marshall({ attempt: 0, ...row, expiresAt }, options),
    ...(row.state === 'waiting' ? { frontier: { S: id } } : {}),
  };
}

export function rowOf(item: Item): CrawlRow {
  const { pk: _pk, sk: _sk, expiresAt: _expiry, frontier: _frontier, ...row } = unmarshall(item);
  return row as CrawlRow;
}

export function groupOf(item: Item): ResultGroup {
  const { pk: _pk, sk: _sk, expiresAt: _expiry, ...group } = unmarshall(item);
  return group as ResultGroup;
}

export const findCrawl = async (table: DynamoTable, id: string): Promise<Crawl | undefined> =>
  crawlOf(await findRow(table, metaKey(id)));
