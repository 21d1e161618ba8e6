import { setTimeout } from 'node:timers/promises';
import { BatchExecuteStatementCommand, type BatchStatementRequest } from '@aws-sdk/client-dynamodb';

import { type Crawl, type DiscoveredUrl, withinRoom } from './crawl.ts';
import { type CrawlTableAccess, expirySeconds, readItems, urlItem, urlKey } from './dynamo-crawl-rows.ts';

/** BatchExecuteStatement takes at most this many. */
const statementBatch = 25;
/** Requests in a row of which the table took nothing. */
const maxFruitless = 8;

type Owner = Pick<Crawl, 'id' | 'expiresAtMs'>;

/** INSERT fails where the key exists: a conditional put, 25 of them in one request. */
function insertion(tableName: string, { id, expiresAtMs }: Owner, url: DiscoveredUrl): BatchStatementRequest {
  const item = urlItem(id, url, expirySeconds(expiresAtMs));
  const names = Object.keys(item);
  return {
    Statement: `INSERT INTO "${tableName}" VALUE {${names.map((name) => `'${name}': ?`).join(', ')}}`,
    Parameters: names.flatMap((name) => item[name] ?? []),
  };
}

/** Those that had no row; each of them has one now. */
async function insertNew(
  { client, tableName }: CrawlTableAccess,
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
    // Throttled, or in somebody's transaction: neither says whether the row is there.
    const again = batch.filter((_, index) => ![undefined, 'DuplicateItem'].includes(codes[index]));
    fruitless = again.length < batch.length ? 0 : fruitless + 1;
    if (fruitless === maxFruitless) throw new Error('The table does not take the links of a page.');
    if (again.length > 0) await setTimeout(Math.random() * Math.min(800, 20 * 2 ** fruitless));
    left = [...again, ...left.slice(statementBatch)];
  }
  return written;
}

/** What `CrawlStore.record` promises. */
export async function recordUrls(
  table: CrawlTableAccess,
  crawl: Owner,
  all: readonly DiscoveredUrl[],
  room?: number,
): Promise<readonly DiscoveredUrl[]> {
  const found = room === 0 ? withinRoom(all, 0) : all;
  /** Rows that are there, with the reading that claimed them. */
  const knownOf = async (urls: readonly DiscoveredUrl[]): Promise<Map<string, string | undefined>> => {
    const keys = urls.map(({ hash }) => urlKey(crawl.id, hash));
    const items = await readItems(table, keys, { isConsistent: false, names: ['hash', 'readAs'] });
    return new Map(items.map((item) => [item['hash']?.S ?? '', item['readAs']?.S]));
  };
  const claimedIn = (known: ReadonlyMap<string, string | undefined>) => (url: DiscoveredUrl) =>
    url.readAs !== undefined && known.get(url.hash) === url.readAs;

  const known = await knownOf(found);
  const written = await insertNew(
    table,
    crawl,
    withinRoom(
      found.filter(({ hash }) => !known.has(hash)),
      room,
    ),
  );
  const own = new Set([...written, ...found.filter(claimedIn(known))]);
  // Written since our look, perhaps by this very row's reading whose answer was lost.
  const unclear = found.filter((url) => url.readAs !== undefined && !own.has(url) && !known.has(url.hash));
  if (unclear.length > 0) for (const url of unclear.filter(claimedIn(await knownOf(unclear)))) own.add(url);
  return found.filter((url) => own.has(url));
}
