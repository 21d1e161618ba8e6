import { type DynamoTable, findRow, transactWrite } from '#shared/kernel/dynamo-table.ts';
import {
  type CommitGroup,
  type Crawl,
  type CrawlRow,
  type FinishedRow,
  type ResultBatch,
  sameAs,
} from './crawl.ts';
import { afterCommit, withQueued } from './crawl-counters.ts';
import { fitting } from './crawl-room.ts';
import type { CommitOutcome } from './crawl-store.ts';
import { admission, asQueued } from './dynamo-crawl-admit.ts';
import {
  batchWrite,
  crawlWrite,
  type Failure,
  identityWrites,
  rowWrite,
  type Write,
} from './dynamo-commit-writes.ts';
import { findCrawl, sameKey, urlKey } from './dynamo-crawl-rows.ts';

/** TransactWriteItems takes at most this many. */
const maxItems = 100;
/** In each round of contention at least one writer succeeds; this many writers at once are unheard of. */
const maxRounds = 40;

const isDelivered = ({ state }: FinishedRow): boolean => state === 'delivered';

const asDuplicate = (row: FinishedRow, reason: string): FinishedRow => ({
  ...row,
  state: 'duplicate',
  reason,
});

/** Within one group, the first to claim a fingerprint keeps it. */
function withoutTwins(finished: readonly FinishedRow[]): FinishedRow[] {
  const claimed = new Map<string, string>();
  return finished.map((row): FinishedRow => {
    if (!isDelivered(row)) return row;
    const first = row.identities?.map((identity) => claimed.get(identity)).find((url) => url !== undefined);
    if (first !== undefined) return asDuplicate(row, sameAs(first));
    for (const identity of row.identities ?? []) claimed.set(identity, row.url);
    return row;
  });
}

function batchOfGroup(
  crawl: Crawl,
  finished: readonly FinishedRow[],
  objectName: string,
): ResultBatch | undefined {
  const hashes = finished.filter(isDelivered).map(({ hash }) => hash);
  if (hashes.length === 0) return undefined;
  return { sequence: crawl.batches + 1, objectName, hashes, deliveredBefore: crawl.delivered };
}

/** What may still be written: no rows whose lease was lost, and no successors that no longer wait. */
interface Draft {
  readonly finished: readonly FinishedRow[];
  readonly successors: readonly CrawlRow[];
}

/** One transaction, and the crawl as it leaves it. */
interface Attempt {
  readonly after: Crawl;
  readonly finished: readonly FinishedRow[];
  readonly admitted: readonly CrawlRow[];
  readonly batch: ResultBatch | undefined;
  readonly writes: readonly Write[];
}

function attemptOf(table: DynamoTable, crawl: Crawl, group: CommitGroup, draft: Draft): Attempt {
  const { id } = crawl;
  // Computed for each attempt, because a row that was left out no longer claims a fingerprint.
  const finished = withoutTwins(draft.finished);
  const closed = afterCommit(crawl, finished, group);
  const batch = batchOfGroup(crawl, finished, group.objectName);
  const endings = finished.flatMap((row) => [
    rowWrite(table, id, row),
    ...(isDelivered(row) ? identityWrites(table, crawl, row) : []),
  ]);
  // Two items are for the crawl and the group of results.
  const chosen = fitting(draft.successors, closed).slice(0, Math.max(0, maxItems - 2 - endings.length));
  const after = withQueued(closed, chosen);
  return {
    after,
    finished,
    batch,
    admitted: chosen.map(asQueued),
    writes: [
      crawlWrite(table, crawl, after, chosen.length > 0),
      ...endings,
      ...chosen.map(({ hash }): Write => ({
        item: admission(table, id, hash),
        failure: { of: 'successor', hash },
      })),
      ...(batch === undefined ? [] : [batchWrite(table, crawl, batch)]),
    ],
  };
}

/** The URL of the page that was first to claim a fingerprint. */
export async function claimantOf(
  table: DynamoTable,
  id: string,
  identity: string,
): Promise<string | undefined> {
  const hash = (await findRow(table, sameKey(id, identity)))?.['hash']?.S;
  return hash === undefined ? undefined : (await findRow(table, urlKey(id, hash)))?.['url']?.S;
}

/** The draft without what made the transaction fail. */
async function withoutFailures(
  table: DynamoTable,
  id: string,
  draft: Draft,
  failures: readonly Failure[],
): Promise<Draft> {
  let { finished, successors } = draft;
  for (const failure of failures) {
    if (failure.of === 'row') finished = finished.filter(({ hash }) => hash !== failure.hash);
    if (failure.of === 'successor') successors = successors.filter(({ hash }) => hash !== failure.hash);
    if (failure.of === 'identity') {
      const reason = sameAs((await claimantOf(table, id, failure.identity)) ?? '');
      finished = finished.map((row) => (row.hash === failure.hash ? asDuplicate(row, reason) : row));
    }
  }
  return { finished, successors };
}

const nothingCommitted = (crawl: Crawl | undefined): CommitOutcome => ({
  crawl,
  committed: [],
  batch: undefined,
  admitted: [],
});

/** See `CrawlStore.commit`. One transaction for the group; what makes it fail is taken out and the rest tried again. */
export async function commitGroup(
  table: DynamoTable,
  id: string,
  group: CommitGroup,
): Promise<CommitOutcome> {
  const hashes = new Set(group.finished.map(({ hash }) => hash));
  let draft: Draft = {
    finished: group.finished,
    // A stale index may offer rows that are finished here, and a transaction writes a row once.
    successors: (group.successors ?? []).filter(({ hash }) => !hashes.has(hash)),
  };
  for (let round = 0; round < maxRounds; round += 1) {
    const crawl = await findCrawl(table, id);
    if (crawl?.status !== 'running') return nothingCommitted(undefined);
    if (draft.finished.length === 0) return nothingCommitted(crawl);
    const { after, finished, admitted, batch, writes } = attemptOf(table, crawl, group, draft);
    const { isWritten, failedConditions } = await transactWrite(
      table.client,
      writes.map(({ item }) => item),
    );
    if (isWritten)
      return {
        // Read again when nothing was admitted: others have written the crawl meanwhile, and the worker that sees
        // nothing open has to end it. Where rows were admitted, their workers see the end.
        crawl: admitted.length > 0 ? after : await findCrawl(table, id),
        committed: finished,
        batch,
        admitted,
      };
    const failures = failedConditions.flatMap((index) => writes[index]?.failure ?? []);
    draft = await withoutFailures(table, id, draft, failures);
  }
  throw new Error(`Too many workers write the crawl ${id} at once.`);
}
