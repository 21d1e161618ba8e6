import { allOf, atMost, equals, isBetween, startsWith } from '#shared/kernel/dynamo-expression.ts';
import {
  type DynamoTable,
  type Item,
  queryAllRows,
  queryRows,
  rowKey,
  updateRow,
} from '#shared/kernel/dynamo-table.ts';
import { isPresent } from '#shared/kernel/dynamo-expression.ts';
import type { Crawl, CrawlRow, ResultGroup } from './crawl.ts';
import type { CrawlStore, RowPage } from './crawl-store.ts';
import { asDecided, type ReadJournal } from './dynamo-crawl-journal.ts';
import {
  accountPartition,
  groupOf,
  groupSortKey,
  crawlKey,
  findCrawl,
  partition,
  rowOf,
  unfinalized,
  urlKey,
} from './dynamo-crawl-rows.ts';

/** Crawls of one listing that are read side by side. */
const readConcurrency = 16;

async function findCrawls(table: DynamoTable, ids: readonly string[]): Promise<readonly Crawl[]> {
  const found: (Crawl | undefined)[] = [];
  for (let start = 0; start < ids.length; start += readConcurrency) {
    const some = ids.slice(start, start + readConcurrency);
    found.push(...(await Promise.all(some.map((id) => findCrawl(table, id)))));
  }
  return found.filter((crawl) => crawl !== undefined);
}

/** See `CrawlStore.bestWaiting`. Rows leave the index when they are leased, which is after they are queued. */
export async function bestWaiting(
  table: DynamoTable,
  readJournal: ReadJournal,
  ...[id, count]: Parameters<CrawlStore['bestWaiting']>
): Promise<readonly CrawlRow[]> {
  const { decisions, open } = await readJournal(id);
  const best: CrawlRow[] = [];
  let after: Item | undefined;
  do {
    const { rows, last } = await queryRows(table, {
      index: 'frontier',
      where: equals('frontier', id),
      limit: count - best.length + open,
      after,
    });
    best.push(...rows.filter(({ hash }) => !decisions.has(hash?.S ?? '')).map(rowOf));
    after = last;
  } while (best.length < count && after !== undefined);
  return best.slice(0, count);
}

/** See `CrawlStore.rows`. */
export async function crawlRows(
  table: DynamoTable,
  readJournal: ReadJournal,
  ...[id, cursor]: Parameters<CrawlStore['rows']>
): Promise<RowPage> {
  const { rows, last } = await queryRows(table, {
    where: allOf(equals('pk', partition(id)), startsWith('sk', 'URL#')),
    isConsistent: true,
    after: cursor === undefined ? undefined : urlKey(id, cursor),
  });
  const journal = await readJournal(id);
  const next = last?.['sk']?.S?.slice('URL#'.length);
  return {
    rows: rows.map((item) => asDecided(rowOf(item), journal)),
    ...(next === undefined ? {} : { cursor: next }),
  };
}

/** See `CrawlStore.groups`. */
export async function resultGroups(
  table: DynamoTable,
  id: string,
  fromSequence: number,
  count?: number,
): Promise<readonly ResultGroup[]> {
  const items = await queryAllRows(table, {
    where: allOf(equals('pk', partition(id)), isBetween('sk', groupSortKey(fromSequence), 'BATCH#~')),
    isConsistent: true,
    ...(count === undefined ? {} : { limit: count }),
  });
  return items.map(groupOf);
}

/** See `CrawlStore.markAnnounced`. */
export async function markAnnounced(table: DynamoTable, id: string, sequence: number): Promise<void> {
  await updateRow(table, crawlKey(id, groupSortKey(sequence)), {
    set: { announced: true },
    when: isPresent('pk'),
  });
}

/** See `CrawlStore.unfinalized`. */
export async function quietCrawls(
  table: DynamoTable,
  untouchedSinceMs: number,
  count: number,
): Promise<readonly Crawl[]> {
  const { rows } = await queryRows(table, {
    index: 'collection',
    where: allOf(
      equals('collection', unfinalized),
      atMost('position', new Date(untouchedSinceMs).toISOString()),
    ),
    limit: count,
  });
  return findCrawls(
    table,
    rows.map(({ pk }) => (pk?.S ?? '').slice('CRAWL#'.length)),
  );
}

/** See `CrawlStore.ofAccount`. */
export async function crawlsOfAccount(
  table: DynamoTable,
  ...[accountId, count, cursor]: Parameters<CrawlStore['ofAccount']>
): Promise<{ readonly crawls: readonly Crawl[]; readonly cursor?: string }> {
  const pk = accountPartition(accountId);
  const { rows, last } = await queryRows(table, {
    where: allOf(equals('pk', pk), startsWith('sk', 'CRAWL#')),
    isDescending: true,
    limit: count,
    after: cursor === undefined ? undefined : rowKey(pk, cursor),
  });
  const crawls = await findCrawls(
    table,
    rows.map(({ id }) => id?.S ?? ''),
  );
  const next = last?.['sk']?.S;
  return { crawls, ...(next === undefined ? {} : { cursor: next }) };
}
