import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import { type LeasedRow, type Requeued, requeueRows } from '#shared/crawl/lifecycle/requeue-rows.ts';
import { createHostSlots, type HostSlotsDeps } from '#shared/crawl/pace/host-slots.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import type { CommitOutcomes } from './commit-outcomes.ts';
import type { RowOutcome } from './finish-page.ts';
import type { ReadRow } from './read-row.ts';

export interface PageGroupDeps extends HostSlotsDeps {
  readonly store: Pick<CrawlStore, 'release'>;
  readonly queue: PageQueue;
  readonly logger: Logger;
}

/** Finished pages wait this long for others, so that one write finishes many. */
const gatherMs = 300;
/**
 * Pages of a polite host finish one after the other. Their successors are found when they are committed, and travel
 * together only if they are found together.
 */
const politeGatherMs = 5_000;
/** Pages that go back to the queue wait this long for others, so that they come together. */
const gatherLaterMs = 50;
/** The pages of one group are stored, read and announced as a whole. */
const maxGroupCharacters = 8_000_000;

/** Removes the next group from the ready outcomes: at least one, and no more text than readers of results can hold. */
function takeGroup(ready: RowOutcome[]): RowOutcome[] {
  let characters = 0;
  const end = ready.findIndex((outcome, index) => {
    characters += outcome.kind === 'finished' && outcome.page ? JSON.stringify(outcome.page).length : 0;
    return index > 0 && characters > maxGroupCharacters;
  });
  return ready.splice(0, end === -1 ? ready.length : end);
}

interface OutcomeGroups {
  readonly add: (outcome: RowOutcome) => void;
  /** Called once a row, after its outcome was added, if it has one. */
  readonly rowEnded: () => void;
  /** The outcomes that are ready, once some are; `undefined` after the last. */
  readonly next: () => Promise<readonly RowOutcome[] | undefined>;
}

/** Gathers the outcomes of so many rows to groups. */
function gatherOutcomes(
  rows: number,
  { pause, maxMs }: { readonly pause: Pause; readonly maxMs: number },
  signal: AbortSignal,
): OutcomeGroups {
  const ready: RowOutcome[] = [];
  let unfinished = rows;
  let arrival = Promise.withResolvers<void>();
  const allRead = new AbortController();
  const gathering = AbortSignal.any([signal, allRead.signal]);
  return {
    add: (outcome) => ready.push(outcome),
    rowEnded: () => {
      unfinished -= 1;
      if (unfinished === 0) allRead.abort();
      arrival.resolve();
    },
    next: async () => {
      if (unfinished === 0 && ready.length === 0) return undefined;
      if (ready.length === 0) await arrival.promise;
      arrival = Promise.withResolvers<void>();
      if (unfinished > 0) await pause(maxMs, gathering);
      return takeGroup(ready);
    },
  };
}

type Later = Extract<RowOutcome, { kind: 'later' }>;

/** A failed reading counts as one more try. */
const requeued = (lease: LeasedRow, { atMs, isFailure, isThrottled = false }: Later): Requeued => ({
  ...lease,
  changes: {
    attempt: 0,
    tries: (lease.row.tries ?? 0) + Number(isFailure),
    notBeforeMs: atMs,
    ...(isThrottled ? { throttles: (lease.row.throttles ?? 0) + 1 } : {}),
  },
});

/** Holds the host of a row. Resolves to whether that is in vain, because it refuses pages at the slowest pace already. */
type HoldHost = (lease: LeasedRow, untilMs: number) => Promise<boolean>;

/** Sends rows back to the queue that are to be read later. Resolves when they are sent; never rejects. */
function createRequeue(
  deps: PageGroupDeps,
  crawl: Crawl,
  hold: HoldHost,
  signal: AbortSignal,
): (lease: LeasedRow, later: Later) => Promise<void> {
  let gathered: Requeued[] = [];
  let sending: Promise<void> | undefined;
  const sendGathered = async (): Promise<void> => {
    await deps.pause(gatherLaterMs, signal);
    const rows = gathered;
    gathered = [];
    sending = undefined;
    // Rows that cannot be requeued must not fail the others; their leases run out, and they are repaired.
    await requeueRows(deps, crawl, rows).catch((error: unknown) => {
      deps.logger.error('failed to requeue pages', error, { crawlId: crawl.id });
    });
  };
  return async (lease, later) => {
    const isInVain = later.holdsHost === true && (await hold(lease, later.atMs));
    const isFailure = later.isFailure || isInVain;
    gathered.push(requeued(lease, { ...later, isFailure }));
    sending ??= sendGathered();
    await sending;
  };
}

/** Reads rows side by side and commits those that are done, in groups. Resolves to the hashes of abandoned rows. */
export type ReadPageGroup = (
  crawl: Crawl,
  leased: readonly LeasedRow[],
  signal: AbortSignal,
) => Promise<readonly string[]>;

export const createReadPageGroup =
  (deps: PageGroupDeps, readRow: ReadRow, commit: CommitOutcomes): ReadPageGroup =>
  async (crawl, leased, signal) => {
    const isPolite = deps.politenessDelayMs > 0 || crawl.request.delay > 0;
    const gathering = { pause: deps.pause, maxMs: isPolite ? politeGatherMs : gatherMs };
    const outcomes = gatherOutcomes(leased.length, gathering, signal);
    const abandoned: string[] = [];
    const slots = createHostSlots(
      deps,
      crawl,
      leased.map(({ row }) => row),
    );

    const hold: HoldHost = ({ row }, untilMs) =>
      slots.hold(new URL(row.url).host, untilMs).catch((error: unknown) => {
        deps.logger.error('failed to hold a host', error, { crawlId: crawl.id });
        return false;
      });
    const requeue = createRequeue(deps, crawl, hold, signal);

    const read = async (lease: LeasedRow): Promise<void> => {
      try {
        const outcome = await readRow(crawl, lease, slots, signal);
        if (outcome.kind === 'later') await requeue(lease, outcome);
        if (outcome.kind === 'finished' && outcome.holdsHostUntilMs !== undefined)
          await hold(lease, outcome.holdsHostUntilMs);
        if (outcome.kind === 'abandoned') abandoned.push(lease.row.hash);
        outcomes.add(outcome);
      } finally {
        outcomes.rowEnded();
      }
    };
    const commitAll = async (): Promise<void> => {
      let known = crawl;
      for (let group = await outcomes.next(); group !== undefined; group = await outcomes.next())
        known = await commit(known, group);
    };
    await Promise.all([commitAll(), ...leased.map(read)]);
    return abandoned;
  };
