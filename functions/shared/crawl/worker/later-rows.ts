import { isSuspect } from '#shared/crawl/ledger/attempts.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { messageGraceMs } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import { type HostSlotsDeps, lookAtHost, maxHostWaitMs, turnsOf } from '#shared/crawl/pace/host-slots.ts';
import { within } from '#shared/kernel/deadline.ts';
import { repeatingNow } from './read-row.ts';

/** All rows of a message wait for the look at their hosts. */
const maxLookMs = 3_000;
/** For a message to travel, before a repair takes it for lost. */
const travelMs = 5_000;

export interface LaterRow {
  readonly row: CrawlRow;
  /** When its message is to come. */
  readonly atMs: number;
}

/**
 * Until when a row's message may come unless its row says so. Repairs send messages again that come later, and such
 * messages would add up; a row that is leased and given back has its time in it.
 */
const expectedUntilMs = ({ touchedAtMs }: Crawl, { notBeforeMs = 0 }: CrawlRow): number =>
  Math.max(notBeforeMs, touchedAtMs) + messageGraceMs - travelMs;

async function isAllowed(
  { robots }: HostSlotsDeps,
  { url }: CrawlRow,
  signal: AbortSignal,
): Promise<boolean> {
  const policy = await robots(new URL(url), { signal });
  return policy.failure === undefined && policy.decide(new URL(url)).allowed;
}

/** The rows of one host that may come later, if others have the host now. */
async function laterOfHost(
  deps: HostSlotsDeps,
  crawl: Crawl,
  [host, rows]: readonly [string, readonly CrawlRow[]],
  signal: AbortSignal,
): Promise<readonly LaterRow[]> {
  const look = await lookAtHost(deps, crawl, host);
  const { freeAtMs } = look;
  if (freeAtMs <= deps.clock.now() + maxHostWaitMs) return [];
  const movable = rows.filter((row) => freeAtMs <= expectedUntilMs(crawl, row));
  const allowed = await Promise.all(movable.map((row) => isAllowed(deps, row, signal)));
  const asked = movable.filter((_, at) => allowed[at]);
  const urls = asked.map(({ url }) => new URL(url));
  const turns = await turnsOf(deps, crawl, urls, look, signal);
  return asked
    .map((row, at): LaterRow => ({ row, atMs: turns[at] ?? freeAtMs }))
    .filter(({ row, atMs }) => atMs <= expectedUntilMs(crawl, row));
}

/**
 * The queued rows whose hosts others have, so that they need not be leased now: a lease that is given back is two
 * writes, and one more for the next lease. A look that fails or takes long leaves its rows to the lease, after
 * which they wait for their hosts.
 */
export async function laterRows(
  deps: HostSlotsDeps,
  crawl: Crawl,
  queued: readonly CrawlRow[],
  signal: AbortSignal,
): Promise<readonly LaterRow[]> {
  const requested = queued.filter(
    (row) => !isSuspect({ attempt: row.attempt + 1 }) && repeatingNow(crawl, row) === undefined,
  );
  const byHost = Map.groupBy(requested, ({ url }) => new URL(url).host);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(maxLookMs)]);
  const looks = [...byHost].map((host) => within(laterOfHost(deps, crawl, host, inTime), inTime));
  const found = await Promise.allSettled(looks);
  return found.flatMap((look) => (look.status === 'fulfilled' ? look.value : []));
}
