import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { explorePages } from '#shared/map/explore-pages.ts';
import { collectLinks, type NewPage } from '#shared/map/collected-links.ts';
import { crawlRequest } from '#shared/contract/crawl.ts';
import type { SiteReader } from '#shared/map/read-site.ts';
import { origin } from './mapped-site.ts';

/** A name without digits: folders that differ in digits only are taken for one. */
const nameOf = (number: number): string =>
  number.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));

/** Pages in folders of their own; counts how often a priority is looked at. */
function foldersOfTheirOwn(count: number) {
  const looks = { count: 0 };
  const pages: NewPage[] = Array.from({ length: count }, (_, at) => ({
    url: `${origin}/first-${nameOf(at)}/page`,
    depth: 1,
    get priority() {
      looks.count += 1;
      return String((at * 7_919) % count).padStart(6, '0');
    },
  }));
  return { looks, pages };
}

const explore = async (first: readonly NewPage[], maxPages: number) => {
  const read: string[] = [];
  const links = collectLinks(crawlRequest.parse({ url: `${origin}/` }), {
    scopeUrl: `${origin}/`,
    nowMs: 0,
  });
  const reader: Pick<SiteReader, 'page' | 'turn' | 'allows'> = {
    turn: async () => undefined,
    allows: async () => true,
    page: async (url) => {
      read.push(url);
      return {
        finalUrl: url,
        title: undefined,
        // Each page adds links, so that further ones are worth reading.
        links: {
          canonicalUrl: undefined,
          feeds: [],
          pages: [1, 2, 3].map((next) => `${origin}/next-${nameOf(read.length * 3 + next)}/x`),
        },
        source: 'local',
        readMs: 1,
      };
    },
  };
  const { signal } = new AbortController();
  const options = {
    pagesAtOnce: 1,
    maxPages,
    mayRender: false,
    isListed: false,
    isEnough: () => false,
    signal,
  };
  await explorePages(first, links, reader, options);
  return { read };
};

test('the next page of a site of many folders is chosen without a look at all of them', async () => {
  const { looks, pages } = foldersOfTheirOwn(10_000);

  const { read } = await explore(pages, 100);

  expect(read).toHaveLength(100);
  expect(looks.count).toBeLessThan(40 * pages.length);
});

test('of folders that nobody has read, the one with the most important page comes first', async () => {
  const at = (path: string, priority: string): NewPage => ({ url: `${origin}${path}`, depth: 1, priority });
  const first = [at('/a/x', '5'), at('/b/x', '3'), at('/a/y', '1'), at('/c/x', '2'), at('/d/x', '4')];

  const { read } = await explore(first, 4);

  expect(read[0]).toBe(`${origin}/a/y`);
});

/** A reader of a site whose pages lead where `linksOf` says; notes what was read and whose turn was waited for. */
function readerOf(linksOf: (path: string) => readonly string[], forbidden: readonly string[] = []) {
  const read: string[] = [];
  const turns: string[] = [];
  const reader: Pick<SiteReader, 'page' | 'turn' | 'allows'> = {
    turn: async (url) => {
      turns.push(new URL(url).host);
      // As long as a page takes.
      await setImmediate();
    },
    allows: async (url) => !forbidden.includes(new URL(url).pathname),
    page: async (url) => {
      const { pathname, host } = new URL(url);
      read.push(pathname);
      const pages = linksOf(pathname).map((path) => `https://${host}${path}`);
      const links = { canonicalUrl: undefined, feeds: [], pages };
      return { finalUrl: url, title: undefined, links, source: 'local', readMs: 1 };
    },
  };
  return { reader, read, turns };
}

const pagesAt = (urls: readonly string[]): readonly NewPage[] =>
  urls.map((url, at) => ({ url, depth: 1, priority: String(at).padStart(6, '0') }));

const exploreWith = async (
  { reader }: Pick<ReturnType<typeof readerOf>, 'reader'>,
  urls: readonly string[],
  maxPages = 1_000,
) => {
  const request = crawlRequest.parse({ url: `${origin}/`, allowSubdomains: true });
  const links = collectLinks(request, { scopeUrl: `${origin}/`, nowMs: 0 });
  const { signal } = new AbortController();
  const first = links.add(
    'page',
    urls.map((href) => ({ href, baseUrl: origin })),
  ).length;
  expect(first).toBe(urls.length);
  const options = {
    pagesAtOnce: 10,
    maxPages,
    mayRender: false,
    isListed: false,
    isEnough: () => false,
    signal,
  };
  return explorePages(pagesAt(urls), links, reader, options);
};

test('a page is chosen when the turn of its host has come, by what the pages before it led to', async () => {
  const list = (number: number) => `/list?page=${number}`;
  const articles = Array.from({ length: 30 }, (_, at) => `/articles/${nameOf(at)}`);
  const site = readerOf((path) => (path.startsWith('/list') ? listed(path) : []));
  let next = 1;
  function listed(path: string): readonly string[] {
    next += 1;
    return [list(next), ...articles.map((article) => `${article}-${path.length}-${next}`)];
  }

  await exploreWith(
    site,
    [list(1), ...articles].map((path) => origin + path),
    12,
  );

  expect(site.read.filter((path) => path.startsWith('/list')).length).toBeGreaterThan(8);
});

test('a host is asked for one turn at a time, and each host for its own', async () => {
  const urls = ['https://site.example', 'https://blog.site.example'].flatMap((host) =>
    ['/a/x', '/b/x', '/c/x'].map((path) => host + path),
  );
  const site = readerOf(() => []);

  await exploreWith(site, urls);

  expect(site.turns.slice(0, 2)).toEqual(['site.example', 'blog.site.example']);
  expect(site.turns).toHaveLength(urls.length);
  expect(site.read).toHaveLength(urls.length);
});

test('a page that robots.txt forbids takes no turn', async () => {
  const site = readerOf(() => [], ['/b/x', '/c/x']);

  const { read, failed } = await exploreWith(
    site,
    ['/a/x', '/b/x', '/c/x', '/d/x'].map((path) => origin + path),
  );

  expect([read, failed]).toEqual([2, 2]);
  expect(site.turns).toHaveLength(2);
});

test('four of many pages that look alike and lead to nothing new stand for the others', async () => {
  const alike = (count: number) => Array.from({ length: count }, (_, at) => `/articles/${nameOf(at)}`);
  const readOf = async (count: number) => {
    const site = readerOf((path) => (path === '/list' ? alike(count) : []));
    return (await exploreWith(site, [`${origin}/list`])).read;
  };

  expect(await readOf(60)).toBe(1 + 4);
  expect(await readOf(30)).toBe(1 + 12);
});

test('a page whose turn cannot be waited for is not read', async () => {
  const site = readerOf(() => []);
  const reader = { ...site.reader, turn: () => Promise.reject(new Error('the table is gone')) };

  const { read, failed } = await exploreWith(
    { reader },
    ['/a/x', '/b/x', '/c/x'].map((path) => origin + path),
  );

  expect([site.read, read, failed]).toEqual([[], 0, 3]);
});
