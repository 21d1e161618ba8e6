import { expect, test } from 'vitest';

import type { PageMessage } from '#shared/contract/messages.ts';
import { maxAttempts } from '#shared/crawl/ledger/attempts.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import type { QueuedPage } from '#shared/crawl/ledger/page-queue.ts';
import { createCloseDeadPages } from '#shared/crawl/lifecycle/close-dead-pages.ts';
import { newCrawl } from '../ports/new-crawl.ts';

const noon = Date.UTC(2026, 10, 21, 12);

const row = (hash: string, changes: Partial<CrawlRow> = {}): CrawlRow => ({
  hash,
  url: `https://site.example/${hash}`,
  kind: 'page',
  state: 'waiting',
  depth: 1,
  priority: `001-${hash}`,
  attempt: 0,
  ...changes,
});

const message = ({ id }: Crawl, hashes: readonly string[]): PageMessage => ({
  crawlId: id,
  hashes: [...hashes],
});

/** A crawl with a page whose readers died again and again, and two that shared messages with it. */
async function crawlOfThree() {
  const store = memoryCrawlStore();
  const crawl = newCrawl();
  const sent: QueuedPage[] = [];
  await store.create(crawl, row('guilty', { state: 'queued', isSeed: true, attempt: maxAttempts }));
  await store.record(crawl, [
    { ...row('untouched'), state: 'waiting' },
    { ...row('held'), state: 'waiting' },
  ]);
  await store.admit(crawl, [row('untouched'), row('held')], noon);
  const closeDeadPages = createCloseDeadPages({
    store,
    queue: { send: async (pages) => void sent.push(...pages) },
    lifecycle: { afterCommit: async () => {} },
    clock: { now: () => noon },
  });
  const states = async () =>
    Object.fromEntries((await store.rows(crawl.id)).rows.map(({ hash, state }) => [hash, state]));
  return { store, crawl, sent, closeDeadPages, states };
}

test('a dead-lettered message closes the page that killed its workers and requeues the others', async () => {
  const { crawl, sent, closeDeadPages, states } = await crawlOfThree();

  const isDone = await closeDeadPages(message(crawl, ['guilty', 'untouched']));

  expect(isDone).toBe(true);
  expect(await states()).toEqual({ guilty: 'failed', untouched: 'queued', held: 'queued' });
  expect(sent.map(({ hash }) => hash)).toEqual(['untouched']);
});

test('a dead-lettered message is retried while a worker reads one of its pages', async () => {
  const { store, crawl, closeDeadPages, states } = await crawlOfThree();
  await store.lease(crawl.id, ['held'], { token: 'lease', nowMs: noon, untilMs: noon + 20_000 });

  const isDone = await closeDeadPages(message(crawl, ['guilty', 'held']));

  expect(isDone).toBe(false);
  expect(await states()).toMatchObject({ guilty: 'failed', held: 'leased' });
});

test('a page that never reaches a worker is closed in the end', async () => {
  const { crawl, closeDeadPages, states } = await crawlOfThree();

  for (let death = 0; death <= maxAttempts; death += 1) await closeDeadPages(message(crawl, ['untouched']));

  expect(await states()).toMatchObject({ untouched: 'failed' });
});
