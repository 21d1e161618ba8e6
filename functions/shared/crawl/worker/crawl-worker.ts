import { isSuspect } from '#shared/crawl/ledger/attempts.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { PageReference } from '#shared/crawl/ledger/page-queue.ts';
import { type LeasedRow, messageAt, requeueRows } from '#shared/crawl/lifecycle/requeue-rows.ts';
import type { HostSlotsDeps } from '#shared/crawl/pace/host-slots.ts';
import { newId } from '#shared/kernel/ids.ts';
import { type CommitOutcomesDeps, createCommitOutcomes } from './commit-outcomes.ts';
import { type LaterRow, laterRows } from './later-rows.ts';
import { leaseMs, type LeaseWatchDeps, watchLeases } from './lease-watch.ts';
import { createReadPageGroup, type PageGroupDeps, type ReadPageGroup } from './page-group.ts';
import { createReadRow, type ReadRowDeps } from './read-row.ts';

export interface CrawlWorkerDeps
  extends PageGroupDeps, ReadRowDeps, CommitOutcomesDeps, LeaseWatchDeps, HostSlotsDeps {
  readonly store: CrawlStore;
}

/** Processes pages. Resolves to the pages to retry; never rejects. */
export type CrawlWorker = (
  pages: readonly PageReference[],
  signal: AbortSignal,
) => Promise<readonly PageReference[]>;

interface Suspicion {
  readonly together: readonly LeasedRow[];
  readonly alone: readonly LeasedRow[];
  readonly givenBack: readonly LeasedRow[];
}

/**
 * A page that kills its worker fails the pages beside it, too. Pages under suspicion are read one at a time, after the
 * others are committed, the least suspect first; the rest of them wait for another worker.
 */
function bySuspicion(leased: readonly LeasedRow[]): Suspicion {
  const suspects = leased
    .filter(({ row }) => isSuspect(row))
    .toSorted((a, b) => a.row.attempt - b.row.attempt);
  return {
    together: leased.filter((lease) => !suspects.includes(lease)),
    alone: suspects.slice(0, 1),
    givenBack: suspects.slice(1),
  };
}

/** Gives rows back that were not begun: this lease does not count as an attempt. */
const giveBack = (deps: CrawlWorkerDeps, crawl: Crawl, leases: readonly LeasedRow[]): Promise<void> =>
  requeueRows(
    deps,
    crawl,
    leases.map((lease) => ({ ...lease, changes: { attempt: lease.row.attempt - 1 } })),
  );

/** Sends rows that were not leased again. Resolves to the hashes of those that could not be sent. */
async function sendLater(
  { queue, clock, logger }: CrawlWorkerDeps,
  crawl: Crawl,
  later: readonly LaterRow[],
): Promise<readonly string[]> {
  if (later.length === 0) return [];
  const nowMs = clock.now();
  try {
    await queue.send(later.map(({ row, atMs }) => messageAt(crawl, row.hash, atMs, nowMs)));
    return [];
  } catch (error) {
    logger.error('failed to send pages again', error, { crawlId: crawl.id });
    return later.map(({ row }) => row.hash);
  }
}

/** Leases rows of one crawl and reads them. Resolves to the hashes of the rows to retry. */
async function processCrawl(
  deps: CrawlWorkerDeps,
  readGroup: ReadPageGroup,
  id: string,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const nowMs = deps.clock.now();
  const token = newId('lease');
  let later: readonly LaterRow[] = [];
  // Rows of another worker are repaired if it dies, so that their messages may go.
  const outcome = await deps.store.lease(id, hashes, {
    token,
    nowMs,
    untilMs: nowMs + leaseMs,
    choose: async (running, queued) => {
      later = await laterRows(deps, running, queued, signal);
      const left = new Set(later.map(({ row }) => row));
      return queued.filter((row) => !left.has(row));
    },
  });
  const { crawl } = outcome;
  if (crawl?.status !== 'running') return [];
  const unsent = await sendLater(deps, crawl, later);
  const { together, alone, givenBack } = bySuspicion(outcome.leased.map((row) => ({ row, token })));
  if (together.length + alone.length === 0) return unsent;
  await giveBack(deps, crawl, givenBack);
  const watch = watchLeases(deps, crawl, [...together, ...alone]);
  const either = AbortSignal.any([signal, watch.crawlEnded]);
  try {
    const abandoned = [
      ...(await readGroup(crawl, together, either)),
      ...(await readGroup(crawl, alone, either)),
    ];
    return signal.aborted ? [...unsent, ...abandoned] : unsent;
  } finally {
    await watch.stop();
  }
}

export function createCrawlWorker(deps: CrawlWorkerDeps): CrawlWorker {
  const readGroup = createReadPageGroup(deps, createReadRow(deps), createCommitOutcomes(deps));
  return async (pages, signal) => {
    const byCrawl = Map.groupBy(pages, ({ crawlId }) => crawlId);
    const left = [...byCrawl].map(async ([crawlId, references]): Promise<PageReference[]> => {
      const hashes = [...new Set(references.map(({ hash }) => hash))];
      try {
        const again = await processCrawl(deps, readGroup, crawlId, hashes, signal);
        return again.map((hash) => ({ crawlId, hash }));
      } catch (error) {
        deps.logger.error('failed to process crawl pages', error, { crawlId });
        return hashes.map((hash) => ({ crawlId, hash }));
      }
    });
    return (await Promise.all(left)).flat();
  };
}
