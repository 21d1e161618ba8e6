import { createHostSlots, type HostSlots, type HostSlotsDeps } from '#shared/crawl/frontier/host-slots.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { within } from '#shared/kernel/deadline.ts';
import { repeatingNow } from './read-row.ts';

/** Workers die of other causes as well, sometimes twice. */
const maxUnsuspiciousAttempts = 2;

/** Whether so many workers died with a row that it may be the cause. */
export const isSuspect = ({ attempt }: Pick<CrawlRow, 'attempt'>): boolean =>
  attempt > maxUnsuspiciousAttempts;

/**
 * Repairs send pages again whose messages do not come within half a minute. So a page that comes later is leased and given
 * back: its row then says when.
 */
const maxUnwrittenMs = 20_000;
/** All rows of a message wait for the choice. */
const maxChoosingMs = 3_000;

export interface LaterRow {
  readonly row: CrawlRow;
  readonly atMs: number;
}

export interface ChosenRows {
  /** Slots of the rows' hosts. */
  readonly slots: HostSlots;
  readonly now: readonly CrawlRow[];
  /** Other workers have the hosts of these. They stay as they are, and their messages have to be sent again. */
  readonly later: readonly LaterRow[];
}

/** Whether a page is requested from its host when it is leased. */
async function isRequested(
  { robots }: HostSlotsDeps,
  crawl: Crawl,
  row: CrawlRow,
  signal: AbortSignal,
): Promise<boolean> {
  if (isSuspect({ attempt: row.attempt + 1 }) || repeatingNow(crawl, row) !== undefined) return false;
  const url = new URL(row.url);
  const policy = await robots(url, { signal });
  return policy.failure === undefined && policy.decide(url).allowed;
}

/**
 * Takes the slots of hosts for queued rows before these are leased: a lease that is given back is two writes and one
 * more later. Rows whose robots.txt or pace is not known in time are leased, and wait for them afterwards.
 */
export async function chooseRows(
  deps: HostSlotsDeps,
  crawl: Crawl,
  queued: readonly CrawlRow[],
  signal: AbortSignal,
): Promise<ChosenRows> {
  const inTime = AbortSignal.timeout(maxChoosingMs);
  const isAsked = await Promise.all(
    queued.map((row) => within(isRequested(deps, crawl, row, signal), inTime).catch(() => false)),
  );
  const asked = queued.filter((_, at) => isAsked[at]);
  const slots = createHostSlots(deps, crawl, asked);
  const untilMs = deps.clock.now() + maxUnwrittenMs;
  const later = await Promise.all(
    asked.map(async (row): Promise<LaterRow[]> => {
      const atMs = await within(slots.take(new URL(row.url), signal), inTime).catch(() => undefined);
      return atMs === undefined || atMs > untilMs ? [] : [{ row, atMs }];
    }),
  ).then((each) => each.flat());
  const left = new Set(later.map(({ row }) => row));
  return { slots, now: queued.filter((row) => !left.has(row)), later };
}
