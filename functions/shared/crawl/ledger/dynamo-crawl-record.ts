import {
  BatchExecuteStatementCommand,
  type BatchStatementRequest,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';

import { above, allOf, atLeast, equals } from '#shared/kernel/dynamo-expression.ts';
import {
  backOff,
  type DynamoTable,
  type Item,
  readRows,
  transactWrite,
  updateOf,
} from '#shared/kernel/dynamo-table.ts';
import {
  isShallower,
  type Crawl,
  type CrawlRow,
  type DiscoveredUrl,
  type RowState,
  becomesReadable,
  withinRoom,
} from './crawl.ts';
import type { RecordedUrls } from './crawl-store.ts';
import { expirySeconds, urlItem, urlKey } from './dynamo-crawl-rows.ts';

/** BatchExecuteStatement takes at most this many. */
const statementBatch = 25;
/** Consecutive requests of which the table accepts no statement. */
const maxFruitless = 8;
/** Rows of one transaction, which may hold a hundred. */
const shallowerBatch = 50;

type Owner = Pick<Crawl, 'id' | 'expiresAtMs'>;
type Known = Pick<CrawlRow, 'hash' | 'state' | 'depth' | 'readAs'>;

/** A row and the shorter path that was found to it. */
interface Shallower {
  readonly row: Known;
  readonly found: DiscoveredUrl;
}

/** INSERT fails where the key exists: a conditional put, 25 of them in one request. */
function insertion(tableName: string, { id, expiresAtMs }: Owner, url: DiscoveredUrl): BatchStatementRequest {
  const item = urlItem(id, url, expirySeconds(expiresAtMs));
  const names = Object.keys(item);
  return {
    Statement: `INSERT INTO "${tableName}" VALUE {${names.map((name) => `'${name}': ?`).join(', ')}}`,
    Parameters: names.flatMap((name) => item[name] ?? []),
  };
}

/** Writes rows for URLs that have none, and returns those URLs. */
async function insertNew(
  { client, tableName }: DynamoTable,
  crawl: Owner,
  urls: readonly DiscoveredUrl[],
): Promise<DiscoveredUrl[]> {
  const written: DiscoveredUrl[] = [];
  let left = urls;
  let fruitless = 0;
  while (left.length > 0) {
    const batch = left.slice(0, statementBatch);
    const { Responses = [] } = await client.send(
      new BatchExecuteStatementCommand({
        Statements: batch.map((url) => insertion(tableName, crawl, url)),
      }),
    );
    const codes = batch.map((_, index) => Responses[index]?.Error?.Code);
    written.push(...batch.filter((_, index) => codes[index] === undefined));
    // Throttled, or in another writer's transaction: neither tells whether the row exists.
    const again = batch.filter((_, index) => ![undefined, 'DuplicateItem'].includes(codes[index]));
    fruitless = again.length < batch.length ? 0 : fruitless + 1;
    if (fruitless === maxFruitless) throw new Error(`${tableName} does not accept the links of a page.`);
    if (again.length > 0) await backOff(fruitless + 1);
    left = [...again, ...left.slice(statementBatch)];
  }
  return written;
}

/** What changes of a row that has a shorter path; a row that was too deep may now be read. */
function changesOf(row: Known, id: string, found: DiscoveredUrl): Readonly<Record<string, unknown>> {
  const { depth, priority, discoveredFrom } = found;
  if (becomesReadable(row, found))
    return { depth, priority, state: found.state, frontier: id, discoveredFrom };
  return row.state === 'tooDeep' || row.state === 'waiting' ? { depth, priority } : { depth };
}

/** Fails where another worker was faster: it moved the row, or found an even shorter path. */
function moveWrite(table: DynamoTable, id: string, { row, found }: Shallower): TransactWriteItem {
  const isUnread = row.state === 'tooDeep' || row.state === 'waiting';
  const liesFarther = (becomesReadable(row, found) ? atLeast : above)('depth', found.depth);
  return {
    Update: updateOf(table, urlKey(id, found.hash), {
      set: changesOf(row, id, found),
      ...(becomesReadable(row, found) ? { remove: ['reason'] } : {}),
      when: isUnread ? allOf(liesFarther, equals('state', row.state)) : liesFarther,
    }),
  };
}

/** By hand, because most links of a page are known: the general conversion takes several times as long. */
const knownOfItem = ({ hash, state, depth, readAs }: Item): Known => ({
  hash: hash?.S ?? '',
  state: (state?.S ?? '') as RowState,
  depth: Number(depth?.N),
  ...(readAs?.S === undefined ? {} : { readAs: readAs.S }),
});

async function knownOf(
  table: DynamoTable,
  id: string,
  urls: readonly DiscoveredUrl[],
  isConsistent: boolean,
): Promise<ReadonlyMap<string, Known>> {
  const keys = urls.map(({ hash }) => urlKey(id, hash));
  const attributes = ['hash', 'state', 'depth', 'readAs'];
  const items = await readRows(table, keys, { isConsistent, attributes });
  return new Map(items.map(knownOfItem).map((row) => [row.hash, row]));
}

const shallowerOf = (found: readonly DiscoveredUrl[], known: ReadonlyMap<string, Known>): Shallower[] =>
  found.flatMap((url) => {
    const row = known.get(url.hash);
    return row !== undefined && isShallower(row, url) ? [{ row, found: url }] : [];
  });

/** Lowers the depths of many rows in one transaction; rows that changed meanwhile are read again. */
async function moveShallower(
  table: DynamoTable,
  id: string,
  found: readonly DiscoveredUrl[],
  known: ReadonlyMap<string, Known>,
): Promise<void> {
  let left = shallowerOf(found, known);
  while (left.length > 0) {
    const batch = left.slice(0, shallowerBatch);
    const items = batch.map((one) => moveWrite(table, id, one));
    const { isWritten, failedConditions } = await transactWrite(table.client, items);
    const changed = batch.flatMap((one, index) => (failedConditions.includes(index) ? one.found : []));
    const again = [
      ...(isWritten ? [] : batch.filter((_, index) => !failedConditions.includes(index))),
      ...(changed.length === 0 ? [] : shallowerOf(changed, await knownOf(table, id, changed, true))),
    ];
    left = [...again, ...left.slice(shallowerBatch)];
  }
}

/** See `CrawlStore.reconsider`. */
export const reconsiderRows = (table: DynamoTable, id: string, rows: readonly CrawlRow[]): Promise<void> =>
  moveShallower(
    table,
    id,
    rows.map((row) => ({ ...row, state: 'waiting' })),
    new Map(rows.map((row) => [row.hash, { ...row, state: 'tooDeep' }])),
  );

/** As many rows as one request reads. */
const recordBatch = 100;

/** See `CrawlStore.record`. Each batch is looked up just before it is written: a row that another worker wrote costs a unit. */
export async function recordUrls(
  table: DynamoTable,
  crawl: Owner,
  all: readonly DiscoveredUrl[],
  room = Number.POSITIVE_INFINITY,
): Promise<RecordedUrls> {
  const known = new Map<string, Known>();
  const own = new Set<DiscoveredUrl>();
  let left = room;
  for (let start = 0; start < all.length; start += recordBatch) {
    const batch = all.slice(start, start + recordBatch);
    for (const [hash, row] of await knownOf(table, crawl.id, batch, false)) known.set(hash, row);
    const unknown = batch.filter(({ hash }) => !known.has(hash));
    const wanted = withinRoom(unknown, left);
    for (const url of await insertNew(table, crawl, wanted)) {
      own.add(url);
      if (url.readAs === undefined) left -= 1;
    }
    // Written after the reading above, perhaps by an earlier attempt whose response was lost.
    const late = wanted.filter((url) => !own.has(url));
    if (late.length > 0)
      for (const [hash, row] of await knownOf(table, crawl.id, late, true)) known.set(hash, row);
  }

  await moveShallower(table, crawl.id, all, known);
  const isClaimed = ({ hash, readAs }: DiscoveredUrl): boolean =>
    readAs !== undefined && known.get(hash)?.readAs === readAs;
  return {
    fresh: all.filter((url) => own.has(url) || isClaimed(url)),
    knownDepths: new Map([...known].map(([hash, { depth }]) => [hash, depth])),
  };
}
