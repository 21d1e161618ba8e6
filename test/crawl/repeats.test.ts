import { describe, expect, test } from 'vitest';

import { repeatPatterns } from '#shared/crawl/ledger/repeat-patterns.ts';
import type { FinishedRow, Repeats } from '#shared/crawl/ledger/crawl.ts';
import { repeatingReason, withRepeats } from '#shared/crawl/ledger/repeats.ts';

const origin = 'https://site.example';

const row = (path: string, state: FinishedRow['state'], changes: Partial<FinishedRow> = {}): FinishedRow => ({
  hash: path,
  url: origin + path,
  kind: 'page',
  leaseToken: 'lease',
  state,
  ...changes,
});

/** The counts after pages that were finished one after the other. */
const after = (rows: readonly FinishedRow[], from: Repeats = {}): Repeats => {
  let repeats = from;
  for (const one of rows) repeats = withRepeats(repeats, [one]);
  return repeats;
};

const many = (count: number, rowOf: (index: number) => FinishedRow): FinishedRow[] =>
  Array.from({ length: count }, (_, index) => rowOf(index));

describe('the patterns of a URL', () => {
  test.for([
    ['numbered pages', '/trap/17', 'site.example/trap/*'],
    ['made-up names', '/trap/qwert', 'site.example/trap/*'],
    ['a session in the path', '/s-81f2/list/page', 'site.example/*/list/*'],
    ['values of a query', '/list?page=3&sort=up', 'site.example/list?page=*&sort=*'],
    ['the same query in another order', '/list?sort=up&page=3', 'site.example/list?page=*&sort=*'],
    ['a query of a numbered page', '/item/12?from=home', 'site.example/item/*?from=*'],
    ['numbered parameters', '/list?f1=a&f2=b', 'site.example/list?f*=*'],
    ['the seed URL', '/', 'site.example/'],
  ])('%s', ([, path, pattern]) => {
    expect(repeatPatterns(origin + path)[0]?.text).toBe(pattern);
  });
});

describe('URLs that only repeat known pages', () => {
  test('are no longer read after 25 repeats, and their neighbours are', () => {
    const repeats = after(many(25, (index) => row(`/trap/${index}`, 'duplicate')));

    expect(repeatingReason(repeats, `${origin}/trap/new`)).toContain('site.example/trap/*');
    expect(repeatingReason(repeats, `${origin}/news/today`)).toBeUndefined();
    expect(repeatingReason(repeats, `${origin}/trap`)).toBeUndefined();
  });

  test('are read while one in 25 is new', () => {
    const rows = many(300, (index) => row(`/mixed/${index}`, index % 24 === 23 ? 'delivered' : 'duplicate'));

    expect(repeatingReason(after(rows), `${origin}/mixed/next`)).toBeUndefined();
  });

  test('are left when a list goes on after its end, however long it was', () => {
    const list = many(500, (index) => row(`/list?page=${index}`, index === 3 ? 'duplicate' : 'delivered'));
    const behind = many(25, (index) => row(`/list?page=${500 + index}`, 'duplicate'));

    expect(repeatingReason(after(list), `${origin}/list?page=900`)).toBeUndefined();
    expect(repeatingReason(after([...list, ...behind]), `${origin}/list?page=900`)).toBeDefined();
  });

  test('do not include redirects to new pages', () => {
    const moved = many(100, (index) => row(`/old/${index}`, 'duplicate', { leadsToNew: true }));
    const known = many(25, (index) => row(`/go/${index}`, 'duplicate'));

    expect(after(moved)).toEqual({});
    expect(repeatingReason(after(known), `${origin}/go/99`)).toBeDefined();
  });

  test('are recognised by their depth where a path grows by the names of a menu', () => {
    const words = ['about', 'contact', 'news', 'team', 'jobs'];
    const paths = words.flatMap((a) => words.flatMap((b) => words.map((c) => `/page.php/${a}/${b}/${c}`)));
    const repeats = after(paths.slice(0, 100).map((path) => row(path, 'duplicate')));

    expect(repeatingReason(repeats, `${origin}/page.php/x/y/z`)).toContain('site.example/*/*/*/*');
    expect(repeatingReason(repeats, `${origin}/guide/chapter/one`)).toBeUndefined();
  });

  test('take no more room than forty counts, however many patterns there are', () => {
    const trap = many(30, (index) => row(`/trap/${index}`, 'duplicate'));
    const others = many(500, (index) => row(`/${'x'.repeat(1 + (index % 20))}/y${index}/z`, 'duplicate'));
    const repeats = after([...trap, ...others.map((one) => ({ ...one, url: `${one.url}?${one.hash}=1` }))]);

    expect(Object.keys(repeats).length).toBeLessThanOrEqual(40);
    expect(repeatingReason(repeats, `${origin}/trap/new`)).toBeDefined();
  });

  test('are not counted for dead links and sites without repeats', () => {
    const rows = [
      ...many(100, (index) => row(`/dead/${index}`, 'failed')),
      ...many(100, (index) => row(`/p/${index}`, 'delivered')),
    ];

    expect(after(rows)).toEqual({});
  });
});
