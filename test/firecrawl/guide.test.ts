import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { firecrawlPaths } from '#shared/contract/firecrawl-paths.ts';
import { extractBody } from '#shared/firecrawl/extract.ts';
import { batchBody, crawlBody } from '#shared/firecrawl/jobs.ts';
import { mapBody } from '#shared/firecrawl/map.ts';
import { scrapeOptions } from '#shared/firecrawl/scrape-options.ts';
import { searchBody } from '#shared/firecrawl/search.ts';

const guide = readFileSync(new URL('../../docs/guides/firecrawl.md', import.meta.url), 'utf8');

/** The names in the tables of a section. */
function namesIn(title: string): ReadonlySet<string> {
  const section = guide.split(/^## /m).find((text) => text.startsWith(title)) ?? '';
  return new Set([...section.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

const notes = ['origin', 'integration', 'auditMetadata'];
const ofPage = Object.keys(scrapeOptions.shape);

test.for([
  ['Options of a page', ofPage],
  ['Options of a crawl', Object.keys(crawlBody.shape).filter((name) => name !== 'scrapeOptions')],
  ['Options of a batch', Object.keys(batchBody.shape).filter((name) => !ofPage.includes(name))],
  ['Options of a map', Object.keys(mapBody.shape)],
  ['Options of a search', Object.keys(searchBody.shape)],
  ['Options of an extraction', Object.keys(extractBody.shape)],
] as const)('the guide says what becomes of each option: %s', ([title, options]) => {
  const named = namesIn(title);

  const kept = title === 'Options of a page' ? [] : notes;
  expect(options.filter((option) => !kept.includes(option) && !named.has(option))).toEqual([]);
});

test('the guide names every path', () => {
  for (const path of firecrawlPaths)
    expect(guide).toContain(path.replace(/\/(\{id\}.*|active|ongoing|historical)$/, ''));
});
