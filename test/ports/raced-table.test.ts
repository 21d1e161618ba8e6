import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';

import type { DiscoveredUrl } from '#shared/crawl/ledger/crawl.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';
import { newCrawl } from './new-crawl.ts';

const found: DiscoveredUrl = {
  hash: sha256('listed').slice(0, 32),
  url: 'https://site.example/listed',
  kind: 'page',
  state: 'waiting',
  depth: 3,
  priority: '001',
};

/** A table before whose commands something happens; a command is not sent when that fails. */
function interceptedDynamo(before: (input: object) => unknown) {
  const client = emulatedDynamo();
  client.middlewareStack.add(
    (next) => async (args) => {
      await before(args.input);
      return next(args);
    },
    { step: 'initialize' },
  );
  return client;
}

/** Lets others act between what a store reads and its first transaction. */
function racedDynamo(others: () => Promise<unknown>) {
  let isFirst = true;
  return interceptedDynamo(async (input) => {
    if (!('TransactItems' in input) || !isFirst) return;
    isFirst = false;
    await others();
  });
}

test('a page that is admitted while a shorter path to it is written gets the lower depth', async () => {
  const store = dynamoCrawlStore(emulatedDynamo(), tableNamed('crawl'));
  const crawl = newCrawl({ open: 0, admitted: 0 });
  await store.create(crawl, { ...found, hash: 'seed', state: 'queued', attempt: 0, isSeed: true });
  await store.record(crawl, [found]);
  const admit = () => store.admit(crawl, [{ ...found, attempt: 0 }], crawl.createdAtMs);

  const raced = dynamoCrawlStore(racedDynamo(admit), tableNamed('crawl'));
  await raced.record(crawl, [{ ...found, depth: 0 }]);
  const { rows } = await store.rows(crawl.id);

  expect(rows.find(({ hash }) => hash === found.hash)).toMatchObject({ state: 'queued', depth: 0 });
});

/** A table whose rows are in transactions of others when they are first updated. */
function contendedDynamo(conflicts: number) {
  let left = conflicts;
  return interceptedDynamo((input) => {
    if (!('UpdateExpression' in input) || left === 0) return;
    left -= 1;
    throw new TransactionConflictException({ message: 'Transaction is ongoing', $metadata: {} });
  });
}

test('a crawl is ended although other workers write it at that moment', async () => {
  const store = dynamoCrawlStore(contendedDynamo(3), tableNamed('crawl'));
  const crawl = newCrawl();
  await store.create(crawl, { ...found, state: 'queued', attempt: 0, isSeed: true });

  const isEnded = await store.end(crawl.id, {
    status: 'failed',
    code: 'CRAWL_CANCELLED',
    error: 'The crawl was cancelled.',
    nowMs: crawl.createdAtMs,
  });

  expect(isEnded).toBe(true);
});

/** A table that refuses one update. */
function refusingDynamo(refused: number) {
  let updates = 0;
  return interceptedDynamo((input) => {
    if ('UpdateExpression' in input && (updates += 1) === refused) throw new Error('refused');
  });
}

test('rows of which one cannot be leased are all given back, as if nobody had asked for them', async () => {
  const store = dynamoCrawlStore(emulatedDynamo(), tableNamed('crawl'));
  const crawl = newCrawl({ open: 0, admitted: 0 });
  const rows = ['a', 'b', 'c'].map((name) => ({ ...found, hash: name, attempt: 0 }));
  await store.create(crawl, { ...found, hash: 'seed', state: 'queued', attempt: 0, isSeed: true });
  await store.record(crawl, rows);
  await store.admit(crawl, rows, crawl.createdAtMs);
  const lease = { token: 'one', nowMs: crawl.createdAtMs, untilMs: crawl.createdAtMs + 20_000 };

  const refusing = dynamoCrawlStore(refusingDynamo(2), tableNamed('crawl'));
  const refusal = refusing.lease(crawl.id, ['a', 'b', 'c'], lease);

  await expect(refusal).rejects.toThrow('refused');
  const { leased } = await store.lease(crawl.id, ['a', 'b', 'c'], { ...lease, token: 'two' });
  expect(leased.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
});

test('a queued row is given back when the row of a dead worker cannot be taken with it', async () => {
  const store = dynamoCrawlStore(emulatedDynamo(), tableNamed('crawl'));
  const crawl = newCrawl({ open: 0, admitted: 0 });
  const rows = ['a', 'b'].map((name) => ({ ...found, hash: name, attempt: 0 }));
  await store.create(crawl, { ...found, hash: 'seed', state: 'queued', attempt: 0, isSeed: true });
  await store.record(crawl, rows);
  await store.admit(crawl, rows, crawl.createdAtMs);
  const nowMs = crawl.createdAtMs + 30_000;
  await store.lease(crawl.id, ['a'], { token: 'dead', nowMs: crawl.createdAtMs, untilMs: nowMs - 1 });

  const refusing = interceptedDynamo((input) => {
    if ('TransactItems' in input) throw new Error('refused');
  });
  const refusal = dynamoCrawlStore(refusing, tableNamed('crawl')).lease(crawl.id, ['a', 'b'], {
    token: 'unlucky',
    nowMs,
    untilMs: nowMs + 20_000,
  });

  await expect(refusal).rejects.toThrow('refused');
  const { leased } = await store.lease(crawl.id, ['a', 'b'], {
    token: 'next',
    nowMs: nowMs + 1,
    untilMs: nowMs + 20_000,
  });
  expect(new Map(leased.map(({ hash, attempt }) => [hash, attempt]))).toEqual(
    new Map([
      ['a', 2],
      ['b', 1],
    ]),
  );
});

test('rows are excluded although they could not leave the index, and are counted once', async () => {
  const store = dynamoCrawlStore(emulatedDynamo(), tableNamed('crawl'));
  const crawl = newCrawl();
  const excluded = [{ hash: found.hash, kind: found.kind, reason: 'only repeats' }];
  await store.create(crawl, { ...found, hash: 'seed', state: 'queued', attempt: 0, isSeed: true });
  await store.record(crawl, [found, { ...found, hash: 'other', priority: '002' }]);

  await dynamoCrawlStore(refusingDynamo(1), tableNamed('crawl')).exclude(crawl.id, excluded, 0);
  await store.exclude(crawl.id, excluded, 0);
  const { rows } = await store.rows(crawl.id);

  expect(rows.find(({ hash }) => hash === found.hash)).toMatchObject({
    state: 'excluded',
    reason: 'only repeats',
  });
  expect(await store.bestWaiting(crawl.id, 1)).toMatchObject([{ hash: 'other' }]);
  expect(await store.find(crawl.id)).toMatchObject({ excluded: 1 });
});
