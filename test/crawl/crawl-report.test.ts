import { describe, expect, test } from 'vitest';

import type { CrawlPage } from '#shared/contract/crawl.ts';
import { type PageWindow, readPart, warningsOf } from '#shared/crawl/lifecycle/crawl-report.ts';
import { createCrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import type { Crawl, ResultGroup } from '#shared/crawl/ledger/crawl.ts';
import { memoryBlobStore } from '../fakes/memory-blob-store.ts';

const page = (name: string): CrawlPage => ({
  url: `https://site.example/${name}`,
  markdown: name,
  metadata: { statusCode: 200, sourceURL: `https://site.example/${name}`, depth: 0 },
});

/** Groups of so many pages each; the objects of those in `gone` are no longer there. */
async function storedGroups(
  sizes: readonly number[],
  gone: readonly number[] = [],
  more: Partial<CrawlPage> = {},
) {
  const results = createCrawlResults(memoryBlobStore());
  const groups: ResultGroup[] = [];
  let delivered = 0;
  for (const [group, size] of sizes.entries()) {
    const hashes = Array.from({ length: size }, (_, at) => String(delivered + at));
    const objectName = gone.includes(group)
      ? 'nowhere'
      : await results.put('crawl_1', new Map(hashes.map((hash) => [hash, { ...page(hash), ...more }])));
    groups.push({ sequence: group + 1, objectName, hashes, deliveredBefore: delivered });
    delivered += size;
  }
  let queries = 0;
  return {
    crawl: { id: 'crawl_1', groups: groups.length, delivered } as Crawl,
    queries: () => queries,
    results,
    store: {
      groups: async (_: string, fromSequence: number, count?: number) => {
        queries += 1;
        return groups.slice(fromSequence - 1, count && fromSequence - 1 + count);
      },
    },
  };
}

const names = (pages: readonly CrawlPage[]) => pages.map(({ markdown }) => Number(markdown));

describe('a part of a crawl’s results', () => {
  test.for([
    ['one by one when they have pictures', { screenshot: 'iVBORw0KGgo=' }, 1],
    ['side by side after the first when they have none', {}, 4],
  ] as const)('is read from its objects %s', async ([, more, most]) => {
    const { crawl, store, results } = await storedGroups([1, 1, 1, 1, 1], [], more);
    let [reading, found] = [0, 0];
    const read: typeof results.read = async (group) => {
      found = Math.max(found, (reading += 1));
      const pages = await results.read(group);
      reading -= 1;
      return pages;
    };

    const part = await readPart(crawl, { skip: 0 }, { store, results: { ...results, read } });

    expect(names(part.pages)).toEqual([0, 1, 2, 3, 4]);
    expect(found).toBe(most);
  });

  test('continues after results that were deleted', async () => {
    const { crawl, ...ports } = await storedGroups([2, 2, 2], [1, 2]);

    const first = await readPart(crawl, { skip: 1, limit: 1 }, ports);
    const second = await readPart(crawl, { skip: 2 }, ports);

    expect([names(first.pages), first.nextSkip]).toEqual([[1], 2]);
    expect([second.pages, second.nextSkip]).toEqual([[], 6]);
  });

  test('is answered with a warning of its delivered pages that are no longer stored', async () => {
    const { crawl, ...ports } = await storedGroups([2, 1, 2], [1, 2]);
    const withWarnings = { ...crawl, warnings: ['Its own.'], request: {} } as unknown as Crawl;
    const warningsFrom = async (window: PageWindow) =>
      warningsOf(withWarnings, await readPart(crawl, window, ports));

    expect(await warningsFrom({ skip: 0 })).toEqual(['Its own.', '3 delivered pages are no longer stored.']);
    expect(await warningsFrom({ skip: 4 })).toEqual(['Its own.', '1 delivered page is no longer stored.']);
    expect(await warningsFrom({ skip: 0, limit: 1 })).toEqual(['Its own.']);
  });

  test.for([
    ['one page each', Array.from({ length: 400 }, () => 1)],
    ['alike', Array.from({ length: 300 }, (_, at) => 8 + (at % 5))],
    ['large at the end', Array.from({ length: 300 }, (_, at) => (at < 290 ? 1 : 90))],
    ['large at the beginning', Array.from({ length: 300 }, (_, at) => (at < 10 ? 90 : 1))],
    ['only a few', [3, 1]],
  ] as const)('is found in some queries where groups are %s', async ([, sizes]) => {
    const { crawl, queries, ...ports } = await storedGroups(sizes);
    const all = Array.from({ length: crawl.delivered }, (_, at) => at);

    for (let skip = 0; skip <= crawl.delivered; skip += 1 + (crawl.delivered >> 5)) {
      const before = queries();
      const part = await readPart(crawl, { skip, limit: 7 }, ports);

      expect(names(part.pages)).toEqual(all.slice(skip, skip + 7));
      expect(part.nextSkip).toBe(Math.min(skip + 7, crawl.delivered));
      expect(queries() - before).toBeLessThanOrEqual(9);
    }
  });
});
