import { describe, expect, test } from 'vitest';

import { shallowEnough } from '#shared/crawl/frontier/shortest-paths.ts';
import { type CrawlRow, type Edge, edgeHashDigits } from '#shared/crawl/ledger/crawl.ts';

const hashOf = (name: string): string => name.padEnd(32, '0');
const to = (name: string, hops = 1): Edge => ({ to: hashOf(name).slice(0, edgeHashDigits), hops });

type LinkedRow = CrawlRow & { readonly leadsTo?: readonly Edge[] };

const row = (name: string, depth: number, changes: Partial<LinkedRow> = {}): LinkedRow => ({
  hash: hashOf(name),
  url: `https://site.example/${name}`,
  kind: 'page',
  state: 'delivered',
  depth,
  priority: '001',
  attempt: 1,
  ...changes,
});

const nearNames = (rows: readonly LinkedRow[], maxDepth: number) =>
  shallowEnough(rows, new Map(rows.map(({ hash, leadsTo = [] }) => [hash, leadsTo])), maxDepth).map(
    ({ url, depth, state }) => [new URL(url).pathname, depth, state],
  );

describe('rows that were found by a detour', () => {
  test('get their depth from a page that turned out to be shallower, over any number of links', () => {
    const rows = [
      row('a', 1, { leadsTo: [to('b')] }),
      row('b', 5, { leadsTo: [to('c')] }),
      row('c', 6, { leadsTo: [to('d')] }),
      row('d', 7, { state: 'tooDeep' }),
    ];

    expect(nearNames(rows, 6)).toEqual([['/d', 4, 'waiting']]);
    expect(nearNames(rows, 3)).toEqual([]);
  });

  test('have the depth of their redirect', () => {
    const rows = [
      row('a', 1, { leadsTo: [to('old')] }),
      row('old', 3, { state: 'duplicate', leadsTo: [to('new', 0)] }),
      row('new', 3, { leadsTo: [to('end')] }),
      row('end', 4, { state: 'tooDeep' }),
    ];

    expect(nearNames(rows, 3)).toEqual([['/end', 3, 'waiting']]);
  });

  test('have the depth of their page’s final URL', () => {
    const rows = [
      row('a', 1, { leadsTo: [to('end-of-page')] }),
      row('end-of-page', 2, { state: 'duplicate', readAs: hashOf('page') }),
      row('page', 3, { leadsTo: [to('end')] }),
      row('end', 4, { state: 'tooDeep' }),
    ];

    expect(nearNames(rows, 3)).toEqual([['/end', 3, 'waiting']]);
  });

  test('keep their depth without a shorter path', () => {
    const rows = [
      row('a', 3, { leadsTo: [to('b'), to('a'), to('gone')] }),
      row('b', 4, { state: 'tooDeep', leadsTo: [to('a', 0)] }),
    ];

    expect(nearNames(rows, 3)).toEqual([]);
  });
});
