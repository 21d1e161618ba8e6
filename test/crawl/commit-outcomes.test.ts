import { describe, expect, test } from 'vitest';

import { createCommitOutcomes } from '#shared/crawl/worker/commit-outcomes.ts';
import type { RowOutcome } from '#shared/crawl/worker/finish-page.ts';
import {
  type Crawl,
  type CrawlRow,
  type DiscoveredUrl,
  maxEdges,
  type Edge,
} from '#shared/crawl/ledger/crawl.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { untracked } from '../fakes/untracked.ts';
import { newCrawl } from '../ports/new-crawl.ts';

const noon = Date.UTC(2026, 10, 21, 12);

/** Spread over the lots as real hashes are: neighbours differ in the digits that decide. */
const hashOf = (index: number): string => index.toString(16).padStart(4, '0');
const urlOf = (index: number): string => `https://site.example/${index}`;

const rowOf = (index: number): CrawlRow => ({
  hash: hashOf(index),
  url: urlOf(index),
  kind: 'page',
  state: 'queued',
  depth: 0,
  priority: '000',
  attempt: 0,
});

const finishedOutcome = ({ hash, url }: CrawlRow, leaseToken: string): RowOutcome => ({
  kind: 'finished',
  discovered: [],
  edges: [],
  finished: { hash, url, kind: 'page', leaseToken, state: 'delivered' },
});

/** A crawl with one open page and many that wait, best first. Resolves to those that the page's commit admits. */
async function admittedAfter(
  index: number,
  changes: Partial<Crawl>,
  shallow = 200,
): Promise<readonly number[]> {
  const store = memoryCrawlStore();
  const crawl = newCrawl({ concurrency: 10, ...changes });
  await store.create(crawl, rowOf(index));
  await store.record(
    crawl,
    Array.from({ length: 200 }, (_, position) => ({
      hash: hashOf(1_000 + position),
      url: urlOf(1_000 + position),
      kind: 'page',
      state: 'waiting',
      depth: position < shallow ? 1 : 2,
      priority: String(position).padStart(3, '0'),
    })),
  );
  await store.lease(crawl.id, [hashOf(index)], { token: 'lease', nowMs: noon, untilMs: noon + 1 });
  const commit = createCommitOutcomes({
    store,
    results: { put: async () => 'object', read: async () => [] },
    changes: untracked,
    lifecycle: { afterCommit: async () => {} },
    clock: { now: () => noon },
  });

  await commit(crawl, [finishedOutcome(rowOf(index), 'lease')]);

  const { rows } = await store.rows(crawl.id);
  return rows
    .filter(({ state, hash }) => state === 'queued' && hash !== hashOf(index))
    .map(({ hash }) => Number.parseInt(hash, 16) - 1_000)
    .toSorted((a, b) => a - b);
}

describe('the successors of a group', () => {
  test('are the best waiting rows when the limit is near', async () => {
    const admitted = await admittedAfter(1, { limit: 41 });

    expect(admitted).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('are the shallowest, even when the limit is far', async () => {
    const admitted = await admittedAfter(1, { limit: 1_000 }, 8);

    expect(admitted).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('differ from those of the next group when the limit is far', async () => {
    const [one, other] = await Promise.all([1, 2].map((index) => admittedAfter(index, { limit: 1_000 })));

    expect(one).toHaveLength(10);
    expect(other).toHaveLength(10);
    expect(one?.filter((index) => other?.includes(index))).toEqual([]);
    expect(Math.max(...(one ?? []), ...(other ?? []))).toBeLessThan(40);
  });
});

/** What the ledger keeps of where a page leads, when it knew `known` before. */
async function keptEdges(
  edges: readonly Edge[],
  known: readonly DiscoveredUrl[] = [],
): Promise<readonly Edge[] | undefined> {
  const store = memoryCrawlStore();
  const crawl = newCrawl();
  await store.create(crawl, rowOf(1));
  await store.record(crawl, known);
  await store.lease(crawl.id, [hashOf(1)], { token: 'lease', nowMs: noon, untilMs: noon + 1 });
  const commit = createCommitOutcomes({
    store,
    results: { put: async () => 'object', read: async () => [] },
    changes: untracked,
    lifecycle: { afterCommit: async () => {} },
    clock: { now: () => noon },
  });
  const { hash, url } = rowOf(1);

  await commit(crawl, [
    {
      kind: 'finished',
      discovered: known,
      edges,
      finished: { hash, url, kind: 'page', leaseToken: 'lease', state: 'delivered' },
    },
  ]);

  return (await store.links(crawl.id)).get(hash);
}

describe('the links that a row keeps', () => {
  test('are no more links than a row holds', async () => {
    const edges = Array.from({ length: maxEdges + 1 }, (_, index) => ({ to: hashOf(index + 2), hops: 1 }));

    expect(await keptEdges(edges)).toEqual(edges.slice(0, maxEdges));
  });

  test('leave out URLs that every page links to, unless they are redirects', async () => {
    const known = [2, 3].map((index): DiscoveredUrl => ({ ...rowOf(index), state: 'waiting', depth: 1 }));
    const edges = [
      { to: hashOf(2), hops: 1 },
      { to: hashOf(3), hops: 0 },
    ];

    expect(await keptEdges(edges, known)).toEqual([{ to: hashOf(3), hops: 0 }]);
  });
});

test('a page whose final URL another page of the group links to is not read again', async () => {
  const store = memoryCrawlStore();
  // The ledger has no room for another URL.
  const crawl = newCrawl({ discovered: 1_000_000 });
  await store.create(crawl, rowOf(1));
  await store.record(crawl, [{ ...rowOf(2), state: 'waiting' }]);
  await store.admit(crawl, [rowOf(2)], noon);
  await store.lease(crawl.id, [hashOf(1), hashOf(2)], { token: 'lease', nowMs: noon, untilMs: noon + 1 });
  const commit = createCommitOutcomes({
    store,
    results: { put: async () => 'object', read: async () => [] },
    changes: untracked,
    lifecycle: { afterCommit: async () => {} },
    clock: { now: () => noon },
  });
  const end: DiscoveredUrl = { ...rowOf(3), state: 'waiting', depth: 1 };

  await commit(crawl, [
    { ...finishedOutcome(rowOf(1), 'lease'), discovered: [end] } as RowOutcome,
    {
      ...finishedOutcome(rowOf(2), 'lease'),
      discovered: [{ ...end, state: 'duplicate', readAs: hashOf(2) }],
      finalHash: end.hash,
    } as RowOutcome,
  ]);

  const { rows } = await store.rows(crawl.id);
  expect(rows.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'duplicate']);
});

test('the versions of pages are kept that are delivered, and no others', async () => {
  const store = memoryCrawlStore();
  const crawl = newCrawl({ concurrency: 10 });
  const kept: string[] = [];
  await store.create(crawl, rowOf(1));
  await store.record(
    crawl,
    [2, 3].map((index): DiscoveredUrl => ({ ...rowOf(index), state: 'waiting' })),
  );
  await store.admit(crawl, [rowOf(2), rowOf(3)], noon);
  await store.lease(crawl.id, [hashOf(1), hashOf(2)], { token: 'lease', nowMs: noon, untilMs: noon + 1 });
  const commit = createCommitOutcomes({
    store,
    results: { put: async () => 'object', read: async () => [] },
    changes: { keep: async ({ name }) => void kept.push(name) },
    lifecycle: { afterCommit: async () => {} },
    clock: { now: () => noon },
  });
  const read = (index: number): RowOutcome => {
    const outcome = finishedOutcome(rowOf(index), 'lease');
    if (outcome.kind !== 'finished') return outcome;
    return {
      ...outcome,
      finished: { ...outcome.finished, identities: ['text-same'] },
      version: { name: urlOf(index), scrapedAtMs: noon, markdown: 'the same' },
    };
  };

  await commit(crawl, [read(1)]);
  await commit(crawl, [read(2)]);
  // Another worker has this row.
  await commit(crawl, [read(3)]);

  expect(kept).toEqual([urlOf(1)]);
});
