import type { CrawlCoverage, CrawlRequest, CrawlStatus } from '#shared/contract/crawl.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { Repeats } from './repeats.ts';

/** A crawl as a whole. Counters change only together with the rows that they count. */
export interface Crawl {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly request: CrawlRequest;
  /** Pages that may be delivered: the request's limit, clamped to the allowance. */
  readonly limit: number;
  /** Rows of this crawl that may be queued or leased at once. */
  readonly concurrency: number;
  readonly status: CrawlStatus;
  readonly code?: ErrorCode;
  readonly error?: string;
  /** Where the seed URL ended; known once it was read, and what the scope is measured by. */
  readonly scopeUrl?: string;
  /** Pages that take part in the limit: delivered, or still open. */
  readonly admitted: number;
  /** Rows queued or leased, sitemaps included. */
  readonly open: number;
  /** Addresses that the site was asked for or will be, sitemaps included; see `maxReads`. */
  readonly reads: number;
  readonly delivered: number;
  readonly failed: number;
  readonly duplicate: number;
  readonly excluded: number;
  readonly robots: number;
  readonly outOfScope: number;
  /**
   * Rows recorded so far, counted with the pages that led to them. What a worker recorded that died before it
   * finished its page is missing, so an ended crawl is counted anew (`coverage`).
   */
  readonly discovered: number;
  /** Those of them that are no pages: sitemaps and feeds. */
  readonly sitemaps: number;
  readonly repeats: Repeats;
  /** Counted from the rows once the crawl has ended and they no longer change. */
  readonly coverage?: CrawlCoverage;
  /** Groups of results committed so far; each group is one object and one number. */
  readonly batches: number;
  readonly usesCloud: boolean;
  readonly warnings: readonly string[];
  /** Signs this crawl's webhooks; the key's own at the time of the request. */
  readonly webhookSecret?: string;
  readonly createdAtMs: number;
  /** Last time anything was admitted or finished; a crawl without progress is looked after by the sweeper. */
  readonly touchedAtMs: number;
  readonly deadlineMs: number;
  readonly expiresAtMs: number;
  readonly endedAtMs?: number;
  /** The ends are tied: usage settled, last webhook queued. */
  readonly finalized: boolean;
}

export type WorkKind = 'page' | 'sitemap';

/**
 * Rows begin waiting, or are decided at once; queued and leased rows are the crawl's `open` ones. A row that is too
 * deep waits for a shorter way to it.
 */
export type LiveState = 'waiting' | 'tooDeep' | 'queued' | 'leased';
/** `read` is a sitemap's; the others are a page's. */
export type FinalState = 'read' | 'delivered' | 'failed' | 'duplicate' | 'excluded' | 'robots' | 'outOfScope';
export type RowState = LiveState | FinalState;

/** Where a page leads. The address it leads to lies `hops` deeper than the page: a redirect is no hop. */
export interface Way {
  /** The first `wayDigits` digits of the hash: enough to tell a crawl's addresses apart. */
  readonly to: string;
  readonly hops: number;
}

export const wayDigits = 16;
/** A row of the ledger holds 400 KB, and the twenty that a worker finishes at once 4 MB (docs: DynamoDB quotas). */
export const mostWays = 15_000;

/** One discovered URL: exactly one row, in exactly one state. */
export interface CrawlRow {
  readonly hash: string;
  readonly url: string;
  readonly kind: WorkKind;
  readonly state: RowState;
  /** Hops from the seed on the shortest way that was known when it was found, or since. */
  readonly depth: number;
  /** Sorts best first. */
  readonly priority: string;
  readonly discoveredFrom?: string;
  readonly isSeed?: boolean;
  /** Leases since it was last given back: workers that never said how it went. */
  readonly attempt: number;
  /** Readings that failed in a way that may pass. */
  readonly tries?: number;
  /** Not to be read before, because the host asked for patience. */
  readonly notBeforeMs?: number;
  readonly leaseToken?: string;
  readonly leaseUntilMs?: number;
  readonly reason?: string;
  readonly code?: string;
  /** The row whose reading ended at this address; this one is never read by itself. */
  readonly readAs?: string;
  /** What its reading led to, as far as that might turn out to be nearer. */
  readonly leadsTo?: readonly Way[];
}

/** A URL that was just found, before anybody knows whether it is new. */
export type DiscoveredUrl = Pick<
  CrawlRow,
  'hash' | 'url' | 'kind' | 'depth' | 'priority' | 'discoveredFrom' | 'readAs'
> & {
  readonly state: 'waiting' | 'tooDeep' | 'excluded' | 'outOfScope' | 'duplicate';
  readonly reason?: string;
};

/** How one leased row ends. */
export interface FinishedRow {
  readonly hash: string;
  readonly url: string;
  readonly leaseToken: string;
  readonly state: FinalState;
  readonly kind: WorkKind;
  readonly reason?: string;
  readonly code?: string;
  /** Fingerprints by which the same page is known under another address. Only delivered pages claim them. */
  readonly identities?: readonly string[];
  /** The content came from the browser. */
  readonly usesCloud?: boolean;
  readonly leadsTo?: readonly Way[];
  /** The site was never asked for it. */
  readonly isUnread?: boolean;
  /** A redirect to an address that nobody had found before. */
  readonly leadsToNew?: boolean;
}

/** Several rows that finished together; the delivered ones lie in one stored object. */
export interface CommitGroup {
  readonly finished: readonly FinishedRow[];
  /** Name of the object that holds the delivered pages. */
  readonly objectName: string;
  readonly scopeUrl?: string;
  /** Rows that their reading added to the ledger. */
  readonly discovered: readonly DiscoveredUrl[];
  /** Waiting rows, best first, for the places that the group leaves. */
  readonly successors?: readonly CrawlRow[];
  readonly nowMs: number;
}

/** Results in the order in which they were committed. Entries name rows of the object that count. */
export interface ResultBatch {
  readonly sequence: number;
  readonly objectName: string;
  readonly hashes: readonly string[];
  /** Pages delivered before this group. */
  readonly deliveredBefore: number;
  /** Its webhooks are in their queue. */
  readonly announced?: boolean;
}

/** Whether the depth of an address in this state matters: it leads on, or may yet be read. */
const mayComeNearer = (state: RowState): boolean =>
  !['excluded', 'outOfScope', 'robots', 'failed'].includes(state);

/** What was too deep may be read after all. */
export const isFreed = ({ state }: Pick<CrawlRow, 'state'>, found: Pick<DiscoveredUrl, 'state'>): boolean =>
  state === 'tooDeep' && found.state === 'waiting';

/** Whether a row changes by what was found; one that is freed may have been brought that near before. */
export const comesNearer = (row: Pick<CrawlRow, 'state' | 'depth'>, found: DiscoveredUrl): boolean =>
  mayComeNearer(row.state) && (found.depth < row.depth || (found.depth === row.depth && isFreed(row, found)));

/** Of new addresses, those that are written when there is room for `room` of them; see `CrawlStore.record`. */
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
