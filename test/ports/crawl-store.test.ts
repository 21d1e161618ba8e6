import { describe, expect, test } from 'vitest';

import { pagesPerWorker } from '#shared/contract/messages.ts';
import { countCoverage, runningCoverage } from '#shared/crawl/lifecycle/crawl-coverage.ts';
import {
  type Crawl,
  type CrawlRow,
  type DiscoveredUrl,
  type FinishedRow,
  maxEdges,
  edgeHashDigits,
} from '#shared/crawl/ledger/crawl.ts';
import { maxReads } from '#shared/crawl/ledger/crawl-room.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';
import { newCrawl } from './new-crawl.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const later = noon + 60_000;

const hashOf = (name: string): string => sha256(name).slice(0, 32);

const found = (name: string, changes: Partial<DiscoveredUrl> = {}): DiscoveredUrl => ({
  hash: hashOf(name),
  url: `https://site.example/${name}`,
  kind: 'page',
  state: 'waiting',
  depth: 1,
  priority: `001-${name}`,
  discoveredFrom: 'https://site.example/',
  ...changes,
});

const seed: CrawlRow = {
  hash: hashOf('seed'),
  url: 'https://site.example/',
  kind: 'page',
  state: 'queued',
  depth: 0,
  priority: '000',
  isSeed: true,
  attempt: 0,
};

const all = async (store: CrawlStore, id: string): Promise<readonly CrawlRow[]> => {
  const { rows } = await store.rows(id);
  return rows.toSorted((a, b) => a.priority.localeCompare(b.priority));
};

/** Takes rows from queued to a lease that ends a minute from noon. */
async function leased(store: CrawlStore, id: string, ...names: string[]): Promise<Map<string, string>> {
  const tokens = new Map<string, string>();
  for (const name of names) {
    const token = newId('lease');
    const outcome = await store.lease(id, [hashOf(name)], { token, nowMs: noon, untilMs: later });
    expect(outcome.leased).toHaveLength(1);
    tokens.set(name, token);
  }
  return tokens;
}

const finishedRow = (
  name: string,
  tokens: ReadonlyMap<string, string>,
  changes: Partial<FinishedRow> = {},
): FinishedRow => ({
  hash: hashOf(name),
  url: `https://site.example/${name === 'seed' ? '' : name}`,
  kind: 'page',
  leaseToken: tokens.get(name) ?? '',
  state: 'delivered',
  ...changes,
});

describe.for([
  ['memory', () => memoryCrawlStore()],
  ['DynamoDB', () => dynamoCrawlStore(emulatedDynamo(), tableNamed('crawl'))],
] as const)('the crawl ledger in %s', ([, create]) => {
  const store: CrawlStore = create();

  const started = async (changes: Partial<Crawl> = {}): Promise<Crawl> => {
    const crawl = newCrawl(changes);
    await store.create(crawl, seed);
    return crawl;
  };

  /** A crawl with these pages queued beside the seed. */
  const withQueued = async (names: readonly string[], changes: Partial<Crawl> = {}): Promise<Crawl> => {
    const crawl = await started(changes);
    await store.record(
      crawl,
      names.map((name) => found(name)),
    );
    const rows = (await all(store, crawl.id)).filter(({ state }) => state === 'waiting');
    await store.admit(crawl, rows, noon);
    return crawl;
  };

  const waitingRows = async (id: string, count: number): Promise<readonly CrawlRow[]> =>
    (await all(store, id)).filter(({ state }) => state === 'waiting').slice(0, count);

  const commit = (id: string, finished: readonly FinishedRow[], objectName = newId('object')) =>
    store.commit(id, { finished, objectName, discovered: [], nowMs: later });

  test('finds a crawl as it was written, and no others', async () => {
    const crawl = await started({ warnings: ['w'], webhookSecret: 'whsec_x' });

    expect(await store.find(crawl.id)).toEqual(crawl);
    expect(await store.find('crawl_none')).toBeUndefined();
    expect(await all(store, crawl.id)).toEqual([seed]);
  });

  test('refuses a second crawl of an id', async () => {
    const crawl = await started();

    await expect(store.create({ ...crawl, limit: 1 }, seed)).rejects.toThrow('already');

    expect(await store.find(crawl.id)).toEqual(crawl);
  });

  test('writes the URLs that are known from the start with the crawl, as they are', async () => {
    const crawl = newCrawl({ kind: 'batch', discovered: 3 });
    const given = found('a', { isSeed: true, givenUrl: 'site.example/a', scrapeOptions: '{"mobile":true}' });

    await store.create(crawl, seed, [given, found('b')]);

    expect(await store.find(crawl.id)).toEqual(crawl);
    expect(await all(store, crawl.id)).toEqual([
      seed,
      { ...given, attempt: 0 },
      { ...found('b'), attempt: 0 },
    ]);
  });

  test('returns the final URL of a page to the same page again, and to no other', async () => {
    const crawl = await started();
    const { id } = crawl;
    const readAs = (name: string): DiscoveredUrl =>
      found('end', { state: 'duplicate', readAs: hashOf(name) });

    const first = await store.record(crawl, [readAs('seed')]);
    const again = await store.record(crawl, [readAs('seed')]);
    const other = await store.record(crawl, [readAs('other')]);
    const link = await store.record(crawl, [found('end')]);

    expect([first, again, other, link].map(({ fresh }) => fresh.length)).toEqual([1, 1, 0, 0]);
    expect((await all(store, id)).map(({ state }) => state)).toEqual(['queued', 'duplicate']);
  });

  test('lets one of many processes repair a crawl, and none once it is finalized', async () => {
    const { id } = await started();

    const looks = await Promise.all([1, 2, 3].map(() => store.touch(id, noon, later)));
    await store.end(id, { status: 'failed', nowMs: later });
    await store.finalize(id);

    expect(looks.filter(Boolean)).toHaveLength(1);
    expect(await store.touch(id, later, later + 1)).toBe(false);
  });

  test('records each URL once, whichever worker finds it', async () => {
    const crawl = await started();
    const { id } = crawl;

    const first = await store.record(crawl, [found('a'), found('b', { state: 'excluded', reason: 'why' })]);
    const second = await store.record(crawl, [found('b'), found('c')]);

    expect(first.fresh.map(({ hash }) => hash)).toEqual([hashOf('a'), hashOf('b')]);
    expect(second.fresh.map(({ hash }) => hash)).toEqual([hashOf('c')]);
    expect((await all(store, id)).map(({ state }) => state)).toEqual([
      'queued',
      'waiting',
      'excluded',
      'waiting',
    ]);
  });

  test('writes no more new URLs than there is room for; known URLs take none', async () => {
    const crawl = await started();
    const end = found('end', { state: 'duplicate', readAs: hashOf('seed') });
    await store.record(crawl, [found('a')]);

    const some = await store.record(crawl, [found('a'), found('b'), found('c'), found('d'), end], 2);
    const none = await store.record(crawl, [found('e'), end], 0);

    expect(some.fresh.map(({ hash }) => hash)).toEqual([hashOf('b'), hashOf('c'), hashOf('end')]);
    expect(none.fresh).toEqual([end]);
    expect(await all(store, crawl.id)).toHaveLength(5);
  });

  test('two workers that find the same URLs at once share them', async () => {
    const crawl = await started();
    const links = Array.from({ length: 40 }, (_, index) => found(`x${index}`));

    const results = await Promise.all([store.record(crawl, links), store.record(crawl, links)]);

    expect(results.flatMap(({ fresh }) => fresh)).toHaveLength(40);
  });

  test('lowers the depth of a known URL that has a shorter path, and never raises it', async () => {
    const crawl = await started();
    await store.record(crawl, [found('a', { depth: 4, priority: '9' })]);

    const nearer = await store.record(crawl, [found('a', { depth: 2, priority: '5' })]);
    const farther = await store.record(crawl, [found('a', { depth: 7, priority: '8' })]);
    const row = (await all(store, crawl.id)).find(({ hash }) => hash === hashOf('a'));

    expect([nearer, farther].map(({ fresh }) => fresh)).toEqual([[], []]);
    expect([nearer, farther].map(({ knownDepths }) => knownDepths.get(hashOf('a')))).toEqual([4, 2]);
    expect(row).toMatchObject({ state: 'waiting', depth: 2, priority: '5' });
  });

  test('lets a row that was too deep wait once there is a shorter path', async () => {
    const crawl = await started();
    const deep = found('a', {
      depth: 11,
      state: 'tooDeep',
      reason: 'too far',
      discoveredFrom: 'https://site.example/far',
    });
    await store.record(crawl, [deep]);
    const before = await store.bestWaiting(crawl.id, 5);

    await store.record(crawl, [found('a', { depth: 12, state: 'tooDeep', reason: 'farther' })]);
    await store.record(crawl, [found('a', { depth: 3, discoveredFrom: 'https://site.example/near' })]);
    const waiting = await store.bestWaiting(crawl.id, 5);

    expect(before).toEqual([]);
    expect(waiting).toEqual([
      { ...found('a', { depth: 3 }), attempt: 0, discoveredFrom: 'https://site.example/near' },
    ]);
  });

  test('lowers the depth of a page that is being read, and ignores excluded rows', async () => {
    const crawl = await withQueued(['a']);
    await leased(store, crawl.id, 'a');
    await store.record(crawl, [found('b', { depth: 5, state: 'excluded', reason: 'why' })]);

    await store.record(crawl, [found('a', { depth: 0 }), found('b', { depth: 1 })]);
    const rows = await all(store, crawl.id);

    expect(rows.find(({ hash }) => hash === hashOf('a'))).toMatchObject({ state: 'leased', depth: 0 });
    expect(rows.find(({ hash }) => hash === hashOf('b'))).toMatchObject({ state: 'excluded', depth: 5 });
  });

  test('reconsiders rows that were too deep, unless another worker was faster', async () => {
    const crawl = await started();
    await store.record(crawl, [
      found('a', { depth: 11, state: 'tooDeep', reason: 'too far' }),
      found('b', { depth: 11, state: 'tooDeep', reason: 'too far' }),
    ]);
    const [, ...rows] = await all(store, crawl.id);
    await store.record(crawl, [found('b', { depth: 3 })]);

    await store.reconsider(
      crawl.id,
      rows.map((row) => ({ ...row, state: 'waiting', depth: 5 })),
    );
    const [, a, b] = await all(store, crawl.id);

    expect(a).toEqual({ ...found('a', { depth: 5 }), attempt: 0 });
    expect(b).toMatchObject({ state: 'waiting', depth: 3 });
    expect(await store.bestWaiting(crawl.id, 5)).toHaveLength(2);
  });

  test('reconsiders a row that has its lower depth already', async () => {
    const crawl = await started();
    await store.record(crawl, [found('a', { depth: 11, state: 'tooDeep', reason: 'too far' })]);
    await store.record(crawl, [found('a', { depth: 3, state: 'duplicate', readAs: hashOf('another') })]);

    await store.reconsider(crawl.id, [{ ...found('a', { depth: 3 }), attempt: 0 }]);

    expect(await store.bestWaiting(crawl.id, 5)).toMatchObject([{ hash: hashOf('a'), depth: 3 }]);
  });

  test('delivers the twin of a page whose lease was lost', async () => {
    const crawl = await withQueued(['a', 'b']);
    const tokens = await leased(store, crawl.id, 'a', 'b');
    const same = { identities: ['text-1'] };
    await store.lease(crawl.id, [hashOf('a')], { token: 'another', nowMs: later, untilMs: later + 1_000 });

    const { committed } = await commit(crawl.id, [
      finishedRow('a', tokens, same),
      finishedRow('b', tokens, same),
    ]);

    expect(committed.map(({ url, state }) => [new URL(url).pathname, state])).toEqual([['/b', 'delivered']]);
  });

  test('keeps the links of all pages of a worker, though each leads to thousands', async () => {
    const crawl = await started();
    const { id } = crawl;
    const edges = Array.from({ length: maxEdges }, (_, index) => ({
      to: index.toString(16).padStart(edgeHashDigits, '0'),
      hops: index % 2,
    }));
    const links = new Map(
      Array.from({ length: pagesPerWorker }, (_, index) => [hashOf(`page-${index}`), edges]),
    );

    await store.keepLinks(crawl, links);

    expect(await store.links(id)).toEqual(links);
    expect(await store.links('crawl_none')).toEqual(new Map());
  });

  test('lists waiting rows, best first', async () => {
    const crawl = await started();
    const { id } = crawl;
    await store.record(crawl, [found('c'), found('a'), found('b'), found('d', { state: 'outOfScope' })]);

    const best = await store.bestWaiting(id, 2);

    expect(best.map(({ url }) => url)).toEqual(['https://site.example/a', 'https://site.example/b']);
  });

  test('never admits a page beyond the limit, however many workers try', async () => {
    const crawl = await started({ limit: 8 });
    await store.record(
      crawl,
      Array.from({ length: 30 }, (_, index) => found(`p${index}`)),
    );
    const waiting = (await all(store, crawl.id)).filter(({ state }) => state === 'waiting');

    const admitted = await Promise.all(
      [0, 10, 20].map((start) => store.admit(crawl, waiting.slice(start, start + 10), noon)),
    );

    expect(admitted.flat()).toHaveLength(7);
    expect(await store.find(crawl.id)).toMatchObject({ admitted: 8, open: 8 });
  });

  test('opens no more rows than the concurrency; sitemaps count there, but not in the limit', async () => {
    const crawl = await started({ limit: 2, concurrency: 4 });
    await store.record(crawl, [
      found('m1', { kind: 'sitemap', priority: '000-1' }),
      found('m2', { kind: 'sitemap', priority: '000-2' }),
      found('m3', { kind: 'sitemap', priority: '000-3' }),
      found('p1'),
      found('p2'),
    ]);
    const waiting = (await all(store, crawl.id)).filter(({ state }) => state === 'waiting');

    const admitted = await store.admit(crawl, waiting.toReversed(), noon);

    expect(admitted).toHaveLength(3);
    expect(admitted.filter(({ kind }) => kind === 'page')).toHaveLength(1);
    expect(await store.find(crawl.id)).toMatchObject({ admitted: 2, open: 4 });
  });

  test('admits a row once', async () => {
    const crawl = await started();
    await store.record(crawl, [found('a')]);
    const waiting = await store.bestWaiting(crawl.id, 1);

    const twice = [await store.admit(crawl, waiting, noon), await store.admit(crawl, waiting, noon)];

    expect(twice.map(({ length }) => length)).toEqual([1, 0]);
    expect(await store.find(crawl.id)).toMatchObject({ admitted: 2, open: 2 });
  });

  test('leases each row to one of several workers that ask for the same rows at once', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const { id } = await withQueued(names);
    const tokens = ['one', 'two', 'three'];

    const outcomes = await Promise.all(
      tokens.map((token) => store.lease(id, names.map(hashOf), { token, nowMs: noon, untilMs: later })),
    );

    const leased = outcomes.flatMap((outcome) => outcome.leased);
    expect(leased.map(({ hash }) => hash).toSorted()).toEqual(names.map(hashOf).toSorted());
    for (const [at, outcome] of outcomes.entries())
      for (const { leaseToken, attempt } of outcome.leased)
        expect([leaseToken, attempt]).toEqual([tokens[at], 1]);
  });

  test('leases those of the queued rows that its worker chooses, and leaves the others queued', async () => {
    const names = ['a', 'b', 'c'];
    const { id } = await withQueued(names);
    const offered: string[][] = [];

    const outcome = await store.lease(id, names.map(hashOf), {
      token: 'one',
      nowMs: noon,
      untilMs: later,
      choose: async (crawl, queued) => {
        expect(crawl.id).toBe(id);
        offered.push(queued.map(({ hash }) => hash).toSorted());
        return queued.filter(({ hash }) => hash !== hashOf('b'));
      },
    });

    expect(offered).toEqual([names.map(hashOf).toSorted()]);
    expect(outcome.leased.map(({ hash }) => hash).toSorted()).toEqual(['a', 'c'].map(hashOf).toSorted());
    const left = (await all(store, id)).find(({ hash }) => hash === hashOf('b'));
    expect(left).toMatchObject({ state: 'queued', attempt: 0 });
    expect((await leased(store, id, 'b')).has('b')).toBe(true);
  });

  test('chooses once, also when another worker was faster', async () => {
    const names = ['a', 'b'];
    const { id } = await withQueued(names);
    let choices = 0;

    const outcome = await store.lease(id, names.map(hashOf), {
      token: 'slow',
      nowMs: noon,
      untilMs: later,
      choose: async (_crawl, queued) => {
        choices += 1;
        await leased(store, id, 'a');
        return queued;
      },
    });

    expect(choices).toBe(1);
    expect(outcome.leased.map(({ hash }) => hash)).toEqual([hashOf('b')]);
  });

  test('leases a row to one worker until the lease ends', async () => {
    const { id } = await started();
    const lease = (token: string, nowMs: number) =>
      store.lease(id, [seed.hash], { token, nowMs, untilMs: nowMs + 1_000 });

    const first = await lease('one', noon);
    const second = await lease('two', noon + 500);
    const third = await lease('three', noon + 1_000);

    expect(first).toMatchObject({
      crawl: { id },
      leased: [{ attempt: 1, isSeed: true, url: seed.url, leaseToken: 'one' }],
      busy: [],
    });
    expect(second).toMatchObject({ leased: [], busy: [{ leaseUntilMs: noon + 1_000 }] });
    expect(third).toMatchObject({ leased: [{ attempt: 2 }], busy: [] });
  });

  test('leases each free row to one of all workers that ask at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
    const { id } = await withQueued(names);
    const ask = (token: string, asked: readonly string[]) =>
      store.lease(id, asked.map(hashOf), { token, nowMs: noon, untilMs: later });

    const outcomes = await Promise.all([
      ask('one', names.slice(0, 12)),
      ask('two', names.slice(8)),
      ask('three', names),
    ]);

    const leased = outcomes.flatMap((outcome) => outcome.leased.map(({ hash }) => hash));
    expect(leased.toSorted()).toEqual(names.map(hashOf).toSorted());
    expect((await all(store, id)).filter(({ state }) => state === 'leased')).toHaveLength(20);
  });

  test('leases a row to its holder again, who may have lost the response', async () => {
    const { id } = await started();
    const lease = { token: 'one', nowMs: noon, untilMs: later };

    await store.lease(id, [seed.hash], lease);
    const again = await store.lease(id, [seed.hash], lease);

    expect(again.leased).toMatchObject([{ hash: seed.hash, attempt: 1 }]);
  });

  test('leases nothing of a crawl that was ended', async () => {
    const { id } = await started();
    await store.end(id, { status: 'failed', nowMs: later });

    const outcome = await store.lease(id, [seed.hash], { token: 'one', nowMs: noon, untilMs: later });

    expect(outcome).toMatchObject({ crawl: { status: 'failed' }, leased: [] });
  });

  test('renews and releases only rows that the worker still holds', async () => {
    const { id } = await started();
    await store.lease(id, [seed.hash], { token: 'one', nowMs: noon, untilMs: noon + 1 });
    await store.lease(id, [seed.hash], { token: 'two', nowMs: noon + 1, untilMs: later });

    const lost = [
      await store.renew(id, seed.hash, 'one', later + 1),
      await store.release(id, seed.hash, 'one', { notBeforeMs: later, tries: 1, attempt: 0 }),
    ];
    const kept = [
      await store.renew(id, seed.hash, 'two', later + 1),
      await store.release(id, seed.hash, 'two', {
        notBeforeMs: later + 5,
        tries: 1,
        attempt: 0,
        throttles: 2,
      }),
    ];

    expect([lost, kept]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect((await all(store, id))[0]).toMatchObject({
      state: 'queued',
      notBeforeMs: later + 5,
      tries: 1,
      attempt: 0,
      throttles: 2,
    });
  });

  test('leases no rows that wait, are finished, or are unknown', async () => {
    const crawl = await started();
    const { id } = crawl;
    await store.record(crawl, [found('a')]);
    const tokens = await leased(store, id, 'seed');
    await commit(id, [finishedRow('seed', tokens)]);

    const outcome = await store.lease(id, ['a', 'seed', 'nobody'].map(hashOf), {
      token: 'x',
      nowMs: noon,
      untilMs: later,
    });

    expect(outcome).toMatchObject({ crawl: { id }, leased: [], busy: [] });
  });

  test('counts a group of finished rows at once and numbers its results', async () => {
    const { id } = await withQueued(['a', 'b', 'c', 'd']);
    const tokens = await leased(store, id, 'seed', 'a', 'b', 'c');

    const first = await commit(id, [finishedRow('seed', tokens), finishedRow('a', tokens)], 'one');
    const second = await commit(
      id,
      [
        finishedRow('b', tokens, { state: 'failed', code: 'HTTP_ERROR', reason: '500' }),
        finishedRow('c', tokens, { usesCloud: true }),
      ],
      'two',
    );

    expect(first.crawl).toMatchObject({ open: 3, admitted: 5, delivered: 2, groups: 1 });
    expect(second.crawl).toMatchObject({ open: 1, admitted: 4, delivered: 3, failed: 1, usesCloud: true });
    expect(await store.groups(id, 1)).toEqual([
      { sequence: 1, objectName: 'one', hashes: [hashOf('seed'), hashOf('a')], deliveredBefore: 0 },
      { sequence: 2, objectName: 'two', hashes: [hashOf('c')], deliveredBefore: 2 },
    ]);
    expect((await store.groups(id, 2)).map(({ sequence }) => sequence)).toEqual([2]);
    expect((await all(store, id)).find(({ hash }) => hash === hashOf('b'))).toMatchObject({
      state: 'failed',
      reason: '500',
    });
  });

  test('frees the places of pages that were not delivered, and the reads of pages that were not read', async () => {
    const { id } = await withQueued(['a', 'b', 'c'], { limit: 4 });
    const tokens = await leased(store, id, 'seed', 'a', 'b', 'c');

    const { crawl } = await commit(id, [
      finishedRow('seed', tokens),
      finishedRow('a', tokens, { state: 'robots', isUnread: true }),
      finishedRow('b', tokens, { state: 'duplicate' }),
      finishedRow('c', tokens, { state: 'failed' }),
    ]);

    expect(crawl).toMatchObject({ admitted: 1, open: 0, reads: 3, delivered: 1 });
    expect(await store.find(id)).toMatchObject({ admitted: 1, open: 0, reads: 3, delivered: 1 });
  });

  test('admits no more rows than may be read, however many workers try', async () => {
    const crawl = await started({ limit: 100, reads: maxReads(100) - 5 });
    await store.record(
      crawl,
      Array.from({ length: 12 }, (_, index) => found(`p${index}`)),
    );
    const waiting = await waitingRows(crawl.id, 12);

    const admitted = await Promise.all(
      [0, 4, 8].map((start) => store.admit(crawl, waiting.slice(start, start + 4), noon)),
    );
    const tokens = await leased(store, crawl.id, 'seed');
    const { admitted: successors } = await store.commit(crawl.id, {
      finished: [finishedRow('seed', tokens)],
      objectName: 'o',
      discovered: [],
      nowMs: later,
      successors: await waitingRows(crawl.id, 4),
    });

    expect(admitted.flat()).toHaveLength(5);
    expect(successors).toEqual([]);
    expect(await store.find(crawl.id)).toMatchObject({ reads: maxReads(100), open: 5 });
  });

  test('keeps half of the reads for pages', async () => {
    const crawl = await started({ limit: 100, reads: maxReads(100) / 2 - 2 });
    await store.record(crawl, [
      ...Array.from({ length: 5 }, (_, index) => found(`m${index}`, { kind: 'sitemap', priority: '0' })),
      found('p'),
    ]);

    const admitted = await store.admit(crawl, await waitingRows(crawl.id, 6), noon);

    expect(admitted.map(({ kind }) => kind)).toEqual(['sitemap', 'sitemap', 'page']);
  });

  test('has counters that equal the rows after a group', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const crawl = await withQueued(names);
    const links = [
      found('x', { state: 'excluded', reason: 'why' }),
      found('y', { state: 'outOfScope', reason: 'why' }),
      found('z', { state: 'tooDeep', reason: 'why' }),
      found('w'),
      found('m', { kind: 'sitemap' }),
    ];
    const { fresh } = await store.record(crawl, links);
    const known = names.map((name) => found(name));
    const tokens = await leased(store, crawl.id, 'seed', ...names);

    await store.commit(crawl.id, {
      finished: [
        finishedRow('seed', tokens),
        finishedRow('a', tokens, { state: 'failed' }),
        finishedRow('b', tokens, { state: 'duplicate' }),
        finishedRow('c', tokens, { state: 'excluded' }),
        finishedRow('d', tokens, { state: 'robots' }),
        finishedRow('e', tokens, { state: 'outOfScope' }),
      ],
      objectName: 'o',
      discovered: [...known, ...fresh],
      nowMs: later,
    });
    const after = (await store.find(crawl.id))!;

    expect(after).toMatchObject({ discovered: 11, sitemaps: 1 });
    expect(runningCoverage(after)).toEqual(countCoverage(after, await all(store, crawl.id)));
  });

  test('excludes rows that wait, and no others', async () => {
    const crawl = await withQueued(['a']);
    const names = Array.from({ length: 450 }, (_, index) => `n${index}`);
    await store.record(
      crawl,
      [...names, 'kept'].map((name) => found(name)),
    );
    const reason = 'only repeats';

    await store.exclude(
      crawl.id,
      [...names, 'a', 'seed', 'unknown'].map((name) => ({
        hash: hashOf(name),
        kind: 'page' as const,
        reason,
      })),
      later,
    );
    const rows = await all(store, crawl.id);

    expect(rows.filter((row) => row.state === 'excluded' && row.reason === reason)).toHaveLength(450);
    expect(await store.bestWaiting(crawl.id, 10)).toMatchObject([{ hash: hashOf('kept') }]);
    expect(await store.find(crawl.id)).toMatchObject({ excluded: 450, open: 2, admitted: 2 });
  });

  test('excludes more rows than one step holds, because their reasons are as long as URLs', async () => {
    const crawl = await started();
    const names = Array.from({ length: 150 }, (_, index) => `n${index}`);
    await store.record(
      crawl,
      names.map((name) => found(name)),
    );
    // Hexadecimal digits of hashes compress to half at best.
    const reasonFor = (name: string): string =>
      Array.from({ length: 125 }, (_, index) => sha256(`${name} ${index}`)).join('');

    await store.exclude(
      crawl.id,
      names.map((name) => ({ hash: hashOf(name), kind: 'page' as const, reason: reasonFor(name) })),
      later,
    );

    expect(await store.find(crawl.id)).toMatchObject({ excluded: 150 });
    expect(await store.bestWaiting(crawl.id, 1)).toEqual([]);
  });

  test('counts only pages among the rows that it excludes', async () => {
    const crawl = await started();
    await store.record(crawl, [found('a'), found('map', { kind: 'sitemap' })]);

    await store.exclude(
      crawl.id,
      [
        { hash: hashOf('a'), kind: 'page', reason: 'why' },
        { hash: hashOf('map'), kind: 'sitemap', reason: 'why' },
      ],
      later,
    );

    expect(await store.find(crawl.id)).toMatchObject({ excluded: 1 });
    expect(await store.bestWaiting(crawl.id, 10)).toEqual([]);
  });

  test('excludes nothing of a crawl that has ended', async () => {
    const crawl = await started();
    await store.record(crawl, [found('a')]);
    await store.end(crawl.id, { status: 'failed', nowMs: later });

    await store.exclude(crawl.id, [{ hash: hashOf('a'), kind: 'page', reason: 'why' }], later);

    expect((await all(store, crawl.id)).map(({ state }) => state)).toEqual(['queued', 'waiting']);
  });

  test('counts how often the URLs of one pattern repeat, until one of them is new', async () => {
    const names = ['t/1', 't/2', 't/3', 't/4'];
    const { id } = await withQueued(names);
    const tokens = await leased(store, id, 'seed', ...names);
    const one = (name: string, changes: Partial<FinishedRow>) => finishedRow(name, tokens, changes);
    const same = { identities: ['text-1'] };
    const counts = async () => Object.values((await store.find(id))!.repeats);

    await commit(id, [one('seed', same)]);
    const before = await counts();
    await commit(id, [one('t/1', same), one('t/2', same)]);
    const repeated = await counts();
    await commit(id, [one('t/3', { state: 'duplicate', leadsToNew: true })]);
    const after = await counts();
    await commit(id, [one('t/4', { state: 'failed' })]);

    expect([before, repeated, after]).toEqual([[], [2, 2], []]);
    expect(await counts()).toEqual([]);
  });

  test('appends a warning when it ends', async () => {
    const { id } = await started({ warnings: ['one'] });

    await store.end(id, { status: 'failed', warning: 'two', nowMs: later });

    expect(await store.find(id)).toMatchObject({ warnings: ['one', 'two'] });
  });

  test('keeps the coverage of a crawl that has ended, and of no other', async () => {
    const { id } = await started();
    const coverage = countCoverage({ status: 'failed' }, await all(store, id));

    await store.keepCoverage(id, coverage);
    const running = await store.find(id);
    await store.end(id, { status: 'failed', nowMs: later });
    await store.keepCoverage(id, coverage);

    expect(running?.coverage).toBeUndefined();
    expect(await store.find(id)).toMatchObject({ coverage: { discovered: 1, failed: 1 } });
  });

  test('admits a group’s successors to its places, and no others', async () => {
    const { id } = await withQueued(['a', 'b'], { limit: 5, concurrency: 3 });
    await store.record(
      { id, expiresAtMs: later },
      ['c', 'd', 'e', 'f'].map((name) => found(name)),
    );
    const tokens = await leased(store, id, 'seed', 'a');

    const { crawl, admitted } = await store.commit(id, {
      finished: [finishedRow('seed', tokens), finishedRow('a', tokens, { state: 'duplicate' })],
      objectName: 'o',
      discovered: [],
      nowMs: later,
      successors: await waitingRows(id, 4),
    });

    expect(admitted.map(({ hash, state }) => [hash, state])).toEqual([
      [hashOf('c'), 'queued'],
      [hashOf('d'), 'queued'],
    ]);
    expect(crawl).toMatchObject({ open: 3, admitted: 4, delivered: 1 });
    expect(await store.find(id)).toMatchObject({ open: 3, admitted: 4, delivered: 1 });
    expect((await waitingRows(id, 2)).map(({ hash }) => hash)).toEqual([hashOf('e'), hashOf('f')]);
  });

  test('finishes a group whose successors another worker admitted', async () => {
    const crawl = await withQueued(['a'], { limit: 9, concurrency: 9 });
    const { id } = crawl;
    await store.record(crawl, [found('b'), found('c')]);
    const tokens = await leased(store, id, 'seed');
    const successors = await waitingRows(id, 2);
    await store.admit(crawl, successors.slice(0, 1), noon);

    const { committed, admitted } = await store.commit(id, {
      finished: [finishedRow('seed', tokens)],
      objectName: 'o',
      discovered: [],
      nowMs: later,
      successors,
    });

    expect(committed).toHaveLength(1);
    expect(admitted.map(({ hash }) => hash)).toEqual([hashOf('c')]);
    expect(await store.find(id)).toMatchObject({ open: 3, admitted: 4, delivered: 1 });
  });

  test('finishes a row that a stale index offers as its own successor', async () => {
    const crawl = await withQueued(['a']);
    const tokens = await leased(store, crawl.id, 'a');

    const { committed, admitted } = await store.commit(crawl.id, {
      finished: [finishedRow('a', tokens)],
      objectName: 'object',
      discovered: [],
      successors: [{ ...found('a'), attempt: 0 }],
      nowMs: noon,
    });

    expect(committed).toHaveLength(1);
    expect(admitted).toEqual([]);
  });

  test('takes no successors for rows whose leases were lost', async () => {
    const crawl = await started();
    const { id } = crawl;
    await store.record(crawl, [found('a')]);
    const tokens = await leased(store, id, 'seed');
    await store.lease(id, [hashOf('seed')], { token: 'thief', nowMs: later, untilMs: later + 1 });

    const { committed, admitted } = await store.commit(id, {
      finished: [finishedRow('seed', tokens)],
      objectName: 'o',
      discovered: [],
      nowMs: later,
      successors: await waitingRows(id, 1),
    });

    expect([committed, admitted]).toEqual([[], []]);
    expect(await store.find(id)).toMatchObject({ open: 1, admitted: 1 });
  });

  test('lets a row that was taken from its worker and given back be finished by the next one only', async () => {
    const { id } = await started();
    const tokens = await leased(store, id, 'seed');
    await store.lease(id, [seed.hash], { token: 'thief', nowMs: later, untilMs: later + 1 });
    await store.release(id, seed.hash, 'thief', { notBeforeMs: later, tries: 0, attempt: 0 });
    await store.lease(id, [seed.hash], { token: 'next', nowMs: later, untilMs: later + 1 });

    const late = await commit(id, [finishedRow('seed', tokens)]);
    const next = await commit(id, [finishedRow('seed', new Map([['seed', 'next']]))]);

    expect([late, next].map(({ committed }) => committed.length)).toEqual([0, 1]);
    expect(await store.find(id)).toMatchObject({ delivered: 1, open: 0 });
  });

  test('finishes all pages of a worker in one group, however many successors there are', async () => {
    const names = Array.from({ length: pagesPerWorker }, (_, index) => `n${index}`);
    const crawl = await withQueued(names, { limit: 500, concurrency: 100 });
    const { id } = crawl;
    await store.record(
      crawl,
      Array.from({ length: 150 }, (_, index) => found(`next-${index}`)),
    );
    const tokens = await leased(store, id, ...names);

    const { committed, admitted, results } = await store.commit(id, {
      finished: names.map((name) =>
        finishedRow(name, tokens, { identities: [`text-${name}`, `canonical-${name}`] }),
      ),
      objectName: 'o',
      discovered: [],
      nowMs: later,
      successors: await waitingRows(id, 90),
    });

    expect(committed).toHaveLength(pagesPerWorker);
    expect(results?.hashes).toHaveLength(pagesPerWorker);
    expect(admitted.length).toBeGreaterThanOrEqual(pagesPerWorker);
    expect(await store.find(id)).toMatchObject({ delivered: pagesPerWorker, open: 1 + admitted.length });
  });

  test('leaves rows out of a group whose lease was lost', async () => {
    const { id } = await withQueued(['a']);
    const tokens = await leased(store, id, 'seed', 'a');
    await store.lease(id, [hashOf('a')], { token: 'thief', nowMs: later, untilMs: later + 1 });

    const { committed, results } = await commit(id, [finishedRow('seed', tokens), finishedRow('a', tokens)]);

    expect(committed.map(({ hash }) => hash)).toEqual([hashOf('seed')]);
    expect(results?.hashes).toEqual([hashOf('seed')]);
    expect(await store.find(id)).toMatchObject({ delivered: 1, open: 1 });
  });

  test('a group that is committed twice counts once', async () => {
    const { id } = await started();
    const tokens = await leased(store, id, 'seed');

    await commit(id, [finishedRow('seed', tokens)]);
    const again = await commit(id, [finishedRow('seed', tokens)]);

    expect(again.committed).toEqual([]);
    expect(await store.find(id)).toMatchObject({ delivered: 1, open: 0, groups: 1 });
  });

  test('knows the same page again, in the same group and in a later one', async () => {
    const { id } = await withQueued(['a', 'b']);
    const tokens = await leased(store, id, 'seed', 'a', 'b');
    const same = { identities: ['text-1'] };

    const first = await commit(id, [
      finishedRow('seed', tokens, same),
      finishedRow('a', tokens, { identities: ['text-1', 'canonical-1'] }),
    ]);
    const second = await commit(id, [finishedRow('b', tokens, same)]);

    expect(await store.claimant(id, 'text-1')).toBe('https://site.example/');
    expect(await store.claimant(id, 'text-2')).toBeUndefined();
    expect(first.committed.map(({ state }) => state)).toEqual(['delivered', 'duplicate']);
    expect(second.committed[0]).toMatchObject({
      state: 'duplicate',
      reason: 'the same page as https://site.example/',
    });
    expect(await store.find(id)).toMatchObject({ delivered: 1, open: 0, admitted: 1, groups: 1 });
  });

  test('keeps count when many commit at once', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const { id } = await withQueued(names);
    const tokens = await leased(store, id, ...names);

    await Promise.all(names.map((name) => commit(id, [finishedRow(name, tokens)])));

    const groups = await store.groups(id, 1);
    expect(await store.find(id)).toMatchObject({ delivered: 12, open: 1, groups: 12 });
    expect(groups.map(({ sequence, deliveredBefore }) => [sequence, deliveredBefore])).toEqual(
      names.map((_, index) => [index + 1, index]),
    );
  });

  test('learns the scope with the seed', async () => {
    const { id } = await started();
    const tokens = await leased(store, id, 'seed');

    await store.commit(id, {
      finished: [finishedRow('seed', tokens)],
      objectName: 'o',
      discovered: [],
      scopeUrl: 'https://www.site.example/start',
      nowMs: later,
    });

    expect(await store.find(id)).toMatchObject({ scopeUrl: 'https://www.site.example/start' });
  });

  test('completes only when nothing is open, and ends once', async () => {
    const { id } = await started();
    const early = await store.end(id, { status: 'completed', nowMs: later });
    const tokens = await leased(store, id, 'seed');
    await commit(id, [finishedRow('seed', tokens)]);

    const ends = await Promise.all([1, 2, 3].map(() => store.end(id, { status: 'completed', nowMs: later })));

    expect(early).toBe(false);
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await store.find(id)).toMatchObject({ status: 'completed', endedAtMs: later });
  });

  test('an ended crawl accepts no more writes', async () => {
    const crawl = await started();
    const { id } = crawl;
    await store.record(crawl, [found('a')]);
    const tokens = await leased(store, id, 'seed');
    await store.end(id, { status: 'failed', code: 'CRAWL_CANCELLED', error: 'Cancelled.', nowMs: later });

    const committed = await commit(id, [finishedRow('seed', tokens)]);
    const admitted = await store.admit(crawl, await store.bestWaiting(id, 5), later);

    expect(committed).toMatchObject({ crawl: undefined, committed: [] });
    expect(admitted).toEqual([]);
    expect(await store.find(id)).toMatchObject({
      status: 'failed',
      code: 'CRAWL_CANCELLED',
      error: 'Cancelled.',
      delivered: 0,
    });
  });

  test('lists crawls without progress until they are finalized', async () => {
    const quiet = await started({ touchedAtMs: noon - 3_600_000 });
    const busy = await started({ touchedAtMs: noon });
    const ids = async () => (await store.unfinalized(noon - 60_000, 500)).map((crawl) => crawl.id);

    const before = await ids();
    await store.end(quiet.id, { status: 'failed', nowMs: noon - 3_000_000 });
    const ended = await ids();
    await store.finalize(quiet.id);
    const after = await ids();

    expect([before.includes(quiet.id), before.includes(busy.id)]).toEqual([true, false]);
    expect([ended.includes(quiet.id), after.includes(quiet.id)]).toEqual([true, false]);
    expect(await store.find(quiet.id)).toMatchObject({ finalized: true });
  });

  test('does not finalize a running crawl', async () => {
    const { id } = await started();

    await store.finalize(id);

    expect(await store.find(id)).toMatchObject({ finalized: false });
  });

  test('marks a group of results as announced', async () => {
    const { id } = await started();
    const tokens = await leased(store, id, 'seed');
    await commit(id, [finishedRow('seed', tokens)]);

    await store.markAnnounced(id, 1);

    expect(await store.groups(id, 1)).toMatchObject([{ sequence: 1, announced: true }]);
  });

  test('lists an account’s crawls, newest first, a part at a time', async () => {
    const accountId = newId('account');
    for (const offset of [0, 1_000, 2_000]) await started({ accountId, createdAtMs: noon + offset });

    const first = await store.ofAccount(accountId, 2);
    const second = await store.ofAccount(accountId, 2, first.cursor);

    expect([...first.crawls, ...second.crawls].map(({ createdAtMs }) => createdAtMs - noon)).toEqual([
      2_000, 1_000, 0,
    ]);
    expect(second.cursor).toBeUndefined();
  });

  test('returns all rows of a large crawl, page by page', async () => {
    const crawl = await started();
    const { id } = crawl;
    const names = Array.from({ length: 300 }, (_, index) => `r${index}`);
    await store.record(
      crawl,
      names.map((name) => found(name, { url: `https://site.example/${name}?${'q'.repeat(8_000)}` })),
    );
    const hashes = new Set<string>();

    let cursor: string | undefined;
    do {
      const page = await store.rows(id, cursor);
      for (const { hash } of page.rows) hashes.add(hash);
      cursor = page.cursor;
    } while (cursor !== undefined);

    expect(hashes.size).toBe(301);
  });
});
