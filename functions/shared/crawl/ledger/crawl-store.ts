import type { CrawlCoverage } from '#shared/contract/crawl.ts';
import type {
  Crawl,
  CrawlRow,
  CommitGroup,
  DiscoveredUrl,
  FinishedRow,
  Links,
  ResultGroup,
  WorkKind,
} from './crawl.ts';

export interface LeaseRequest {
  /** Names the holder. */
  readonly token: string;
  /** Leases that ended before are free. */
  readonly nowMs: number;
  /** When the lease ends. */
  readonly untilMs: number;
  /** Which of the queued rows to lease; all of them without it. Called once at the most. */
  readonly choose?: (crawl: Crawl, queued: readonly CrawlRow[]) => Promise<readonly CrawlRow[]>;
}

/** Rows in neither list are finished, wait, were not chosen, or never existed. */
export interface LeaseOutcome {
  readonly crawl: Crawl | undefined;
  readonly leased: readonly CrawlRow[];
  /** Leased to another worker. */
  readonly busy: readonly CrawlRow[];
}

export interface CommitOutcome {
  /**
   * The crawl after the commit; `undefined` when it no longer runs and nothing was written. Other workers may have
   * changed it since, unless it shows nothing open: the worker that sees that has to end the crawl.
   */
  readonly crawl: Crawl | undefined;
  /** The rows that were written; pages whose content is known have become duplicates. */
  readonly committed: readonly FinishedRow[];
  /** Defined when at least one page was delivered. */
  readonly results: ResultGroup | undefined;
  /** The group's successors that are queued now; their messages must be sent. */
  readonly admitted: readonly CrawlRow[];
}

export interface RecordedUrls {
  /**
   * URLs that were new, and URLs that the same row claimed in an earlier reading (`readAs`): a worker may have died
   * after this step.
   */
  readonly fresh: readonly DiscoveredUrl[];
  /** The depths of the URLs that were known, by hash, as they were before this call. */
  readonly knownDepths: ReadonlyMap<string, number>;
}

export interface RowPage {
  readonly rows: readonly CrawlRow[];
  /** Where the next page begins; absent on the last. */
  readonly cursor?: string;
}

/**
 * The crawl ledger. Every operation is atomic (`lease` for each queued row on its own) and safe to repeat; a caller that never
 * learns the outcome may try again or leave it to the sweeper.
 *
 * Invariants, whatever order operations come in:
 * `open` = rows queued or leased; `admitted` = delivered + open pages ≤ `limit`; `reads` = rows read + open
 * ≤ `maxReads`; each hash has one row; a final row never changes; a row is finished once, and
 * not by a worker whose lease another has taken; `groups` has no gaps.
 */
export interface CrawlStore {
  /**
   * Writes the crawl with its seed row queued; before it, the rows of other URLs that are known from the start. Throws
   * when there is a crawl of this id.
   */
  readonly create: (crawl: Crawl, seed: CrawlRow, others?: readonly DiscoveredUrl[]) => Promise<void>;
  readonly find: (id: string) => Promise<Crawl | undefined>;
  /**
   * Writes rows for new URLs: the first `room` of them, and in any case the URL at which a page was read (`readAs`).
   * A known URL that was found at a lower depth gets that depth; a row that was too deep waits when it no longer is.
   */
  readonly record: (
    crawl: Pick<Crawl, 'id' | 'expiresAtMs'>,
    found: readonly DiscoveredUrl[],
    room?: number,
  ) => Promise<RecordedUrls>;
  /** Adds where pages lead. Before their rows are finished; the edges of a page that is read again do no harm. */
  readonly keepLinks: (crawl: Pick<Crawl, 'id' | 'expiresAtMs'>, links: Links) => Promise<void>;
  /** The links that were kept. */
  readonly links: (id: string) => Promise<Links>;
  /** Lets rows that were too deep wait, at the depth given. Rows that were moved meanwhile only get the depth. */
  readonly reconsider: (id: string, rows: readonly CrawlRow[]) => Promise<void>;
  /** The URL of the delivered page that claimed a fingerprint. */
  readonly claimant: (id: string, identity: string) => Promise<string | undefined>;
  /** Waiting rows, best first. Rows recorded a moment ago may be missing. */
  readonly bestWaiting: (id: string, count: number) => Promise<readonly CrawlRow[]>;
  /**
   * Queues waiting rows as far as the crawl has room. Returns the queued rows, whose messages must be sent. `crawl` may
   * be out of date: it is read again when its room turns out to be taken.
   */
  readonly admit: (crawl: Crawl, rows: readonly CrawlRow[], nowMs: number) => Promise<readonly CrawlRow[]>;
  /** Ends rows that still wait as `excluded`, unread. Rows that no longer wait are left alone. */
  readonly exclude: (
    id: string,
    rows: readonly { readonly hash: string; readonly kind: WorkKind; readonly reason: string }[],
    nowMs: number,
  ) => Promise<void>;
  /** Leases queued rows, and rows whose lease has run out, to the holder of `token`. */
  readonly lease: (id: string, hashes: readonly string[], lease: LeaseRequest) => Promise<LeaseOutcome>;
  /** Extends a lease. False when it was lost. */
  readonly renew: (id: string, hash: string, leaseToken: string, untilMs: number) => Promise<boolean>;
  /** Queues a leased row again; its message must be sent again. False when the lease was lost. */
  readonly release: (
    id: string,
    hash: string,
    leaseToken: string,
    how: Pick<CrawlRow, 'attempt' | 'throttles'> & { readonly notBeforeMs: number; readonly tries: number },
  ) => Promise<boolean>;
  /**
   * Finishes rows, and queues as many of their successors as `admit` would. Rows whose lease was lost are left out;
   * when no row is left, nothing is written.
   */
  readonly commit: (id: string, group: CommitGroup) => Promise<CommitOutcome>;
  /**
   * Ends a running crawl; for `completed` only when nothing is open. True for the one caller that ended it.
   */
  readonly end: (
    id: string,
    end: Pick<Crawl, 'code' | 'error'> & {
      readonly status: 'completed' | 'failed';
      /** Appended to the crawl's warnings. */
      readonly warning?: string;
      readonly nowMs: number;
    },
  ) => Promise<boolean>;
  /** Stores the coverage of a crawl that has ended. */
  readonly keepCoverage: (id: string, coverage: CrawlCoverage) => Promise<void>;
  /** Marks an ended crawl as settled and announced; the sweeper no longer lists it. */
  readonly finalize: (id: string) => Promise<void>;
  /**
   * Claims the repair of a crawl that was last touched at `seenMs`. False when another process was faster or the crawl
   * is finalized: one repair at a time, and the sweeper goes on to the crawls that waited longer.
   */
  readonly touch: (id: string, seenMs: number, nowMs: number) => Promise<boolean>;
  /** All rows, in no particular order. Consistent. */
  readonly rows: (id: string, cursor?: string) => Promise<RowPage>;
  /** Groups of results from `fromSequence` on, in order; all of them unless `count` is given. */
  readonly groups: (id: string, fromSequence: number, count?: number) => Promise<readonly ResultGroup[]>;
  readonly markAnnounced: (id: string, sequence: number) => Promise<void>;
  /** Crawls that are not finalized and were not touched since `untouchedSinceMs`, running or ended. */
  readonly unfinalized: (untouchedSinceMs: number, count: number) => Promise<readonly Crawl[]>;
  /** An account's crawls, newest first. */
  readonly ofAccount: (
    accountId: string,
    count: number,
    cursor?: string,
  ) => Promise<{ readonly crawls: readonly Crawl[]; readonly cursor?: string }>;
}
