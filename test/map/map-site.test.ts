import { describe, expect, test } from 'vitest';

import { AppError } from '#shared/kernel/errors.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { ownKey } from '../http/fixtures.ts';
import { newCrawl } from '../ports/new-crawl.ts';
import { largeSite } from './large-site.ts';
import { mapping, origin, page, sitemap } from './mapped-site.ts';

const at = (path: string): string => origin + path;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const shareOf = (paths: readonly string[], links: readonly { readonly url: string }[]): number => {
  const found = new Set(links.map(({ url }) => url));
  return paths.filter((path) => found.has(at(path))).length / paths.length;
};

describe('the map of a site of 1,042 pages', () => {
  const { paths, pages } = largeSite();

  test('has all of them when there is a sitemap, after a few pages', async () => {
    const { map, requests } = mapping({
      ...pages,
      [at('/robots.txt')]: `Sitemap: ${at('/all.xml')}`,
      [at('/all.xml')]: sitemap(paths.map(at)),
    });

    const { data } = await map();

    expect(paths).toHaveLength(1_042);
    expect(shareOf(paths, data.links)).toBe(1);
    expect(data).toMatchObject({ total: 1_042, truncated: false, sitemapsRead: 1 });
    expect(requests.length).toBeLessThan(25);
  });

  test('has all of them without a sitemap, after fewer than a hundred pages', async () => {
    const { map, requests } = mapping(pages);

    const { data } = await map();

    expect(shareOf(paths, data.links)).toBe(1);
    expect(requests.length).toBeLessThan(100);
  });

  test('is known after a few pages when its sitemap has what its start page links to', async () => {
    const { map, requests } = mapping({ ...pages, [at('/sitemap.xml')]: sitemap(paths.map(at)) });

    await map();

    expect(requests.length).toBeLessThan(10);
  });

  test('is cut at its limit, and reads no more pages than it needs for that', async () => {
    const { map, requests } = mapping(pages);

    const { data } = await map({ limit: 20 });

    expect(data.links).toHaveLength(20);
    expect(data.truncated).toBe(true);
    expect(requests.length).toBeLessThan(20);
  });
});

const small = {
  [at('/')]: page('Start', [
    '/rust',
    '/sale?page=2',
    'https://blog.site.example/pans',
    'https://other.example/',
    '/logo.png',
  ]),
  [at('/rust')]: page('Rust on a pan', ['/']),
};

test('a map finds the page among those of a menu that leads to all others', async () => {
  const menu = ['/about', '/contact', '/privacy', '/terms', '/imprint', '/team', '/jobs', '/blog'];
  const posts = range(50).map((index) => `/blog/post-${index}`);
  const { map } = mapping(
    Object.fromEntries([
      [at('/'), page('Start', menu)],
      ...menu.map((path) => [at(path), page(path, path === '/blog' ? [...menu, ...posts] : menu)] as const),
      ...posts.map((path) => [at(path), page(path, menu)] as const),
    ]),
  );

  const { data } = await map();

  expect(data.total).toBe(1 + menu.length + posts.length);
});

test('a map goes on below a menu whose pages lead to each other', async () => {
  const menu = range(24).map((index) => `/p/${index}`);
  const below = (index: number) => [2 * index + 1, 2 * index + 2].filter((child) => child < 200);
  const { map } = mapping(
    Object.fromEntries([
      [at('/'), page('Start', menu)],
      ...range(200).map(
        (index) =>
          [
            at(`/p/${index}`),
            page(`Page ${index}`, [...menu, ...below(index).map((child) => `/p/${child}`)]),
          ] as const,
      ),
    ]),
  );

  const { data } = await map();

  expect(data.total).toBe(201);
});

describe('the links of a map', () => {
  const { pages } = largeSite();

  test.for([{}, { limit: 300 }])('are sent as they are found, those of the answer: %j', async (request) => {
    const { map, requests } = mapping(pages);
    const sent: string[] = [];
    let askedBefore = 0;

    const { data } = await map(request, 60_000, (links) => {
      if (sent.length === 0) askedBefore = requests.length;
      sent.push(...links.map(({ url }) => url));
    });

    expect(sent).toEqual(data.links.map(({ url }) => url));
    // robots.txt and the start page.
    expect(askedBefore).toBe(2);
  });

  test('are sent with what is known of them then', async () => {
    const { map } = mapping({
      [at('/')]: page('Start', ['/rust']),
      [at('/rust')]: page('Rust', []),
      [at('/sitemap.xml')]: {
        body: `<urlset><url><loc>${at('/pan')}</loc><lastmod>2026-03-04</lastmod></url></urlset>`,
      },
    });
    const sent: object[] = [];

    const { data } = await map({}, 60_000, (links) => sent.push(...links));

    expect(sent).toEqual([
      { url: at('/'), title: 'Start', source: 'page' },
      { url: at('/pan'), lastModified: '2026-03-04', source: 'sitemap' },
      { url: at('/rust'), source: 'page' },
    ]);
    expect(data.links[2]).toEqual({ url: at('/rust'), title: 'Rust', source: 'page' });
  });

  test('are not sent before they are ranked', async () => {
    const { map } = mapping(pages);
    const sent: object[] = [];

    await map({ search: 'guide 7' }, 60_000, (links) => sent.push(...links));

    expect(sent).toEqual([]);
  });
});

describe('a map', () => {
  test('names where each link was found, its title and its date', async () => {
    const { map } = mapping({
      ...small,
      [at('/sitemap.xml')]: {
        body: `<urlset><url><loc>${at('/rust')}</loc><lastmod>2026-03-04</lastmod></url></urlset>`,
      },
    });

    const { data, warnings } = await map();

    expect(data).toEqual({
      url: at('/'),
      links: [
        { url: at('/'), title: 'Start', source: 'page' },
        { url: at('/rust'), title: 'Rust on a pan', lastModified: '2026-03-04', source: 'sitemap' },
        { url: at('/sale'), source: 'page' },
        { url: 'https://blog.site.example/pans', source: 'page' },
      ],
      total: 4,
      truncated: false,
      pagesRead: 2,
      sitemapsRead: 1,
    });
    expect(warnings).toEqual([]);
  });

  test('keeps to the host, to patterns and to queries when it is asked to', async () => {
    const { map } = mapping(small);
    const urlsOf = async (request: object) => (await map(request)).data.links.map(({ url }) => url);

    expect(await urlsOf({ includeSubdomains: false, ignoreQueryParameters: false })).toEqual([
      at('/'),
      at('/rust'),
      at('/sale?page=2'),
    ]);
    expect(await urlsOf({ excludes: ['/sale*'], excludePaths: ['^/pans'] })).toEqual([at('/'), at('/rust')]);
    expect(await urlsOf({ includes: ['/rust'] })).toEqual([at('/rust')]);
  });

  test('ranks by the words of a search, and is cut at its limit after that', async () => {
    const { map } = mapping(small);

    const { data } = await map({ search: 'Pans with rust', limit: 2 });

    expect(data.links.map(({ url }) => url)).toEqual([at('/rust'), 'https://blog.site.example/pans']);
    expect(data).toMatchObject({ total: 4, truncated: true });
  });

  test('reads sitemaps only, or none', async () => {
    const { map, requests } = mapping({ ...small, [at('/sitemap.xml')]: sitemap([at('/hidden')]) });

    const only = await map({ sitemap: 'only' });
    expect(only.data.links).toEqual([{ url: at('/hidden'), source: 'sitemap' }]);
    expect(requests.map(({ url }) => url)).not.toContain(at('/'));

    const skipped = await map({ sitemap: 'skip' });
    expect(skipped.data.links).not.toContainEqual(expect.objectContaining({ url: at('/hidden') }));
  });

  test('follows nested sitemaps and feeds, and is not held up by broken ones', async () => {
    const { map } = mapping({
      [at('/')]: page('Start', [], '').replace(
        '<main>',
        '<link rel="alternate" type="application/rss+xml" href="/feed"><main>',
      ),
      [at('/robots.txt')]: `Sitemap: ${at('/index.xml')}\nSitemap: https://down.example/all.xml`,
      [at('/index.xml')]: {
        body: `<sitemapindex><sitemap><loc>${at('/one.xml')}</loc></sitemap><sitemap><loc>${at('/index.xml')}</loc></sitemap></sitemapindex>`,
      },
      [at('/one.xml')]: sitemap([at('/one')]),
      [at('/feed')]: {
        body: `<rss><channel><item><title>Two</title><link>${at('/two')}</link></item></channel></rss>`,
      },
    });

    const { data } = await map();

    expect(data.links).toEqual([
      { url: at('/'), title: 'Start', source: 'page' },
      { url: at('/two'), title: 'Two', source: 'sitemap' },
      { url: at('/one'), source: 'sitemap' },
    ]);
  });

  test('obeys robots.txt: forbidden pages are listed, and not read', async () => {
    const { map, requests } = mapping({ ...small, [at('/robots.txt')]: 'User-agent: *\nDisallow: /rust' });

    const { data } = await map();

    expect(data.links.map(({ url }) => url)).toContain(at('/rust'));
    expect(requests.map(({ url }) => url)).not.toContain(at('/rust'));
  });

  test('has the pages that the account’s last crawl of the site delivered', async () => {
    const store = memoryCrawlStore();
    const { key } = ownKey('enterprise');
    const crawl = newCrawl({
      accountId: key.accountId,
      delivered: 1,
      scopeUrl: 'https://www.site.example/',
      expiresAtMs: Date.now() + 1_000_000,
    });
    const row = { kind: 'page', depth: 0, priority: '0', attempt: 0 } as const;
    await store.create(crawl, { ...row, hash: 'a', url: at('/crawled'), state: 'delivered' });
    await store.record(crawl, [{ ...row, hash: 'b', url: at('/not-read'), state: 'waiting' }]);

    const mine = await mapping(small, { store, key }).map();
    const others = await mapping(small, { store }).map();

    expect(mine.data.links).toContainEqual({ url: at('/crawled'), source: 'crawl' });
    expect(mine.data.links).not.toContainEqual(expect.objectContaining({ url: at('/not-read') }));
    expect(others.data.links).not.toContainEqual(expect.objectContaining({ source: 'crawl' }));
  });

  test('fails as its start page does when nothing else is known, and not otherwise', async () => {
    const broken = { [at('/')]: { status: 503, body: 'down' } };

    await expect(mapping(broken).map()).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    const shell = { [at('/')]: { status: 503, body: '<script src="/beacon.js"></script>' } };
    await expect(mapping(shell).map()).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    await expect(mapping({}).map()).rejects.toMatchObject({ code: 'DNS_ERROR' });
    const { data } = await mapping({ ...broken, [at('/sitemap.xml')]: sitemap([at('/a')]) }).map();
    expect(data.links).toEqual([{ url: at('/a'), source: 'sitemap' }]);
  });

  test('keeps all links of a sitemap that its expressions allow', async () => {
    const listed = range(2_500).map((index) => at(`/p/${index}`));
    const { map } = mapping({ [at('/')]: page('Start', []), [at('/sitemap.xml')]: sitemap(listed) });

    const { data } = await map({ excludePaths: ['^/p/\\d$'], sitemap: 'only' });

    expect(data.links.map(({ url }) => url)).toEqual(listed.slice(10));
  });

  test('says that its start page could not be read, and why', async () => {
    const listed = { [at('/')]: { status: 503, body: 'down' }, [at('/sitemap.xml')]: sitemap([at('/a')]) };

    const { warnings } = await mapping(listed).map();

    expect(warnings).toEqual(['The start page could not be read (HTTP_ERROR).']);
  });

  test('of sitemaps only fails where the site has no server, may not be read, or has no reachable robots.txt', async () => {
    const only = { sitemap: 'only' };
    const broken = { [at('/robots.txt')]: { status: 500 } };

    await expect(mapping({}).map(only)).rejects.toMatchObject({ code: 'DNS_ERROR' });
    await expect(mapping(broken).map(only)).rejects.toMatchObject({ code: 'ROBOTS_FORBIDS' });
    const refused = new AppError('FORBIDDEN_TARGET', 'The address is private.');
    const inside = { [at('/robots.txt')]: refused, [at('/sitemap.xml')]: refused };
    await expect(mapping(inside).map(only)).rejects.toMatchObject({ code: 'FORBIDDEN_TARGET' });
  });

  test.for([
    [
      'no sitemap is found',
      { sitemap: 'only' },
      'No sitemap with a URL was found, and `sitemap: "only"` reads no page.',
    ],
    [
      'no URL passes its patterns',
      { includes: ['/zzz/*'], excludePaths: ['^/rust'] },
      'No URL that was found passes `includes` and `excludePaths`.',
    ],
  ] as const)('without a link says that %s', async ([, request, warning]) => {
    const { data, warnings } = await mapping(small).map(request);

    expect(data).toMatchObject({ links: [], total: 0 });
    expect(warnings).toEqual([warning]);
  });

  test('of sitemaps that list other sites only says that no URL of the site was found', async () => {
    const { map } = mapping({ ...small, [at('/sitemap.xml')]: sitemap(['https://other.example/a']) });

    const { data, warnings } = await map({ sitemap: 'only' });

    expect(data).toMatchObject({ links: [], sitemapsRead: 1 });
    expect(warnings).toEqual(['No URL of the site was found.']);
  });

  test('of an empty sitemap only says that no sitemap has a URL', async () => {
    const { map } = mapping({ ...small, [at('/sitemap.xml')]: sitemap([]) });

    const { warnings } = await map({ sitemap: 'only' });

    expect(warnings).toEqual(['No sitemap with a URL was found, and `sitemap: "only"` reads no page.']);
  });

  test.for([
    ['URLs of other sites', 'https://other.example/a'],
    ['long URLs of other sites', `https://other.example/${'a'.repeat(2_000)}`],
  ] as const)('of a sitemap with %s does not blame its patterns', async ([, url]) => {
    const { map } = mapping({ ...small, [at('/sitemap.xml')]: sitemap([url]) });

    const { data, warnings } = await map({ sitemap: 'only', excludes: ['/zzz/*'] });

    expect([data.links, warnings]).toEqual([[], ['No URL of the site was found.']]);
  });

  test.for(['include', 'only'] as const)(
    'of a URL without a scheme reads http where https has no server (sitemap: %s)',
    async (choice) => {
      const site = 'http://plain.example';
      const refused = new AppError('CONNECTION_REFUSED', 'Nothing listens there.');
      const { map } = mapping({
        'https://plain.example/': refused,
        'https://plain.example/robots.txt': refused,
        [`${site}/`]: page('Start', []),
        [`${site}/sitemap.xml`]: sitemap([`${site}/a`]),
      });

      const { data, warnings } = await map({ url: 'plain.example', sitemap: choice });

      expect(data.url).toBe(`${site}/`);
      expect(data.links.map(({ url }) => url)).toContain(`${site}/a`);
      expect(warnings).toEqual([]);
    },
  );

  test('fails with a timeout when its start page does not come', async () => {
    const { map } = mapping(small, { silent: at('/') });

    await expect(map({}, 1_300)).rejects.toMatchObject({ code: 'SCRAPE_TIMEOUT' });
  });

  test('has what was found when the time is up', async () => {
    const { map } = mapping(small, { silent: at('/rust') });

    const { data, warnings } = await map({}, 1_300);

    expect(data.links).toHaveLength(4);
    expect(data.truncated).toBe(true);
    expect(warnings.join()).toContain('timeout');
  });
});
