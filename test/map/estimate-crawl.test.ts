import { describe, expect, test } from 'vitest';

import { seededRandom } from '../crawl/virtual-time.ts';
import { estimating, origin, page } from './mapped-site.ts';
import { pathsOf, type Shape, shapes, webOf } from './shaped-sites.ts';

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

  test('expects no more than the limit, and what the patterns want, at the pace of the crawl', async () => {
    const { estimate } = estimating(webOf(shapes['one long index']), seededRandom(1));

    expect(await estimate({ limit: 50, delay: 2 })).toMatchObject({ pages: 50, requests: 50, seconds: 100 });
    expect(await estimate({ limit: 1_000, excludes: ['/entry/1*'] })).toMatchObject({ pages: 690 });
    expect(await estimate({ limit: 1_000, sitemap: 'only' })).toMatchObject({ pages: 1 });
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

  test('fails as the start page does', async () => {
    const { estimate } = estimating({ [`${origin}/`]: { status: 500 } }, seededRandom(1));

    await expect(estimate({})).rejects.toMatchObject({ code: 'HTTP_ERROR' });
  });
});
