import type { CrawlCoverage } from '#shared/contract/crawl.ts';
import type {
  Crawl,
  CrawlRow,
  CommitGroup,
  DiscoveredUrl,
  FinishedRow,
  ResultBatch,
  WorkKind,
} from './crawl.ts';

/** Rows in neither list are finished, wait, or never existed: their messages have nothing left to say. */
export interface LeaseOutcome {
  readonly crawl: Crawl | undefined;
  readonly leased: readonly CrawlRow[];
  /** Another worker has them. */
  readonly busy: readonly CrawlRow[];
}

export interface CommitOutcome {
  /**
   * The crawl after the commit; `undefined` when it no longer runs and nothing was written. Others may have changed
   * it since, unless it shows nothing open: who sees that has to end the crawl, and sees it as it is.
   */
  readonly crawl: Crawl | undefined;
  /** What was written, with duplicates found by content turned into that state. */
  readonly committed: readonly FinishedRow[];
  /** The group of results, when at least one page was delivered. */
  readonly batch: ResultBatch | undefined;
  /** The group's successors that moved to queued: now their messages must be sent. */
  readonly admitted: readonly CrawlRow[];
}

/** What became of addresses that were found. */
export interface Recorded {
  /**
   * Those that were new, and those that the same row's reading had claimed before (`readAs`): a worker that died
   * after this step left them, and its successor finds them its own.
   */
  readonly fresh: readonly DiscoveredUrl[];
  /** By hash, how deep those lay that were known; perhaps less by now. */
  readonly knownDepths: ReadonlyMap<string, number>;
}

export interface RowPage {
  readonly rows: readonly CrawlRow[];
  /** Where to go on; absent at the end. */
  readonly cursor?: string;
}

/**
 * The crawl ledger. Every operation is atomic and safe to repeat; a caller that never learns the outcome may
 * try again or leave it to the sweeper.
 *
 * Invariants, whatever order operations come in:
 * `open` = rows queued or leased; `admitted` = delivered + open pages ≤ `limit`; `reads` = rows read + open
 * ≤ `maxReads`; each hash has one row; a final row never changes; only the holder of the lease finishes a row;
 * `batches` has no gaps.
 */
export interface CrawlStore {
  /** Writes the crawl with its seed row queued. */
  readonly create: (crawl: Crawl, seed: CrawlRow) => Promise<void>;
  readonly find: (id: string) => Promise<Crawl | undefined>;
  /**
   * Writes rows for URLs that have none: of these, the first `room`. The address at which a page was read is part of
   * that page, whatever room there is. A URL that is known and was found nearer lies there from now on; one that was
   * too deep waits when it is no longer.
   */
  readonly record: (
    crawl: Pick<Crawl, 'id' | 'expiresAtMs'>,
    found: readonly DiscoveredUrl[],
    room?: number,
  ) => Promise<Recorded>;
  /** Lets rows that were too deep wait, at the depth that is given. Those that somebody moved only come nearer. */
  readonly reconsider: (id: string, rows: readonly CrawlRow[]) => Promise<void>;
  /** Waiting rows, best first. A row recorded a moment ago may be missing. */
  readonly bestWaiting: (id: string, count: number) => Promise<readonly CrawlRow[]>;
  /**
   * Moves waiting rows to queued as far as the limit and the concurrency leave room. Returns the moved ones:
   * now their messages must be sent. `crawl` may be out of date: what is counted then is read again.
   */
  readonly admit: (crawl: Crawl, rows: readonly CrawlRow[], nowMs: number) => Promise<readonly CrawlRow[]>;
  /** Ends rows that still wait as `excluded`, unread. Those that no longer wait are left alone. */
  readonly exclude: (
    id: string,
    rows: readonly { readonly hash: string; readonly kind: WorkKind; readonly reason: string }[],
    nowMs: number,
  ) => Promise<void>;
  /** Leases queued rows, and those whose lease has run out, to the holder of `token`. */
  readonly lease: (
    id: string,
    hashes: readonly string[],
    lease: { readonly token: string; readonly nowMs: number; readonly untilMs: number },
  ) => Promise<LeaseOutcome>;
  /** Keeps a lease alive. False when it was lost. */
  readonly renew: (id: string, hash: string, leaseToken: string, untilMs: number) => Promise<boolean>;
  /** Gives a leased row back to the queue; its message must come again. False when the lease was lost. */
  readonly release: (
    id: string,
    hash: string,
    leaseToken: string,
    how: Pick<CrawlRow, 'attempt'> & { readonly notBeforeMs: number; readonly tries: number },
  ) => Promise<boolean>;
  /**
   * Finishes rows, and moves as many of their successors to queued as `admit` would. Rows whose lease was lost are
   * left out; when that is all of them, nothing is written.
   */
  readonly commit: (id: string, group: CommitGroup) => Promise<CommitOutcome>;
  /**
   * Ends a running crawl; for `completed` only when nothing is open. True for the one caller that ended it.
   */
  readonly end: (
    id: string,
    end: Pick<Crawl, 'code' | 'error'> & {
      readonly status: 'completed' | 'failed';
      /** Added to those that the crawl has. */
      readonly warning?: string;
      readonly nowMs: number;
    },
  ) => Promise<boolean>;
  /** Keeps the coverage of a crawl that has ended. */
  readonly keepCoverage: (id: string, coverage: CrawlCoverage) => Promise<void>;
  /** The ends are tied; the sweeper need not look again. */
  readonly finalize: (id: string) => Promise<void>;
  /**
   * Notes that somebody looks after a crawl that was last touched at `seenMs`. False when others were there first,
   * or its ends are tied: one repair at a time, and the sweeper goes on to the crawls that waited longer.
   */
  readonly touch: (id: string, seenMs: number, nowMs: number) => Promise<boolean>;
  /** All rows, in no particular order. Consistent. */
  readonly rows: (id: string, cursor?: string) => Promise<RowPage>;
  /** Groups of results from `sequence` on, in order; all of them unless `count` is given. */
  readonly batches: (id: string, fromSequence: number, count?: number) => Promise<readonly ResultBatch[]>;
  readonly markAnnounced: (id: string, sequence: number) => Promise<void>;
  /** Crawls that run without progress since `untouchedSinceMs`, or ended without being finalized. */
  readonly unfinalized: (untouchedSinceMs: number, count: number) => Promise<readonly Crawl[]>;
  /** An account's crawls, newest first. */
  readonly ofAccount: (
    accountId: string,
    count: number,
    cursor?: string,
  ) => Promise<{ readonly crawls: readonly Crawl[]; readonly cursor?: string }>;
}
