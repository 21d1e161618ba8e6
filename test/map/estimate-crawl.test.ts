import { describe, expect, test } from 'vitest';

import { crawlRequest } from '#shared/contract/crawl.ts';
import { createEstimateCrawl } from '#shared/map/estimate-crawl.ts';
import type { SiteReader } from '#shared/map/read-site.ts';
import { seededRandom } from '../crawl/virtual-time.ts';
import { estimating, origin, page } from './mapped-site.ts';
import { largeAmongSmall, pathsOf, seriesInIndex, type Shape, shapes, webOf } from './shaped-sites.ts';

/** Lists of forty pages are deeper than a crawl goes by default. */
const deep = { limit: 10_000, maxDiscoveryDepth: 50 };
const sites = Object.entries(shapes) as readonly (readonly [string, Shape])[];

describe('a dry run', () => {
  test.for(sites)('knows the number of pages of %s by its sitemap', async ([, shape]) => {
    const { estimate, requests } = estimating(webOf(shape, true), seededRandom(1));

    const { pages, low, high, requests: cost, basis } = await estimate(deep);

    const truth = pathsOf(shape).length;
    expect(Math.abs(pages - truth) / truth).toBeLessThan(0.1);
    expect({ low, high, cost, basis }).toEqual({ low: pages, high: pages, cost: pages, basis: 'sitemap' });
    expect(requests.length).toBeLessThan(20);
  });

  test.for(sites)('estimates the number of pages of %s without a sitemap', async ([, shape]) => {
    const { estimate, requests } = estimating(webOf(shape), seededRandom(1));

    const { pages, low, high } = await estimate(deep);

    const truth = pathsOf(shape).length;
    expect(Math.abs(pages - truth) / truth).toBeLessThan(0.3);
    expect(low).toBeLessThanOrEqual(truth);
    expect(high).toBeGreaterThanOrEqual(truth);
    expect(requests.length).toBeLessThan(200);
  });

  test('reads further pages of the groups that make it least certain', async () => {
    const truth = pathsOf(seriesInIndex).length;
    const errors: number[] = [];
    for (let seed = 1; seed <= 20; seed += 1) {
      const { estimate, requests } = estimating(webOf(seriesInIndex), seededRandom(seed));
      const { pages } = await estimate(deep);
      errors.push((pages - truth) / truth);
      expect(requests.length).toBeLessThan(200);
    }

    expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)).toBeLessThan(0.12);
  });

  test('samples a large group also beside many small ones', async () => {
    const { estimate, requests } = estimating(webOf(largeAmongSmall), seededRandom(1));

    const { pages } = await estimate(deep);

    const truth = pathsOf(largeAmongSmall).length;
    expect(Math.abs(pages - truth) / truth).toBeLessThan(0.1);
    expect(requests.length).toBeLessThan(200);
  });

  test('expects no more than the limit, and what the patterns want, at the pace of the crawl', async () => {
    const { estimate } = estimating(webOf(shapes['one long index']), seededRandom(1));

    expect(await estimate({ limit: 50, delay: 2 })).toMatchObject({ pages: 50, requests: 50, seconds: 100 });
    expect(await estimate({ limit: 1_000, excludes: ['/entry/1*'] })).toMatchObject({ pages: 690 });
    expect(await estimate({ limit: 1_000, sitemap: 'only' })).toMatchObject({ pages: 1 });
    expect(await estimate({ limit: 50, includes: ['/nothing/*'] })).toMatchObject({
      pages: 0,
      high: 0,
      requests: 0,
      seconds: 0,
    });
  });

  test('leaves out the share of pages that cannot be read', async () => {
    const paths = Array.from({ length: 40 }, (_, index) => `/p${index}`);
    const start = page('Start', paths);
    const dead = Object.fromEntries(
      paths.filter((_, index) => index % 2 === 1).map((path) => [origin + path, { status: 404 }]),
    );
    const alive = Object.fromEntries(paths.map((path) => [origin + path, page(path, ['/'])]));
    const { estimate } = estimating({ [`${origin}/`]: start, ...alive, ...dead }, seededRandom(1));

    const { pages } = await estimate({});

    expect(pages).toBeGreaterThan(15);
    expect(pages).toBeLessThan(32);
  });

  test('is not certain of unread pages where others cannot be read', async () => {
    const paths = Array.from({ length: 40 }, (_, index) => `/p${index}`);
    const alive = Object.fromEntries(paths.map((path) => [origin + path, page(path, ['/'])]));
    const dead = { [`${origin}/p0`]: { status: 404 }, [`${origin}/p1`]: { status: 404 } };
    const { estimate } = estimating(
      { [`${origin}/`]: page('Start', paths), ...alive, ...dead },
      seededRandom(1),
    );

    const { low, high, basis } = await estimate({});

    const truth = 39;
    expect(basis).toBe('links');
    expect(low).toBeLessThanOrEqual(truth);
    expect(high).toBe(truth);
  });

  test('reads as few pages in browsers as a map', async () => {
    let rendered = 0;
    const paths = Array.from(
      { length: 60 },
      (_, index) => `${origin}/folder${String.fromCodePoint(0x4e00 + index)}/x`,
    );
    const reader: SiteReader = {
      page: async (url, { mayRender }) => {
        rendered += Number(mayRender);
        const own = {
          finalUrl: url,
          title: undefined,
          readMs: 1,
          source: mayRender ? 'cloud' : 'local',
        } as const;
        return {
          ...own,
          links: { canonicalUrl: undefined, feeds: [], pages: mayRender ? [...paths, `${url}z`] : [] },
        };
      },
      turn: async () => undefined,
      requireServer: async () => undefined,
      allows: async () => true,
      sitemap: () => Promise.reject(new Error('there is none')),
      namedSitemaps: async () => [],
    };
    const deps = { reader, clock: { now: Date.now }, random: seededRandom(1), politenessDelayMs: 0 };
    const request = crawlRequest.parse({ url: `${origin}/`, limit: 1_000, sitemap: 'skip' });

    await createEstimateCrawl(deps)(request, { pagesAtOnce: 10, timeoutMs: 60_000 });

    expect(rendered).toBe(8);
  });

  test('fails as the start page does', async () => {
    const { estimate } = estimating({ [`${origin}/`]: { status: 500 } }, seededRandom(1));

    await expect(estimate({})).rejects.toMatchObject({ code: 'HTTP_ERROR' });
  });
});
