import { describe, expect, test } from 'vitest';

import { parseRequest } from '#shared/contract/parse-request.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { extractBody } from '#shared/firecrawl/extract.ts';
import { batchBody, crawlBody } from '#shared/firecrawl/jobs.ts';
import { mapBody } from '#shared/firecrawl/map.ts';
import { scrapeOptions } from '#shared/firecrawl/scrape-options.ts';
import { searchBody } from '#shared/firecrawl/search.ts';
import { requestSchemas } from './request-schemas.ts';

/** The names that this service's own API calls unknown. */
function unknownAmong(names: readonly string[], operation: Operation, within?: string): readonly string[] {
  return names.filter((name) => {
    const body = within === undefined ? { [name]: true } : { [within]: { [name]: true } };
    try {
      parseRequest(requestSchemas[operation], operation, body);
    } catch (error) {
      return (error as Error).message.includes(`${name}: unknown parameter`);
    }
    return false;
  });
}

const pageNames = Object.keys(scrapeOptions.shape);

describe('this service’s own API knows each name of Firecrawl', () => {
  test.for([
    ['scrape', pageNames],
    ['crawl', Object.keys(crawlBody.shape)],
    ['map', Object.keys(mapBody.shape)],
    ['search', Object.keys(searchBody.shape)],
    ['extract', Object.keys(extractBody.shape)],
  ] as const)('in the body of %s', ([operation, names]) => {
    expect(unknownAmong(names, operation)).toEqual([]);
  });

  test.for(['crawl', 'search', 'extract'] as const)('in the scrapeOptions of %s', (operation) => {
    expect(unknownAmong(pageNames, operation, 'scrapeOptions')).toEqual([]);
  });

  test('in the body of a batch', () => {
    expect(unknownAmong(Object.keys(batchBody.shape), 'batch')).toEqual([]);
  });
});

describe('an older name of Firecrawl', () => {
  const url = 'https://a.example/';
  const parsed = (operation: Operation, body: object) => {
    const { body: request, warnings } = parseRequest(requestSchemas[operation], operation, body);
    return { ...(request as object), warnings };
  };

  test.for([
    ['crawl', { ignoreSitemap: true }, { sitemap: 'skip' }],
    ['crawl', { ignoreSitemap: false }, { sitemap: 'include' }],
    ['crawl', { allowBackwardLinks: false }, { crawlEntireDomain: false }],
    ['map', { ignoreSitemap: true }, { sitemap: 'skip' }],
    ['map', { ignoreSitemap: false, sitemapOnly: true }, { sitemap: 'only' }],
    ['scrape', { geolocation: { country: 'DE' } }, { location: { country: 'DE' } }],
  ] as const)('has the effect of the field of today: %s %j', ([operation, sent, meant]) => {
    expect(parsed(operation, { url, ...sent })).toMatchObject({ ...meant, warnings: [] });
  });

  test('has its effect in scrapeOptions and in the entries of a batch, too', () => {
    const older = { geolocation: { country: 'DE' } };
    const today = { location: { country: 'DE' } };

    expect(parsed('crawl', { url, scrapeOptions: older })).toMatchObject({ scrapeOptions: today });
    expect(parsed('batch', { urls: [{ url, ...older }] })).toMatchObject({ urls: [today] });
  });

  test('is without effect beside the field of today, or one that means more, and is named', () => {
    expect(parsed('map', { url, ignoreSitemap: true, sitemapOnly: true })).toMatchObject({
      sitemap: 'only',
      warnings: ['Accepted without effect: ignoreSitemap.'],
    });
    expect(parsed('crawl', { url, ignoreSitemap: true, sitemap: 'only' })).toMatchObject({
      sitemap: 'only',
      warnings: ['Accepted without effect: ignoreSitemap.'],
    });
  });

  test.for([
    ['crawl', { allowBackwardLinks: 'yes' }, 'allowBackwardLinks: must be true or false'],
    ['crawl', { ignoreSitemap: 'only' }, 'ignoreSitemap: must be true or false'],
    ['map', { sitemapOnly: 1 }, 'sitemapOnly: must be true or false'],
    ['scrape', { geolocation: 'DE' }, 'geolocation: must be an object'],
    [
      'crawl',
      { scrapeOptions: { geolocation: { languages: 'de' } } },
      'scrapeOptions.geolocation.languages: must be an array',
    ],
    [
      'batch',
      { urls: ['https://a.example/', { url, geolocation: 1 }] },
      'urls[1].geolocation: must be an object',
    ],
  ] as const)(
    'with a value that it cannot have is refused by its own name: %s %j',
    ([operation, sent, error]) => {
      const body = operation === 'batch' ? sent : { url, ...sent };

      expect(() => parsed(operation, body)).toThrow(error);
    },
  );

  test.for([
    ['crawl', { ignoreSitemap: null, allowBackwardLinks: null }],
    ['map', { ignoreSitemap: null, sitemapOnly: null }],
    ['scrape', { geolocation: null }],
  ] as const)('is as absent when it is null: %s %j', ([operation, sent]) => {
    expect(parsed(operation, { url, ...sent })).toEqual(parsed(operation, { url }));
  });
});
