import {
  allOf,
  anyOf,
  equals,
  type Expression,
  isAbsent,
  type RowUpdate,
} from '#shared/kernel/dynamo-expression.ts';
import {
  backOff,
  type DynamoTable,
  readRows,
  transactWrite,
  updateOf,
  updateRow,
} from '#shared/kernel/dynamo-table.ts';
import type { Crawl, CrawlRow } from './crawl.ts';
import type { CrawlStore, LeaseOutcome, LeaseRequest } from './crawl-store.ts';
import { asDecided, type ReadJournal, stepWrites } from './dynamo-crawl-journal.ts';
import { crawlOf, isMeta, metaKey, rowOf, urlKey } from './dynamo-crawl-rows.ts';

/** Rows that changed between a read and its write are read again; in each round at least one worker succeeds. */
const maxRounds = 10;

/** The row is leased with this token. */
const isHeldBy = (token: string): Expression => allOf(equals('state', 'leased'), equals('leaseToken', token));

const leasing = ({ token, untilMs }: LeaseRequest, when: Expression): RowUpdate => ({
  set: { state: 'leased', leaseToken: token, leaseUntilMs: untilMs },
  add: { attempt: 1 },
  remove: ['frontier'],
  when,
});

/** Takes a queued row as it was read. In its own row, one that the journal has queued still waits. */
const takeQueued = (table: DynamoTable, id: string, row: CrawlRow, lease: LeaseRequest): Promise<boolean> =>
  updateRow(
    table,
    urlKey(id, row.hash),
    leasing(
      lease,
      allOf(
        anyOf(equals('state', 'waiting'), equals('state', 'queued')),
        equals('attempt', row.attempt),
        isAbsent('leaseToken'),
      ),
    ),
  );

/** Which of the rows read are this worker's, another's, in the queue, or of workers that did not renew their leases. */
function sortByHolder(rows: readonly CrawlRow[], { token, nowMs }: LeaseRequest) {
  const held = rows.filter(({ state }) => state === 'leased');
  const mine = held.filter(({ leaseToken }) => leaseToken === token);
  const busy = held.filter((row) => !mine.includes(row) && (row.leaseUntilMs ?? 0) > nowMs);
  return {
    mine,
    busy,
    queued: rows.filter(({ state }) => state === 'queued'),
    expired: held.filter((row) => !mine.includes(row) && !busy.includes(row)),
  };
}

/**
 * Takes rows whose leases ran out, unless a holder renews at that moment. In a step of the journal, because the holder
 * may only be late: it cannot finish the row afterwards.
 */
async function takeExpired(
  table: DynamoTable,
  { crawl, steps }: { readonly crawl: Crawl; readonly steps: number },
  ...[rows, lease]: readonly [readonly CrawlRow[], LeaseRequest]
): Promise<boolean> {
  if (rows.length === 0) return true;
  const lost = rows.map(({ hash, leaseToken = '' }) => ({ hash, leaseToken }));
  const { isWritten } = await transactWrite(table.client, [
    ...stepWrites(table, crawl, { steps, step: { lost } }),
    ...rows.map(({ hash, leaseToken = '', leaseUntilMs = 0 }) => ({
      Update: updateOf(
        table,
        urlKey(crawl.id, hash),
        leasing(lease, allOf(isHeldBy(leaseToken), equals('leaseUntilMs', leaseUntilMs))),
      ),
    })),
  ]);
  return isWritten;
}

interface Free {
  readonly queued: readonly CrawlRow[];
  readonly expired: readonly CrawlRow[];
}

/** Takes free rows. Resolves to whether all were as read; when a write fails, it gives all of them back. */
async function takeFree(
  table: DynamoTable,
  at: { readonly crawl: Crawl; readonly steps: number },
  { queued, expired }: Free,
  lease: LeaseRequest,
): Promise<boolean> {
  const { id } = at.crawl;
  const taking = await Promise.allSettled([
    takeExpired(table, at, expired, lease),
    ...queued.map((row) => takeQueued(table, id, row, lease)),
  ]);
  const failed = taking.find((result) => result.status === 'rejected');
  if (failed === undefined) return taking.every((result) => result.status === 'fulfilled' && result.value);
  // Nobody reads them: a lease that runs out would count as a worker that died.
  await Promise.allSettled(
    [...queued, ...expired].map(({ hash, attempt, tries = 0, notBeforeMs = 0 }) =>
      releaseRow(table, id, hash, lease.token, { attempt, tries, notBeforeMs }),
    ),
  );
  throw failed.reason;
}

/** The caller's choice of queued rows, which is made once: rows that are read again are chosen as before. */
function choiceOf({ choose }: LeaseRequest) {
  let left: ReadonlySet<string> | undefined;
  return async (crawl: Crawl, queued: readonly CrawlRow[]): Promise<readonly CrawlRow[]> => {
    if (choose !== undefined && left === undefined && queued.length > 0) {
      const chosen = await choose(crawl, queued);
      left = new Set(queued.filter((row) => !chosen.includes(row)).map(({ hash }) => hash));
    }
    return queued.filter(({ hash }) => left?.has(hash) !== true);
  };
}

/** See `CrawlStore.lease`. Each queued row by a write of its own: a transaction costs twice as much. */
export async function leaseRows(
  table: DynamoTable,
  readJournal: ReadJournal,
  ...[id, hashes, lease]: Parameters<CrawlStore['lease']>
): Promise<LeaseOutcome> {
  const keys = [metaKey(id), ...hashes.map((hash) => urlKey(id, hash))];
  const chosenOf = choiceOf(lease);
  for (let round = 0; round < maxRounds; round += 1) {
    const items = await readRows(table, keys, { isConsistent: true });
    const crawl = crawlOf(items.find(isMeta));
    const journal = await readJournal(id);
    const { steps } = journal;
    const rows = items.filter((item) => !isMeta(item)).map((item) => asDecided(rowOf(item), journal));
    const { mine, busy, queued: waiting, expired } = sortByHolder(rows, lease);
    if (crawl?.status !== 'running') return { crawl, leased: mine, busy };
    const queued = await chosenOf(crawl, waiting);
    const free = [...queued, ...expired];
    if (free.length === 0) return { crawl, leased: mine, busy };
    // The next reading shows which rows are this worker's.
    if (!(await takeFree(table, { crawl, steps }, { queued, expired }, lease))) {
      await backOff(round);
      continue;
    }
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
