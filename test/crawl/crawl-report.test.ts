import { describe, expect, test } from 'vitest';

import type { CrawlPage } from '#shared/contract/crawl.ts';
import { readPart } from '#shared/crawl/lifecycle/crawl-report.ts';
import { createCrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { retryAfterSeconds } from '#shared/crawl/worker/retry-after.ts';
import type { Crawl, ResultBatch } from '#shared/crawl/ledger/crawl.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';

const page = (name: string): CrawlPage => ({
  url: `https://site.example/${name}`,
  markdown: name,
  metadata: { statusCode: 200, sourceURL: `https://site.example/${name}`, depth: 0 },
});

/** Groups of two pages each; the objects of those in `gone` are no longer there. */
async function storedGroups(count: number, gone: readonly number[]) {
  const results = createCrawlResults(memoryBlobStore());
  const batches: ResultBatch[] = [];
  for (let group = 0; group < count; group += 1) {
    const hashes = [`${group}a`, `${group}b`];
    const name = await results.put('crawl_1', new Map(hashes.map((hash) => [hash, page(hash)])));
    batches.push({
      sequence: group + 1,
      objectName: gone.includes(group) ? 'nowhere' : name,
      hashes,
      deliveredBefore: group * 2,
    });
  }
  return { results, store: { batches: async () => batches } };
}

describe('a part of a crawl’s results', () => {
  test('continues after results that were deleted', async () => {
    const ports = await storedGroups(3, [1, 2]);
    const crawl = { id: 'crawl_1' } as Crawl;

    const first = await readPart(crawl, { skip: 1, limit: 1 }, ports);
    const second = await readPart(crawl, { skip: 2 }, ports);

    expect([first.pages.map(({ markdown }) => markdown), first.nextSkip]).toEqual([['0b'], 2]);
    expect([second.pages, second.nextSkip]).toEqual([[], 6]);
  });
});

describe('Retry-After', () => {
  const nowMs = Date.UTC(2026, 10, 21, 12);

  test.for([
    ['seconds', '120', 120],
    ['a date', 'Sat, 21 Nov 2026 12:01:30 GMT', 90],
    ['a date that is past', 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['nonsense', 'soon', undefined],
    ['what is no whole number', '5.5', undefined],
    ['less than nothing', '-1', undefined],
    ['nothing', '', undefined],
  ] as const)('%s', ([, text, expected]) => {
    expect(retryAfterSeconds({ 'retry-after': text }, nowMs)).toBe(expected);
  });
});
