import type { RemovePerson } from '#shared/accounts/sessions/remove-person.ts';
import type { Person } from '#shared/accounts/sessions/session.ts';
import type { SessionStore } from '#shared/accounts/sessions/session-store.ts';
import type { UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { monthKey } from '#shared/kernel/clock.ts';
import type { RemoveBlobs } from '#shared/storage/blob-removal.ts';
import type { AccountRows } from './account-rows.ts';
import type { DeletionMarks } from './deletion-marks.ts';
import { requestDeletion, type RequestDeletionDeps } from './request-deletion.ts';

export interface DeletionDeps extends RequestDeletionDeps {
  readonly usage: Pick<UsageLedger, 'read'>;
  readonly crawls: Pick<CrawlStore, 'find' | 'end'>;
  readonly sessions: Pick<SessionStore, 'accountOf' | 'endAll' | 'peopleOf' | 'removePeople'>;
  /** Absent where an operator deletes the account alone: its people stay, and may sign in to a new one. */
  readonly removePerson?: RemovePerson | undefined;
  readonly marks: DeletionMarks;
  readonly rows: AccountRows;
  readonly removeBlobs: RemoveBlobs;
}

export type Deletion =
  | { readonly kind: 'deleted'; readonly rows: number; readonly blobs: number }
  /** Work in progress would write again: until then the account is closed and its crawls are ended. */
  | { readonly kind: 'waiting'; readonly untilMs: number };

/** No function runs longer, so that no worker of a crawl writes later than this after its end. */
const maxWorkMs = 15 * 60_000;
/** Requests in flight end, or are refunded as dead, within this time. */
const maxRequestMs = 6 * 60_000;
/** A request in flight may have been accepted in the month before. */
const monthMs = 28 * 86_400_000;

/** Ends the account's running crawls. Returns until when a worker of any of its crawls may write. */
async function endCrawls({ crawls, clock }: DeletionDeps, ids: readonly string[]): Promise<number> {
  let untilMs = 0;
  for (const id of ids) {
    const crawl = await crawls.find(id);
    if (crawl === undefined) continue;
    const nowMs = clock.now();
    const isRunning = crawl.status === 'running';
    const error = 'The account was deleted.';
    if (isRunning) await crawls.end(id, { status: 'failed', code: 'CRAWL_CANCELLED', error, nowMs });
    untilMs = Math.max(untilMs, (isRunning ? nowMs : (crawl.endedAtMs ?? 0)) + maxWorkMs);
  }
  return untilMs;
}

async function requestsInFlight({ usage, clock }: DeletionDeps, accountId: string): Promise<number> {
  const nowMs = clock.now();
  const months = new Set([monthKey(nowMs), monthKey(nowMs - monthMs)]);
  const counts = await Promise.all([...months].map((month) => usage.read(accountId, month, nowMs)));
  return counts.reduce((sum, { inFlight }) => sum + inFlight, 0);
}

/** Somebody who has signed in again has another account, and stays. */
async function removeUnlessRegistered(
  { sessions, removePerson }: DeletionDeps,
  person: Person,
): Promise<void> {
  if ((await sessions.accountOf(person)) === undefined) await removePerson?.(person);
}

async function removeEverything(
  { store, rows, removeBlobs }: DeletionDeps,
  accountId: string,
  crawlIds: readonly string[],
): Promise<Deletion> {
  let [removedRows, removedBlobs] = [0, 0];
  for (const id of crawlIds) {
    removedBlobs += await removeBlobs(`crawls/${id}/`);
    removedRows += await rows.removeCrawl(id);
  }
  for (const prefix of ['idempotency', 'cache', 'versions'])
    removedBlobs += await removeBlobs(`${prefix}/${accountId}/`);
  const keyHashes = (await store.keysOf(accountId)).map(({ keyHash }) => keyHash);
  removedRows += await rows.removeAccount(accountId, keyHashes);
  return { kind: 'deleted', rows: removedRows, blobs: removedBlobs };
}

/** Removes every row and blob of an account, once nothing can write for it any more. May be repeated. */
export async function deleteAccount(deps: DeletionDeps, accountId: string): Promise<Deletion> {
  const { rows, marks, clock } = deps;
  const keepsPeople = deps.removePerson === undefined;
  const { people } = await requestDeletion(deps, accountId, { keepsPeople });
  for (const person of people) await removeUnlessRegistered(deps, person);
  const crawlIds = await rows.crawlIds(accountId);
  const crawlsUntilMs = await endCrawls(deps, crawlIds);
  const requestsUntilMs = (await requestsInFlight(deps, accountId)) > 0 ? clock.now() + maxRequestMs : 0;
  const untilMs = Math.max(crawlsUntilMs, requestsUntilMs);
  if (untilMs <= clock.now()) return removeEverything(deps, accountId, crawlIds);
  await marks.postpone(accountId, untilMs);
  return { kind: 'waiting', untilMs };
}

/** Deletes an account whose deletion was asked for, as far as it can be deleted now; others are left alone. */
export async function deleteMarkedAccount(
  deps: DeletionDeps,
  accountId: string,
): Promise<Deletion | { readonly kind: 'not-marked' }> {
  return (await deps.marks.find(accountId)) === undefined
    ? { kind: 'not-marked' }
    : deleteAccount(deps, accountId);
}
