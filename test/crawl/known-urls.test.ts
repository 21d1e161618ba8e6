import { expect, test } from 'vitest';

import type { DiscoveredUrl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { rememberKnownUrls } from '#shared/crawl/ledger/known-urls.ts';

const crawl = { id: 'crawl-1', expiresAtMs: 0 };

const url = (name: string, depth: number, more: Partial<DiscoveredUrl> = {}): DiscoveredUrl => ({
  url: `https://site.example/${name}`,
  hash: name,
  kind: 'page',
  depth,
  priority: '1',
  state: 'waiting',
  ...more,
});

/** A ledger that has the rows given, and tells for which URLs it was asked. */
function ledger(rows: Record<string, number> = {}) {
  const depths = new Map(Object.entries(rows));
  const asked: string[][] = [];
  const record: CrawlStore['record'] = async (_crawl, found, room = Number.POSITIVE_INFINITY) => {
    asked.push(found.map(({ hash }) => hash));
    const knownDepths = new Map(
      found.flatMap(({ hash }) => (depths.has(hash) ? [[hash, depths.get(hash) ?? 0] as const] : [])),
    );
    const fresh = found.filter(({ hash }) => !depths.has(hash)).slice(0, room);
    for (const { hash, depth } of [...fresh, ...found.filter(({ hash }) => knownDepths.has(hash))])
      depths.set(hash, Math.min(depth, depths.get(hash) ?? depth));
    return { fresh, knownDepths };
  };
  return { record: rememberKnownUrls(record), asked };
}

test('the ledger is asked once about a link of every page, and its depth stays known', async () => {
  const { record, asked } = ledger();

  const first = await record(crawl, [url('menu', 1), url('a', 1)]);
  const second = await record(crawl, [url('menu', 2), url('b', 2)]);
  const third = await record(crawl, [url('menu', 2)]);

  expect(first.fresh.map(({ hash }) => hash)).toEqual(['menu', 'a']);
  expect([second.fresh.map(({ hash }) => hash), second.knownDepths.get('menu')]).toEqual([['b'], 1]);
  expect([third.fresh, third.knownDepths.get('menu')]).toEqual([[], 1]);
  expect(asked).toEqual([['menu', 'a'], ['b']]);
});

test('a link that is found nearer, or readable at the depth of its row, is recorded again', async () => {
  const { record, asked } = ledger({ deep: 3 });

  await record(crawl, [url('deep', 4)]);
  await record(crawl, [url('deep', 3)]);
  await record(crawl, [url('deep', 2, { state: 'tooDeep' })]);
  await record(crawl, [url('deep', 2)]);
  await record(crawl, [url('deep', 2)]);

  expect(asked).toHaveLength(4);
});

test('the ledger is not asked about a known link that would not be read', async () => {
  const { record, asked } = ledger();

  await record(crawl, [url('a', 1)]);
  const repeating = await record(crawl, [url('a', 1, { state: 'excluded', reason: 'only repeats' })]);

  expect([repeating.fresh, repeating.knownDepths.get('a')]).toEqual([[], 1]);
  expect(asked).toHaveLength(1);
});

test('a URL at which a page was read is always recorded', async () => {
  const { record, asked } = ledger();

  await record(crawl, [url('a', 1)]);
  await record(crawl, [url('a', 1, { readAs: 'b', state: 'duplicate' })]);

  expect(asked).toHaveLength(2);
});

test('a URL for which there was no room is recorded when it is found again', async () => {
  const { record } = ledger();

  await record(crawl, [url('a', 1), url('b', 1)], 1);
  const again = await record(crawl, [url('a', 1), url('b', 1)], 1);

  expect(again.fresh.map(({ hash }) => hash)).toEqual(['b']);
});

test('what one crawl knows is new to another', async () => {
  const { record, asked } = ledger();

  await record(crawl, [url('a', 1)]);
  await record({ ...crawl, id: 'crawl-2' }, [url('a', 1)]);

  expect(asked).toHaveLength(2);
});
