import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { backOff, type DynamoTable, findRow, transactWrite } from '#shared/kernel/dynamo-table.ts';
import {
  type CommitGroup,
  type Crawl,
  type CrawlRow,
  type FinishedRow,
  type ResultGroup,
  sameAs,
} from './crawl.ts';
import { afterCommit, withQueued } from './crawl-counters.ts';
import { fitting } from './crawl-room.ts';
import type { CommitOutcome } from './crawl-store.ts';
import { groupWrite, crawlChange } from './dynamo-commit-writes.ts';
import { asQueued } from './dynamo-crawl-admit.ts';
import { type Journal, type ReadJournal, stepsOf, stepWrites } from './dynamo-crawl-journal.ts';
import { crawlOf, findCrawl, metaKey, urlKey } from './dynamo-crawl-rows.ts';

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

const urlOf = async (table: DynamoTable, id: string, hash: string): Promise<string | undefined> =>
  (await findRow(table, urlKey(id, hash)))?.['url']?.S;

/** The URL of the page that was first to claim a fingerprint. */
export async function claimantOf(
  table: DynamoTable,
  readJournal: ReadJournal,
  ...[id, identity]: readonly [string, string]
): Promise<string | undefined> {
  // Claims stay: only one that is not known yet needs the latest steps.
  const known = await readJournal(id, { mayBeOld: true });
  const hash = known.claimant(identity) ?? (await readJournal(id)).claimant(identity);
  return hash === undefined ? undefined : urlOf(table, id, hash);
}

/** Pages whose fingerprints other groups have claimed are duplicates. */
const withoutKnown = (
  table: DynamoTable,
  { claimant }: Journal,
  ...[id, finished]: readonly [string, readonly FinishedRow[]]
): Promise<readonly FinishedRow[]> =>
  Promise.all(
    finished.map(async (row) => {
      const claims = isDelivered(row) ? (row.identities ?? []).map(claimant) : [];
      const first = claims.find((hash) => hash !== undefined);
      return first === undefined ? row : asDuplicate(row, sameAs((await urlOf(table, id, first)) ?? ''));
    }),
  );

function resultsOf(
  crawl: Crawl,
  finished: readonly FinishedRow[],
  objectName: string,
): ResultGroup | undefined {
  const hashes = finished.filter(isDelivered).map(({ hash }) => hash);
  if (hashes.length === 0) return undefined;
  return { sequence: crawl.groups + 1, objectName, hashes, deliveredBefore: crawl.delivered };
}

/** The crawl and its journal as of the same step; `undefined` when another writer was in between. */
async function snapshot(
  table: DynamoTable,
  readJournal: ReadJournal,
  id: string,
): Promise<
  { readonly crawl: Crawl | undefined; readonly journal: Journal; readonly steps: number } | undefined
> {
  const [meta, journal] = await Promise.all([findRow(table, metaKey(id)), readJournal(id)]);
  const steps = stepsOf(meta);
  const hasChanged = meta !== undefined && journal.steps !== steps;
  return hasChanged ? undefined : { crawl: crawlOf(meta), journal, steps };
}

/** Whether the row is not done, and its worker's lease was not taken by another. */
const isHeld = (row: FinishedRow, { decisions, hasLost }: Journal): boolean =>
  (decisions.get(row.hash)?.state ?? 'queued') === 'queued' && !hasLost(row);

/** One transaction, and the crawl as it leaves it. */
interface Attempt {
  readonly after: Crawl;
  readonly admitted: readonly CrawlRow[];
  readonly results: ResultGroup | undefined;
  readonly writes: readonly TransactWriteItem[];
}

function attemptOf(
  table: DynamoTable,
  { crawl, steps }: { readonly crawl: Crawl; readonly steps: number },
  finished: readonly FinishedRow[],
  group: CommitGroup,
  successors: readonly CrawlRow[],
): Attempt {
  const closed = afterCommit(crawl, finished, group);
  const results = resultsOf(crawl, finished, group.objectName);
  const chosen = fitting(successors, closed);
  const after = withQueued(closed, chosen);
  return {
    after,
    results,
    admitted: chosen.map(asQueued),
    writes: [
      ...stepWrites(table, crawl, {
        steps,
        step: { queued: chosen.map(({ hash }) => hash), ended: finished },
        change: crawlChange(crawl, after),
      }),
      ...(results === undefined ? [] : [groupWrite(table, crawl, results)]),
    ],
  };
}

const nothingCommitted = (crawl: Crawl | undefined): CommitOutcome => ({
  crawl,
  committed: [],
  results: undefined,
  admitted: [],
});

/** See `CrawlStore.commit`. One step of the journal for the group, decided anew when another writer was faster. */
export async function commitGroup(
  table: DynamoTable,
  readJournal: ReadJournal,
  ...[id, group]: readonly [string, CommitGroup]
): Promise<CommitOutcome> {
  const { successors = [] } = group;
  const hashes = new Set(group.finished.map(({ hash }) => hash));
  for (let round = 0; round < maxRounds; round += 1) {
    const now = await snapshot(table, readJournal, id);
    if (now === undefined) {
      await backOff(round);
      continue;
    }
    const { crawl, journal, steps } = now;
    if (crawl?.status !== 'running') return nothingCommitted(undefined);
    const held = group.finished.filter((row) => isHeld(row, journal));
    if (held.length === 0) return nothingCommitted(crawl);
    // A stale index may offer rows that are finished here, or were admitted by others.
    const waiting = successors.filter(({ hash }) => !hashes.has(hash) && !journal.decisions.has(hash));
    const finished = withoutTwins(await withoutKnown(table, journal, id, held));
    const { after, admitted, results, writes } = attemptOf(table, { crawl, steps }, finished, group, waiting);
    if (!(await transactWrite(table.client, writes)).isWritten) {
      await backOff(round);
      continue;
    }
    return {
      // Read again when nothing was admitted: others have written the crawl meanwhile, and the worker that sees
      // nothing open has to end it. Where rows were admitted, their workers see the end.
      crawl: admitted.length > 0 ? after : await findCrawl(table, id),
      committed: finished,
      results,
      admitted,
    };
  }
  throw new Error(`Too many workers write the crawl ${id} at once.`);
}
