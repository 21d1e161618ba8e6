import { expect, test } from 'vitest';

import type { Crawl, CrawlRow, DiscoveredUrl, FinishedRow } from '#shared/crawl/ledger/crawl.ts';
import { maxReads } from '#shared/crawl/ledger/crawl-room.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { countCoverage } from '#shared/crawl/lifecycle/crawl-coverage.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import { seededRandom } from '../crawl/virtual-time.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';
import { newCrawl } from './new-crawl.ts';

// Workers of one crawl, each with what it remembers of the ledger, on a table that refuses requests and loses answers.
// They die between any two steps, come back late, and are sent rows that are done. The seed replays what they choose.

class Fault extends Error {}

const crawls = 10;
const workers = 4;
const addresses = 60;
/** Pages whose number has the same rest are the same page. */
const contents = 45;
const leaseMs = 60;

function faultyDynamo(strikes: () => boolean) {
  const client = emulatedDynamo();
  client.middlewareStack.add(
    (next) => async (args) => {
      if (strikes()) throw new Fault('refused');
      const result = await next(args);
      if (strikes()) throw new Fault('the answer was lost');
      return result;
    },
    { step: 'initialize' },
  );
  return client;
}

const nameOf = (index: number): string => sha256(`page ${index}`).slice(0, 32);

const urlAt = (index: number, depth: number): DiscoveredUrl => ({
  hash: nameOf(index),
  url: `https://site.example/${index}`,
  kind: 'page',
  state: 'waiting',
  depth,
  priority: String(100 + index),
});

async function allRows(store: CrawlStore, id: string): Promise<readonly CrawlRow[]> {
  return (await store.rows(id)).rows;
}

/** One crawl until nothing is open or waiting. */
async function crawlUnderFaults(seed: number, faultShare: number) {
  const random = seededRandom(seed);
  const chance = (share: number): boolean => random() < share;
  const some = <Value>(values: readonly Value[], share: number): Value[] =>
    values.filter(() => chance(share));
  const clean = dynamoCrawlStore(emulatedDynamo(), tableNamed('crawl'));
  const client = faultyDynamo(() => chance(faultShare));
  const crawl = newCrawl({ limit: 25, concurrency: 8, open: 1, admitted: 1, reads: 1, discovered: 1 });
  const { id } = crawl;
  await clean.create(crawl, { ...urlAt(0, 0), state: 'queued', attempt: 0, isSeed: true });
  let nowMs = crawl.createdAtMs;
  let most: Pick<Crawl, 'admitted' | 'open' | 'reads'> = { admitted: 0, open: 0, reads: 0 };
  const look = (seen: Crawl | undefined): void => {
    if (seen !== undefined)
      most = {
        admitted: Math.max(most.admitted, seen.admitted),
        open: Math.max(most.open, seen.open),
        reads: Math.max(most.reads, seen.reads),
      };
  };

  const endingOf = (row: CrawlRow, leaseToken: string): FinishedRow => {
    const { hash, url, kind } = row;
    const index = Number(new URL(url).pathname.slice(1));
    const roll = random();
    const known = { hash, url, kind, leaseToken };
    if (roll < 0.1)
      return { ...known, state: 'failed', code: 'HTTP_ERROR', reason: 'the server answered 404' };
    if (roll < 0.2) return { ...known, state: 'robots', isUnread: true };
    return { ...known, state: 'delivered', identities: [`text-${index % contents}`, `canonical-${hash}`] };
  };

  async function work(store: CrawlStore): Promise<void> {
    const rows = await allRows(clean, id);
    const open = rows.filter(({ state }) => state === 'queued' || state === 'leased');
    const hashes = [...some(open, 0.4), ...some(rows, 0.03)].map(({ hash }) => hash);
    const token = newId('lease');
    const { leased } = await store.lease(id, [...new Set(hashes)], {
      token,
      nowMs,
      untilMs: nowMs + leaseMs,
    });
    if (chance(0.1)) return;
    const [first, ...others] = leased;
    if (first === undefined) return;
    if (chance(0.2)) await store.release(id, first.hash, token, { attempt: 0, tries: 1, notBeforeMs: nowMs });
    const read = chance(0.2) ? others : leased;
    const finished = read.map((row) => endingOf(row, token));
    const found = [1, 2, 3, 4].map(() => urlAt(Math.floor(random() * addresses), first.depth + 1));
    const { fresh } = await store.record(crawl, [...new Map(found.map((url) => [url.hash, url])).values()]);
    // Late: others may have taken its rows.
    if (chance(0.15)) await new Promise((resolve) => void setTimeout(resolve, 20));
    if (chance(0.1)) return;
    const waiting = await store.bestWaiting(id, 5);
    if (chance(0.1)) {
      const reason = 'only repeats';
      await store.exclude(
        id,
        some(waiting, 0.2).map(({ hash, kind }) => ({ hash, kind, reason })),
        nowMs,
      );
    }
    const outcome = await store.commit(id, {
      finished,
      objectName: newId('object'),
      discovered: fresh,
      successors: waiting,
      nowMs,
    });
    look(outcome.crawl);
  }

  /** What a worker that sees nothing open does. Resolves to whether the crawl has ended. */
  async function goOn(store: CrawlStore): Promise<boolean> {
    const seen = await store.find(id);
    look(seen);
    if (seen?.status !== 'running') return true;
    if (seen.admitted < seen.limit) await store.admit(seen, await store.bestWaiting(id, 8), nowMs);
    const current = await store.find(id);
    if (current === undefined || current.open > 0) return false;
    const waiting = (await allRows(store, id)).filter(({ state }) => state === 'waiting');
    if (waiting.length > 0 && current.admitted < current.limit) {
      await store.admit(current, waiting, nowMs);
      return false;
    }
    return store.end(id, { status: 'completed', nowMs });
  }

  async function live(): Promise<void> {
    let store = dynamoCrawlStore(client, tableNamed('crawl'));
    for (let isOver = false; !isOver; nowMs += 10) {
      if (chance(0.1)) store = dynamoCrawlStore(client, tableNamed('crawl'));
      try {
        await work(store);
        isOver = await goOn(store);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
      }
    }
  }

  await Promise.all(Array.from({ length: workers }, live));
  return { crawl: (await clean.find(id))!, rows: await allRows(clean, id), store: clean, most };
}

test('a crawl counts and delivers exactly, whatever its table refuses and whichever workers die', async () => {
  for (let seed = 0; seed < crawls; seed += 1) {
    const isFaulty = seed % 4 !== 0;
    const { crawl, rows, store, most } = await crawlUnderFaults(seed, isFaulty ? 0.02 : 0);
    const groups = await store.groups(crawl.id, 1);
    const delivered = groups.flatMap(({ hashes }) => hashes);
    const counted = countCoverage(crawl, rows);
    const name = `seed ${seed}`;

    expect.soft(crawl, name).toMatchObject({ status: 'completed', open: 0, admitted: crawl.delivered });
    expect.soft(most.admitted, name).toBeLessThanOrEqual(crawl.limit);
    expect.soft(most.open, name).toBeLessThanOrEqual(crawl.concurrency);
    expect.soft(most.reads, name).toBeLessThanOrEqual(maxReads(crawl.limit));
    expect
      .soft(
        rows.filter(({ state }) => state === 'queued' || state === 'leased'),
        name,
      )
      .toEqual([]);
    // Each page once, without gaps, and in the order of its group.
    expect
      .soft(
        groups.map(({ sequence }) => sequence),
        name,
      )
      .toEqual(groups.map((_, index) => index + 1));
    expect.soft(delivered, name).toHaveLength(crawl.delivered);
    expect.soft(delivered.toSorted(), name).toEqual(
      rows
        .filter(({ state }) => state === 'delivered')
        .map(({ hash }) => hash)
        .toSorted(),
    );
    const texts = rows
      .filter(({ state }) => state === 'delivered')
      .map(({ url }) => Number(new URL(url).pathname.slice(1)) % contents);
    expect.soft(new Set(texts).size, name).toBe(texts.length);
    for (const state of ['delivered', 'failed', 'duplicate', 'excluded', 'robots'] as const)
      expect.soft([state, crawl[state]], name).toEqual([state, counted[state]]);
  }
}, 120_000);
