import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, inject, test } from 'vitest';

import { deleteAccount, deleteMarkedAccount } from '#shared/deletion/delete-account.ts';
import { dynamoDeletionMarks } from '#shared/deletion/dynamo-deletion-marks.ts';
import { dynamoAccountRows } from '#shared/deletion/dynamo-account-rows.ts';
import { requestDeletion } from '#shared/deletion/request-deletion.ts';
import { startDeletions } from '#shared/deletion/start-deletions.ts';
import { dynamoCodeStore } from '#shared/accounts/authorization/dynamo-code-store.ts';
import { dynamoIdempotencyRecords } from '#shared/accounts/idempotency/dynamo-idempotency-records.ts';
import { dynamoAccountStore } from '#shared/accounts/keys/dynamo-account-store.ts';
import { addKey, openAccount } from '#shared/accounts/management/manage-keys.ts';
import { createKey } from '#shared/accounts/keys/create-key.ts';
import { dynamoSessionStore } from '#shared/accounts/sessions/dynamo-session-store.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { dynamoRateLimiter } from '#shared/accounts/usage/dynamo-rate-limiter.ts';
import { newReservationId } from '#shared/accounts/usage/usage-ledger.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { seedRow } from '#shared/crawl/lifecycle/new-crawl.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import { s3BlobRemoval } from '#shared/storage/s3-blob-removal.ts';
import { s3BlobStore } from '#shared/storage/s3-blob-store.ts';
import { memoryUserPool } from '../fakes/memory-user-pool.ts';
import { silentLogger } from '../fakes/silent-telemetry.ts';
import { emulatedDynamo, emulatedS3, tableNamed } from './clients.ts';
import { newCrawl } from './new-crawl.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const minuteMs = 60_000;
const issuer = 'https://people.test';

/** The ports of a deployed service, on emulators, with a clock that is moved by hand. */
function service() {
  const [dynamo, s3] = [emulatedDynamo(), emulatedS3()];
  const [serviceTable, crawlTable] = [tableNamed('servicetable'), tableNamed('crawltable')];
  const { bucket } = inject('services');
  const time = { nowMs: noon };
  const clock = { now: () => time.nowMs };
  const everything = async (): Promise<string> => {
    const tables = [serviceTable, crawlTable].map((TableName) => dynamo.send(new ScanCommand({ TableName })));
    const objects = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
    const rows = (await Promise.all(tables)).flatMap(({ Items = [] }) => Items);
    return JSON.stringify([rows, objects.Contents?.map(({ Key }) => Key)]);
  };
  const pool = memoryUserPool(issuer);
  return {
    time,
    everything,
    pool,
    claims: dynamoIdempotencyRecords(dynamo, serviceTable),
    takeFromRate: dynamoRateLimiter(dynamo, serviceTable),
    blobs: s3BlobStore(s3, bucket),
    codes: dynamoCodeStore(dynamo, serviceTable),
    deps: {
      store: dynamoAccountStore(dynamo, serviceTable),
      plans: planCatalogue(),
      usage: dynamoUsageLedger(dynamo, serviceTable),
      sessions: dynamoSessionStore(dynamo, serviceTable),
      removePerson: pool.removePerson,
      crawls: dynamoCrawlStore(dynamo, crawlTable),
      marks: dynamoDeletionMarks(dynamo, serviceTable),
      rows: dynamoAccountRows(dynamo, { serviceTable, crawlTable }),
      removeBlobs: s3BlobRemoval(s3, bucket),
      clock,
    },
  };
}

/** A person with an account, a session, a key of the session, and a program that was allowed a key. */
async function signedInAccount({ deps, pool, codes }: ReturnType<typeof service>) {
  const [accountId, subject, tokenHash] = [newId('acct'), newId('sub'), sha256(newId('token'))];
  const createdAt = new Date(noon).toISOString();
  const account = { accountId, planId: 'hobby', createdAt, revision: 1 };
  const identity = { issuer, subject, email: `${subject}@example.com` };
  pool.subjects.add(subject);
  await deps.sessions.register(account, identity);
  const session = { tokenHash, accountId, identity, createdAtMs: noon, expiresAtMs: noon + 60 * minuteMs };
  await deps.sessions.put(session);
  const { key } = createKey({ accountId, planId: 'hobby', name: 'Account page', createdAt });
  await deps.sessions.addKey(session, account, key);
  const codeHash = sha256(newId('code'));
  await codes.put({
    accountId,
    codeHash,
    clientHash: sha256('client'),
    program: 'Claude',
    redirectUri: 'https://claude.ai/cb',
    codeChallenge: 'c'.repeat(43),
    expiresAtMs: noon + minuteMs,
  });
  return { accountId, identity, traces: [accountId, subject, tokenHash, key.keyHash, codeHash] };
}

/** An account with two keys, a month of use, a claim, a rate, a crawl and blobs of all kinds. */
async function usedAccount({ deps, claims, takeFromRate, blobs }: ReturnType<typeof service>) {
  const plan = deps.plans.find('starter')!;
  const { key } = await openAccount(deps, plan, { name: 'first' });
  const { accountId } = key;
  const { key: second } = await addKey(deps, accountId, { name: 'second', monthlyBudget: 10 });
  const outcome = await deps.usage.reserve({
    id: newReservationId(noon),
    asked: { requestId: newId('request'), host: 'site.example', startedAtMs: noon },
    accountId,
    keyId: key.countedAs,
    operation: 'scrape',
    units: 1,
    allowance: 100,
    budget: null,
    requestsAtOnce: 5,
    nowMs: noon,
    dueAtMs: noon + 90 * minuteMs,
  });
  if (outcome.kind !== 'reserved') throw new Error('The reservation was refused.');
  await takeFromRate({ accountId, group: 'requests', limitPerMinute: 10, nowMs: noon });
  const invocationId = newId('run');
  const hashes = { keyHash: sha256('a'), bodyHash: sha256('b') };
  await claims.claim({ accountId, ...hashes, invocationId, nowMs: noon, leaseUntilMs: noon + minuteMs });
  const crawl = newCrawl({ accountId });
  await deps.crawls.create(crawl, seedRow(crawl));
  const names = [
    `crawls/${crawl.id}/batch_1`,
    `idempotency/${accountId}/${hashes.keyHash}`,
    `cache/${accountId}/page`,
    `versions/${accountId}/page`,
  ];
  for (const name of names) await blobs.put(name, Buffer.from('x'));
  const settle = () =>
    deps.usage.settle(
      outcome.reservation,
      { requests: 1, pages: 1, ai: 0 },
      { endedAtMs: noon, status: 200 },
    );
  return { accountId, crawl, settle, traces: [accountId, key.keyHash, second.keyHash, crawl.id] };
}

test('deleting an account leaves no row and no blob of it, and everything of others', async () => {
  const own = service();
  const { accountId, settle, traces } = await usedAccount(own);
  const other = await usedAccount(own);
  await settle();
  const before = await own.everything();

  const waiting = await deleteAccount(own.deps, accountId);
  own.time.nowMs += 15 * minuteMs;
  const deleted = await deleteAccount(own.deps, accountId);

  const after = await own.everything();
  expect(traces.filter((trace) => before.includes(trace))).toEqual(traces);
  expect(waiting).toEqual({ kind: 'waiting', untilMs: noon + 15 * minuteMs });
  expect(deleted).toMatchObject({ kind: 'deleted', blobs: 4 });
  expect(traces.filter((trace) => after.includes(trace))).toEqual([]);
  expect(other.traces.filter((trace) => after.includes(trace))).toEqual(other.traces);
  expect(after).toContain(`cache/${other.accountId}/page`);
  expect(after).toContain(`versions/${other.accountId}/page`);
});

test('deleting the account of a person leaves no session, no key of a session and no address', async () => {
  const own = service();
  const { accountId, identity, traces } = await signedInAccount(own);
  const other = await signedInAccount(own);
  const before = await own.everything();

  const deleted = await deleteAccount(own.deps, accountId);

  const after = await own.everything();
  expect(traces.filter((trace) => before.includes(trace))).toEqual(traces);
  expect(deleted.kind).toBe('deleted');
  expect(traces.filter((trace) => after.includes(trace))).toEqual([]);
  expect(other.traces.filter((trace) => after.includes(trace))).toEqual(other.traces);
  expect(await own.deps.sessions.accountOf(identity)).toBeUndefined();
});

test('an account with work in progress is closed and its crawls are ended, and nothing is deleted yet', async () => {
  const own = service();
  const { accountId, crawl } = await usedAccount(own);

  const outcome = await deleteAccount(own.deps, accountId);

  expect(outcome.kind).toBe('waiting');
  expect(await own.deps.store.account(accountId)).toMatchObject({
    suspendedAt: new Date(noon).toISOString(),
  });
  expect(await own.deps.crawls.find(crawl.id)).toMatchObject({ status: 'failed', code: 'CRAWL_CANCELLED' });
  own.time.nowMs += 60 * minuteMs;
  expect((await deleteAccount(own.deps, accountId)).kind).toBe('waiting');
  own.time.nowMs += 30 * minuteMs;
  // By now the process of the request must be dead.
  expect((await deleteAccount(own.deps, accountId)).kind).toBe('deleted');
});

test('a request that is settled after the deletion brings nothing back', async () => {
  const own = service();
  const { accountId, settle } = await usedAccount(own);
  await own.deps.rows.removeAccount(accountId, []);

  expect(await settle()).toBe(false);
  expect((await own.deps.usage.read(accountId, '2026-11', noon)).used).toBe(0);
});

test('a deletion that somebody asked for is started by the sweeper when it is due, until no row is left', async () => {
  const own = service();
  const { accountId, settle, traces, crawl } = await usedAccount(own);
  const { identity, ...person } = await signedInAccount(own);
  const [other, started] = [await usedAccount(own), [] as string[]];
  await settle();
  const deletions = {
    marks: own.deps.marks,
    startDeletion: async (id: string) => void started.push(id),
    clock: own.deps.clock,
    logger: silentLogger,
  };
  const isDue = async () => {
    started.length = 0;
    await startDeletions(deletions);
    return started.includes(accountId);
  };

  await requestDeletion(own.deps, accountId);
  await requestDeletion(own.deps, person.accountId);
  const due = [await isDue(), await isDue()];
  const first = await deleteMarkedAccount(own.deps, accountId);
  due.push(await isDue());
  own.time.nowMs += 15 * minuteMs;
  due.push(await isDue());
  const second = await deleteMarkedAccount(own.deps, accountId);
  own.time.nowMs += 15 * minuteMs;
  due.push(await isDue());
  const third = await deleteMarkedAccount(own.deps, accountId);
  await deleteMarkedAccount(own.deps, person.accountId);

  expect(due).toEqual([true, false, false, true, false]);
  expect([first.kind, second.kind, third.kind]).toEqual(['waiting', 'deleted', 'not-marked']);
  expect(own.pool.subjects.has(identity.subject)).toBe(false);
  const after = await own.everything();
  const gone = [...traces, crawl.id, ...person.traces];
  expect(gone.filter((trace) => after.includes(trace))).toEqual([]);
  expect(other.traces.filter((trace) => after.includes(trace))).toEqual(other.traces);
});

test('an account without a mark is not deleted by the function', async () => {
  const own = service();
  const { accountId } = await usedAccount(own);

  expect(await deleteMarkedAccount(own.deps, accountId)).toEqual({ kind: 'not-marked' });
  expect(await own.deps.store.account(accountId)).not.toHaveProperty('suspendedAt');
});

test('somebody who has registered anew before the old account is deleted keeps the new one', async () => {
  const own = service();
  const { accountId, identity } = await signedInAccount(own);
  await requestDeletion(own.deps, accountId);
  const createdAt = new Date(noon).toISOString();
  const anew = { accountId: newId('acct'), planId: 'hobby', createdAt, revision: 1 };
  await own.deps.sessions.register(anew, identity);

  const deleted = await deleteMarkedAccount(own.deps, accountId);

  expect(deleted.kind).toBe('deleted');
  expect(own.pool.subjects.has(identity.subject)).toBe(true);
  expect(await own.deps.sessions.accountOf(identity)).toBe(anew.accountId);
});

test('somebody whose account an operator deletes stays, also when the service finishes the deletion', async () => {
  const own = service();
  const { accountId, identity } = await signedInAccount(own);
  const crawl = newCrawl({ accountId });
  await own.deps.crawls.create(crawl, seedRow(crawl));

  const { store } = own.deps;
  // The service's own run comes in between.
  const closing = {
    ...store,
    change: async (...given: Parameters<typeof store.change>) => {
      await deleteMarkedAccount(own.deps, accountId);
      return store.change(...given);
    },
  };

  const asked = await deleteAccount({ ...own.deps, store: closing, removePerson: undefined }, accountId);
  own.time.nowMs += 15 * minuteMs;
  const finished = await deleteMarkedAccount(own.deps, accountId);

  expect([asked.kind, finished.kind]).toEqual(['waiting', 'deleted']);
  expect(own.pool.subjects.has(identity.subject)).toBe(true);
  expect(await own.deps.sessions.accountOf(identity)).toBeUndefined();
});

test('a deletion that was broken off at its very end is finished', async () => {
  const own = service();
  const { accountId } = await signedInAccount(own);
  await requestDeletion(own.deps, accountId);
  await own.deps.rows.removeAccount(accountId, []);
  await own.deps.marks.add({ accountId, dueAtMs: noon, people: [] });

  const { kind } = await deleteMarkedAccount(own.deps, accountId);

  expect(kind).toBe('deleted');
  expect(await own.everything()).not.toContain(accountId);
});

test('an unknown account is not found', async () => {
  await expect(deleteAccount(service().deps, 'acct_unknown')).rejects.toThrow(
    'There is no account acct_unknown.',
  );
});
