import { allOf, equals, type Expression, isAbsent } from '#shared/kernel/dynamo-expression.ts';
import { type DynamoTable, type Item, readRows, updateRow } from '#shared/kernel/dynamo-table.ts';
import type { CrawlRow } from './crawl.ts';
import type { CrawlStore, LeaseOutcome } from './crawl-store.ts';
import { crawlOf, metaKey, rowOf, urlKey } from './dynamo-crawl-rows.ts';

type Lease = Parameters<CrawlStore['lease']>[2];

/** Rows that changed between a read and its write are read again; in each round at least one worker succeeds. */
const maxRounds = 10;

/** The row is leased with this token. */
export const isHeldBy = (token: string): Expression =>
  allOf(equals('state', 'leased'), equals('leaseToken', token));

/** Takes the row from the state in which it was read, and from no other: a holder may renew meanwhile. */
const leaseRow = (
  table: DynamoTable,
  id: string,
  { hash, state, attempt, leaseToken, leaseUntilMs = 0 }: CrawlRow,
  { token, untilMs }: Lease,
): Promise<boolean> =>
  updateRow(table, urlKey(id, hash), {
    set: { state: 'leased', leaseToken: token, leaseUntilMs: untilMs },
    add: { attempt: 1 },
    when: allOf(
      equals('state', state),
      equals('attempt', attempt),
      leaseToken === undefined
        ? isAbsent('leaseToken')
        : allOf(equals('leaseToken', leaseToken), equals('leaseUntilMs', leaseUntilMs)),
    ),
  });

/** Which of the rows read are this worker's, another's, or free. */
function sortByHolder(items: readonly Item[], { token, nowMs }: Lease) {
  const rows = items.filter(({ sk }) => sk?.S !== 'META').map(rowOf);
  const held = rows.filter(({ state }) => state === 'leased');
  const mine = held.filter(({ leaseToken }) => leaseToken === token);
  const busy = held.filter((row) => !mine.includes(row) && (row.leaseUntilMs ?? 0) > nowMs);
  const free = [...rows.filter(({ state }) => state === 'queued'), ...held].filter(
    (row) => !mine.includes(row) && !busy.includes(row),
  );
  return { mine, busy, free };
}

/** Takes rows, each as it was read. Resolves to whether all were so; when a write fails, it gives all of them back. */
async function takeRows(
  table: DynamoTable,
  id: string,
  rows: readonly CrawlRow[],
  lease: Lease,
): Promise<boolean> {
  const taking = await Promise.allSettled(rows.map((row) => leaseRow(table, id, row, lease)));
  const failed = taking.find((result) => result.status === 'rejected');
  if (failed === undefined) return taking.every((result) => result.status === 'fulfilled' && result.value);
  // Nobody reads them: a lease that runs out would count as a worker that died.
  await Promise.allSettled(
    rows.map(({ hash, attempt, tries = 0, notBeforeMs = 0 }) =>
      releaseRow(table, id, hash, lease.token, { attempt, tries, notBeforeMs }),
    ),
  );
  throw failed.reason;
}

/** See `CrawlStore.lease`. Each row by a write of its own: a transaction costs twice as much. */
export async function leaseRows(
  table: DynamoTable,
  id: string,
  hashes: readonly string[],
  lease: Lease,
): Promise<LeaseOutcome> {
  const keys = [metaKey(id), ...hashes.map((hash) => urlKey(id, hash))];
  for (let round = 0; round < maxRounds; round += 1) {
    const items = await readRows(table, keys, { isConsistent: true });
    const crawl = crawlOf(items.find(({ sk }) => sk?.S === 'META'));
    const { mine, busy, free } = sortByHolder(items, lease);
    if (crawl?.status !== 'running' || free.length === 0) return { crawl, leased: mine, busy };
    // The next reading shows which rows are this worker's.
    if (!(await takeRows(table, id, free, lease))) continue;
    const taken = free.map((row): CrawlRow => ({
      ...row,
      state: 'leased',
      attempt: row.attempt + 1,
      leaseToken: lease.token,
      leaseUntilMs: lease.untilMs,
    }));
    return { crawl, leased: [...mine, ...taken], busy };
  }
  throw new Error(`Too many workers lease rows of the crawl ${id} at once.`);
}

/** See `CrawlStore.renew`. */
export const renewLease = (
  table: DynamoTable,
  ...[id, hash, token, untilMs]: Parameters<CrawlStore['renew']>
): Promise<boolean> =>
  updateRow(table, urlKey(id, hash), { set: { leaseUntilMs: untilMs }, when: isHeldBy(token) });

/** See `CrawlStore.release`. */
export const releaseRow = (
  table: DynamoTable,
  ...[id, hash, token, { notBeforeMs, tries, attempt, throttles }]: Parameters<CrawlStore['release']>
): Promise<boolean> =>
  updateRow(table, urlKey(id, hash), {
    set: {
      state: 'queued',
      notBeforeMs,
      tries,
      attempt,
      ...(throttles === undefined ? {} : { throttles }),
    },
    remove: ['leaseToken', 'leaseUntilMs'],
    when: isHeldBy(token),
  });
