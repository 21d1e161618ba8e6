import { describe, expect, test } from 'vitest';

import { type CrawlRequest, crawlRequest } from '#shared/contract/crawl.ts';
import { createFrontier, type FoundLink } from '#shared/crawl/frontier/frontier.ts';
import { createReadCrawlSitemap } from '#shared/crawl/worker/read-crawl-sitemap.ts';
import type { Crawl, CrawlRow, DiscoveredUrl } from '#shared/crawl/ledger/crawl.ts';
import { fakeWeb } from '../fakes/memory-web.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const seedUrl = 'https://shop.example/';

const frontier = (changes: Partial<CrawlRequest> = {}) =>
  createFrontier(
    { request: { ...crawlRequest.parse({ url: seedUrl }), ...changes }, createdAtMs: noon },
    seedUrl,
  );
const link = (href: string, changes: Partial<FoundLink> = {}): FoundLink => ({
  href,
  baseUrl: seedUrl,
  depth: 1,
  kind: 'page',
  ...changes,
});
const discover = (hrefs: readonly string[], changes: Partial<CrawlRequest> = {}) =>
  frontier(changes).discover(hrefs.map((href) => link(href)));

describe('the frontier', () => {
  test('takes spellings of one page for one', () => {
    const found = discover([
      '/a',
      '/a#top',
      '/a?utm_source=x',
      'HTTPS://SHOP.example:443/a',
      'https://www.shop.example/a/',
      'http://shop.example/a/index.html',
    ]);

    expect(found.map(({ url }) => url)).toEqual(['https://shop.example/a']);
  });

  test.for([[true] as const, [false] as const])(
    'reads a query in the order of its link, and takes the other order for the same page (similar URLs: %s)',
    ([deduplicateSimilarURLs]) => {
      const found = discover(['/list?page=2&cat=5', '/list?cat=5&page=2'], { deduplicateSimilarURLs });

      expect(found.map(({ url }) => url)).toEqual(['https://shop.example/list?page=2&cat=5']);
    },
  );

  test('resolves a spelling on each page, after it has seen it on another', () => {
    const front = frontier({ allowExternalLinks: true });
    const on = (baseUrl: string) =>
      front.discover(['a', '/a', '//cdn.example/a', '?a=1'].map((href) => link(href, { baseUrl })));
    const urlsOn = (baseUrl: string) => on(baseUrl).map(({ url }) => url);

    expect(urlsOn('https://shop.example/x/y')).toEqual([
      'https://shop.example/x/a',
      'https://shop.example/a',
      'https://cdn.example/a',
      'https://shop.example/x/y?a=1',
    ]);
    expect(urlsOn('http://other.example/z/')).toEqual([
      'http://other.example/z/a',
      'http://other.example/a',
      'http://cdn.example/a',
      'http://other.example/z/?a=1',
    ]);
  });

  test('keeps a relative link apart from an absolute one that ends with the same characters', () => {
    const hrefs = ['/\\evil.example/a', 'https://shop.example/\\evil.example/a'];
    const urlsOf = (links: readonly string[]) =>
      discover(links, { allowExternalLinks: true }).map(({ url }) => url);

    expect(urlsOf(hrefs)).toEqual(['https://evil.example/a', 'https://shop.example//evil.example/a']);
    expect(urlsOf(hrefs.toReversed())).toEqual(urlsOf(hrefs).toReversed());
  });

  test('makes the same of a link, however many others it has seen since', () => {
    const front = frontier();
    const asFound = () => front.discover(['/a?b=1', '/c/d', '/files/e.zip'].map((href) => link(href)));
    const first = asFound();

    for (let others = 0; others < 5; others += 1) {
      front.discover(Array.from({ length: 1_500 }, (_, at) => link(`/other-${others}-${at}`)));
      expect(asFound()).toEqual(first);
    }
  });

  test('keeps them apart when the caller says so', () => {
    expect(discover(['/a', '/a/', 'http://shop.example/a'], { deduplicateSimilarURLs: false })).toHaveLength(
      3,
    );
  });

  test('ignores queries when the caller says so', () => {
    expect(discover(['/a?x=1', '/a?x=2'], { ignoreQueryParameters: true })).toHaveLength(1);
  });

  test('does not count images, styles, scripts and archives as pages', () => {
    const files = [
      '/a.jpg',
      '/b.css',
      '/c.zip',
      '/d.PNG?x',
      '/x:y/e.jpg',
      '/jquery.min.js',
      '/static/app.js',
    ];

    expect(discover(files)).toEqual([]);
  });

  test.for([
    ['/e.pdf'],
    ['/f.html'],
    ['/openapi.json'],
    ['/wiki/Node.js'],
    ['/wiki/File:Mill.jpg'],
    ['/wiki/File:Mill%20pond.jpg'],
    ['/wiki/%D0%A4%D0%B0%D0%B9%D0%BB:Mill.jpg'],
    ['/wiki/File%3AMill.jpg'],
  ])('counts %s as a page', ([path]) => {
    expect(discover([path!]).map(({ url }) => url)).toEqual([`https://shop.example${path!}`]);
  });

  test('decides for each link whether it is read, with the reason', () => {
    const found = discover(['/ok', 'https://other.example/', 'https://blog.shop.example/', '/no/1'], {
      excludes: ['/no/*'],
    });

    expect(found.map(({ state, reason }) => [state, reason])).toEqual([
      ['waiting', undefined],
      ['outOfScope', 'another site'],
      ['outOfScope', 'another subdomain of the site'],
      ['excluded', 'excluded by /no/*'],
    ]);
  });

  test('puts the first sitemaps of an index before pages, and the sitemaps of its sitemaps behind them', async () => {
    const index = (name: string): string =>
      `<sitemapindex>${Array.from({ length: 30 }, (_, part) => `<sitemap><loc>${seedUrl}${name}-${part}.xml</loc></sitemap>`).join('')}</sitemapindex>`;
    const read = createReadCrawlSitemap(
      fakeWeb({ [`${seedUrl}index.xml`]: index('part'), [`${seedUrl}part-0.xml`]: index('nested') }),
      { now: () => noon },
    );
    const listed = async (row: Partial<CrawlRow>) => {
      const { links } = await read(row as CrawlRow, { limit: 10 } as Crawl, AbortSignal.timeout(1_000));
      return frontier().discover(links);
    };
    const [page] = discover(['/a/page']);

    const [map] = frontier().discover([link('/index.xml', { depth: 0, kind: 'sitemap' })]);
    const parts = await listed(map!);
    const nested = await listed({ ...parts[0]!, discoveredFrom: map!.url });

    const isEarly = ({ priority }: DiscoveredUrl): boolean => priority < page!.priority;
    expect(parts.filter(isEarly)).toHaveLength(20);
    expect(nested.filter(isEarly)).toEqual([]);
  });

  test('goes no deeper than it may, while sitemaps are read wherever they lie', () => {
    const [page, sitemap] = frontier({ maxDiscoveryDepth: 2 }).discover([
      link('/deep', { depth: 3 }),
      link('https://cdn.example/map.xml', { depth: 0, kind: 'sitemap' }),
    ]);

    expect(page).toMatchObject({ state: 'tooDeep', reason: 'more than 2 links from the seed URL' });
    expect(sitemap).toMatchObject({ state: 'waiting', kind: 'sitemap' });
  });

  test.for([
    [`/x?${'q'.repeat(2_100)}`, 'longer than'],
    ['/a/b/a/b/a/b/a/b', 'repeats'],
    [`/${'s/'.repeat(3)}${Array.from({ length: 24 }, (_, index) => `p${index}`).join('/')}`, 'segments'],
    ['/f?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9', 'query parameters'],
    ['/calendar/2031/05', 'calendar'],
    ['/events/?month=2019-01', 'calendar'],
    ['/raspisanie/2040/1/1', 'calendar'],
  ] as const)('leaves %s out as endless', ([href, reason]) => {
    expect(discover([href])[0]).toMatchObject({
      state: 'excluded',
      reason: expect.stringContaining(reason) as string,
    });
  });

  test('does not take for endless what a sitemap lists, and keeps it to the scope', () => {
    const listed = (href: string) => link(href, { depth: 0, isListed: true });
    const front = frontier({ excludes: ['/events/2018/*'] });

    const found = front.discover([listed('/events/2019/05/talk'), listed('/events/2018/05/talk')]);

    expect(found.map(({ url, state }) => [url, state])).toEqual([
      ['https://shop.example/events/2019/05/talk', 'waiting'],
      ['https://shop.example/events/2018/05/talk', 'excluded'],
    ]);
    expect(discover(['/events/2019/05/talk'])).toMatchObject([{ state: 'excluded' }]);
  });

  test.for(['/calendar/2026/12', '/2009/05/an-old-article', '/events/2027/summer-fair', '/a/a/a/b'])(
    'does not take %s for endless',
    (href) => {
      expect(discover([href])[0]).toMatchObject({ state: 'waiting' });
    },
  );

  test('leaves out filters that only recombine the same few values', () => {
    const colours = ['red', 'green', 'blue', 'black'];
    const combinations = colours.flatMap((color) =>
      ['s', 'm', 'l', 'xl'].flatMap((size) =>
        ['oak', 'iron', 'steel'].flatMap((brand) =>
          ['price', 'name', 'new'].map((by) => `/pans?color=${color}&size=${size}&brand=${brand}&by=${by}`),
        ),
      ),
    );
    const states = discover(combinations).map(({ state }) => state);

    expect(combinations).toHaveLength(144);
    expect(states.filter((state) => state === 'waiting')).toHaveLength(100);
    expect(discover(combinations).at(-1)).toMatchObject({
      state: 'excluded',
      reason: 'looks endless: the same few values of the query combined again',
    });
  });

  test('takes every URL whose parameters identify something, however many', () => {
    const topics = Array.from({ length: 900 }, (_, topic) => `/viewtopic.php?f=${topic % 7}&t=${topic}`);
    const pages = topics.flatMap((topic) => [topic, `${topic}&start=20`, `${topic}&start=40`]);

    expect(discover(pages).every(({ state }) => state === 'waiting')).toBe(true);
  });

  test('prefers plain URLs to views of them', () => {
    const sorted = discover(['/pans?color=red&size=m&by=price', '/pans/iron/12', '/pans?color=red'])
      .toSorted((a, b) => a.priority.localeCompare(b.priority))
      .map(({ url }) => new URL(url).search.split('&').length);

    expect(sorted).toEqual([1, 1, 3]);
  });

  test('puts the pages first that a person would pick', () => {
    const sorted = frontier()
      .discover([
        link('/tag/pans'),
        link('/shop/pans/iron/12?color=red'),
        link('/about'),
        link('/blog/2026/11/a-long-story', { depth: 3 }),
        link('/page/7', { depth: 2 }),
        link('/sitemap.xml', { depth: 0, kind: 'sitemap' }),
        link('/pans', { depth: 0 }),
      ])
      .toSorted((a, b) => a.priority.localeCompare(b.priority))
      .map(({ url }) => new URL(url).pathname);

    expect(sorted.slice(0, 3)).toEqual(['/sitemap.xml', '/pans', '/about']);
    expect(sorted.indexOf('/tag/pans')).toBeGreaterThan(2);
  });
});
