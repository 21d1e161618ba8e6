import { createHostSlots, type HostSlots, type HostSlotsDeps } from '#shared/crawl/frontier/host-slots.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageQueue } from '#shared/crawl/ledger/page-queue.ts';
import { type LeasedRow, requeueRow } from '#shared/crawl/lifecycle/requeue-row.ts';
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
function gatherOutcomes(rows: number, pause: Pause, signal: AbortSignal): OutcomeGroups {
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
      if (unfinished > 0) await pause(gatherMs, gathering);
      return takeGroup(ready);
    },
  };
}

/** Requeues a row that is to be read later. A failed reading counts as one more try. */
async function requeue(
  deps: PageGroupDeps,
  crawl: Crawl,
  lease: LeasedRow,
  { atMs, holdsHost, isFailure }: Extract<RowOutcome, { kind: 'later' }>,
  slots: HostSlots,
): Promise<void> {
  const { url, tries = 0 } = lease.row;
  if (holdsHost === true) await slots.hold(new URL(url).host, atMs);
  await requeueRow(deps, crawl, lease, { attempt: 0, tries: tries + Number(isFailure), notBeforeMs: atMs });
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
    const outcomes = gatherOutcomes(leased.length, deps.pause, signal);
    const abandoned: string[] = [];
    const slots = createHostSlots(
      deps,
      crawl,
      leased.map(({ row }) => row),
    );

    const read = async (lease: LeasedRow): Promise<void> => {
      try {
        const outcome = await readRow(crawl, lease, slots, signal);
        if (outcome.kind === 'later')
          // A page that cannot be requeued must not fail the others; its lease runs out, and it is repaired.
          await requeue(deps, crawl, lease, outcome, slots).catch((error: unknown) => {
            deps.logger.error('failed to requeue a page', error, { crawlId: crawl.id });
          });
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
