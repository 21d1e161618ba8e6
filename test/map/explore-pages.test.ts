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
  const reader: Pick<SiteReader, 'page'> = {
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
  const options = { pagesAtOnce: 1, maxPages, mayRender: false, isEnough: () => false, signal };
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
