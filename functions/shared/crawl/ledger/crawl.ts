import type { CrawlCoverage, CrawlRequest, CrawlStatus } from '#shared/contract/crawl.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';

/**
 * How often the pages of a pattern repeated known pages, by the pattern's key, less `repeatsPerNewPage` for each new
 * page. Patterns at zero are left out, so that most crawls have none.
 */
export type Repeats = Readonly<Record<string, number>>;

/** A crawl as a whole. Its counters change in the transactions that write the steps of its journal. */
export interface Crawl {
  readonly id: string;
  /** A batch reads the URLs that it was given, and follows no links. Absent in crawls. */
  readonly kind?: 'batch';
  /** Its reservation in the usage ledger; absent in crawls from before reservations became records, where it is `id`. */
  readonly reservationId?: string;
  readonly accountId: string;
  readonly keyId: string;
  /** The key under which its use is counted; absent in crawls from before that. */
  readonly countedAs?: string;
  readonly request: CrawlRequest;
  /** Pages that may be delivered: the request's limit, clamped to the allowance. */
  readonly limit: number;
  /** Rows that may be queued or leased at once. */
  readonly concurrency: number;
  readonly status: CrawlStatus;
  readonly code?: ErrorCode;
  readonly error?: string;
  /** The seed's final URL, from which the scope is derived; known once the seed was read. */
  readonly scopeUrl?: string;
  /** Pages that count against the limit: delivered or open. */
  readonly admitted: number;
  /** Rows queued or leased, sitemaps included. */
  readonly open: number;
  /** URLs that were requested from the site or are queued, sitemaps included; see `maxReads`. */
  readonly reads: number;
  readonly delivered: number;
  readonly failed: number;
  readonly duplicate: number;
  readonly excluded: number;
  readonly robots: number;
  readonly outOfScope: number;
  /**
   * Rows recorded so far, counted when the pages that link to them are committed. The rows of a worker that died before
   * its commit are missing, so an ended crawl is counted again (`coverage`).
   */
  readonly discovered: number;
  /** The sitemaps and feeds among the discovered rows. */
  readonly sitemaps: number;
  readonly repeats: Repeats;
  /** Counted from the rows once the crawl has ended. */
  readonly coverage?: CrawlCoverage;
  /** Groups of results committed so far; also the last group's sequence. */
  readonly groups: number;
  readonly usesCloud: boolean;
  readonly warnings: readonly string[];
  /** Signs this crawl's webhooks: the API key's secret at the time of the request. */
  readonly webhookSecret?: string;
  readonly createdAtMs: number;
  /** Last time a row was admitted or finished; the sweeper repairs crawls without progress. */
  readonly touchedAtMs: number;
  readonly deadlineMs: number;
  readonly expiresAtMs: number;
  readonly endedAtMs?: number;
  /** Usage is settled and the last webhook is queued. */
  readonly finalized: boolean;
}

export type WorkKind = 'page' | 'sitemap';

/**
 * Rows begin as waiting, too deep, or in a final state. Queued and leased rows are the crawl's `open` rows.
 * docs/architecture.md draws the transitions; each is an operation of `CrawlStore`.
 */
export type LiveState = 'waiting' | 'tooDeep' | 'queued' | 'leased';
/** `read` is for sitemaps, the other states are for pages. */
export type FinalState = 'read' | 'delivered' | 'failed' | 'duplicate' | 'excluded' | 'robots' | 'outOfScope';
export type RowState = LiveState | FinalState;

/** A link or redirect between rows. Its target is `hops` deeper than its source; a redirect is 0 hops. */
export interface Edge {
  /** The first `edgeHashDigits` digits of the target's hash: enough to distinguish the URLs of one crawl. */
  readonly to: string;
  readonly hops: number;
}

/** Where pages lead, by the hashes of their rows, as far as a shorter path may lower the depths of the targets. */
export type Links = ReadonlyMap<string, readonly Edge[]>;

export const edgeHashDigits = 12;
/** DynamoDB holds 400 KB a row (docs: DynamoDB quotas). */
export const maxEdges = 15_000;

/** One discovered URL: exactly one row, in exactly one state. */
export interface CrawlRow {
  readonly hash: string;
  readonly url: string;
  readonly kind: WorkKind;
  readonly state: RowState;
  /** Hops from the seed on the shortest path that is known. */
  readonly depth: number;
  /** Sorts best first. */
  readonly priority: string;
  readonly discoveredFrom?: string;
  /** Asked for by the caller: redirects are followed wherever they lead. The first URL of a crawl, all URLs of a batch. */
  readonly isSeed?: boolean;
  /** In a batch, the URL as it was given, when that differs. */
  readonly givenUrl?: string;
  /** In a batch, the options of this URL, as JSON. */
  readonly scrapeOptions?: string;
  /** Leases since the row was last released: workers that never reported an outcome. */
  readonly attempt: number;
  /** Readings that failed for a transient reason. */
  readonly tries?: number;
  /** How often limits, our own or the server's, kept the page from being read. */
  readonly throttles?: number;
  /** The page is not read before, because of a Retry-After or a back-off. */
  readonly notBeforeMs?: number;
  readonly leaseToken?: string;
  readonly leaseUntilMs?: number;
  readonly reason?: string;
  readonly code?: string;
  /** Hash of the row whose reading ended at this URL; this row is never read by itself. */
  readonly readAs?: string;
}

/** A URL that was just found and may be new to the ledger. */
export type DiscoveredUrl = Pick<
  CrawlRow,
  | 'hash'
  | 'url'
  | 'kind'
  | 'depth'
  | 'priority'
  | 'discoveredFrom'
  | 'readAs'
  | 'isSeed'
  | 'givenUrl'
  | 'scrapeOptions'
> & {
  readonly state: 'waiting' | 'tooDeep' | 'excluded' | 'outOfScope' | 'duplicate';
  readonly reason?: string;
};

/** The final state of a leased row. */
export interface FinishedRow {
  readonly hash: string;
  readonly url: string;
  readonly leaseToken: string;
  readonly state: FinalState;
  readonly kind: WorkKind;
  readonly reason?: string;
  readonly code?: string;
  /** Fingerprints that identify the page under other URLs. Only delivered pages claim them. */
  readonly identities?: readonly string[];
  /** The content came from the browser. */
  readonly usesCloud?: boolean;
  /** The URL was not requested from the site. */
  readonly isUnread?: boolean;
  /** A redirect to a URL that was new. */
  readonly leadsToNew?: boolean;
}

/** Rows that are finished together; their delivered pages are in one stored object. */
export interface CommitGroup {
  readonly finished: readonly FinishedRow[];
  readonly objectName: string;
  readonly scopeUrl?: string;
  /** URLs that the rows' pages added to the ledger. */
  readonly discovered: readonly DiscoveredUrl[];
  /** Waiting rows, best first, that may take the places of the finished ones. */
  readonly successors?: readonly CrawlRow[];
  readonly nowMs: number;
}

/** The delivered pages of one commit. `hashes` names the pages of the stored object that count. */
export interface ResultGroup {
  readonly sequence: number;
  readonly objectName: string;
  readonly hashes: readonly string[];
  /** Pages delivered before this group. */
  readonly deliveredBefore: number;
  /** Its webhooks are queued. */
  readonly announced?: boolean;
}

/** Whether the depth of a row in this state matters: its page has links, or may still be read. */
const depthMatters = (state: RowState): boolean =>
  !['excluded', 'outOfScope', 'robots', 'failed'].includes(state);

/** Whether a row that was too deep may be read after all. */
export const becomesReadable = (
  { state }: Pick<CrawlRow, 'state'>,
  found: Pick<DiscoveredUrl, 'state'>,
): boolean => state === 'tooDeep' && found.state === 'waiting';

/** Whether a row changes by what was found. A row that becomes readable may have that depth already. */
export const isShallower = (row: Pick<CrawlRow, 'state' | 'depth'>, found: DiscoveredUrl): boolean =>
  depthMatters(row.state) &&
  (found.depth < row.depth || (found.depth === row.depth && becomesReadable(row, found)));

/** The new URLs that are written when there is room for `room`; see `CrawlStore.record`. */
export function withinRoom(
  fresh: readonly DiscoveredUrl[],
  room = Number.POSITIVE_INFINITY,
): readonly DiscoveredUrl[] {
  let left = room;
  return fresh.filter(({ readAs }) => {
    if (readAs !== undefined) return true;
    left -= 1;
    return left >= 0;
  });
}

export const sameAs = (url: string): string => `the same page as ${url}`;
