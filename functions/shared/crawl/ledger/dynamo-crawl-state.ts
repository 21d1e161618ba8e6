import type { CrawlCoverage } from '#shared/contract/crawl.ts';
import { allOf, appended, differs, equals, isAbsent, isPresent } from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, putOf, rowKey, transactWrite, updateRow } from '#shared/kernel/dynamo-table.ts';
import type { Crawl, CrawlRow, DiscoveredUrl } from './crawl.ts';
import type { CrawlStore } from './crawl-store.ts';
import { recordUrls } from './dynamo-crawl-record.ts';
import {
  accountPartition,
  crawlItem,
  expirySeconds,
  metaKey,
  touched,
  urlItem,
} from './dynamo-crawl-rows.ts';

/** See `CrawlStore.create`. */
export async function createCrawl(
  table: DynamoTable,
  crawl: Crawl,
  seed: CrawlRow,
  others: readonly DiscoveredUrl[] = [],
): Promise<void> {
  // Rows without a crawl expire; a crawl without its rows would end too early.
  if (others.length > 0) await recordUrls(table, crawl, others);
  const expiresAt = expirySeconds(crawl.expiresAtMs);
  const createdAt = new Date(crawl.createdAtMs).toISOString();
  const listing = {
    ...rowKey(accountPartition(crawl.accountId), `CRAWL#${createdAt}#${crawl.id}`),
    id: { S: crawl.id },
    expiresAt: { N: String(expiresAt) },
  };
  const { isWritten } = await transactWrite(table.client, [
    { Put: putOf(table, crawlItem(crawl), isAbsent('pk')) },
    { Put: putOf(table, urlItem(crawl.id, seed, expiresAt)) },
    { Put: putOf(table, listing) },
  ]);
  if (!isWritten) throw new Error(`There is a crawl ${crawl.id} already.`);
}

/** See `CrawlStore.end`. */
export function endCrawl(
  table: DynamoTable,
  id: string,
  { nowMs, status, code, error, warning }: Parameters<CrawlStore['end']>[1],
): Promise<boolean> {
  const isRunning = equals('status', 'running');
  return updateRow(table, metaKey(id), {
    set: {
      status,
      endedAtMs: nowMs,
      ...touched(nowMs),
      code,
      error,
      warnings: warning === undefined ? undefined : appended('warnings', [warning]),
    },
    when: status === 'completed' ? allOf(isRunning, equals('open', 0)) : isRunning,
  });
}

const hasEnded = allOf(differs('status', 'running'), isPresent('pk'));

/** See `CrawlStore.keepCoverage`. */
export async function keepCoverage(table: DynamoTable, id: string, coverage: CrawlCoverage): Promise<void> {
  await updateRow(table, metaKey(id), { set: { coverage }, when: hasEnded });
}

/** See `CrawlStore.finalize`. */
export async function finalizeCrawl(table: DynamoTable, id: string): Promise<void> {
  await updateRow(table, metaKey(id), {
    set: { finalized: true },
    remove: ['collection', 'position'],
    when: hasEnded,
  });
}

/** See `CrawlStore.touch`. */
export const touchCrawl = (table: DynamoTable, id: string, seenMs: number, nowMs: number): Promise<boolean> =>
  updateRow(table, metaKey(id), {
    set: touched(nowMs),
    when: allOf(equals('touchedAtMs', seenMs), equals('finalized', false)),
  });
