import { describe, expect, test } from 'vitest';

import type { CrawlRow, WorkKind } from '#shared/crawl/ledger/crawl.ts';
import { fitting, maxReads, mayAdmitPage, roomOf } from '#shared/crawl/ledger/crawl-room.ts';
import { newCrawl } from '../ports/new-crawl.ts';

const rowsOf = (...kinds: readonly WorkKind[]): CrawlRow[] =>
  kinds.map((kind, index) => ({
    hash: String(index),
    url: `https://site.example/${index}`,
    kind,
    state: 'waiting',
    depth: 1,
    priority: '001',
    attempt: 0,
  }));

describe('the room of a crawl', () => {
  test('is what its limit, its concurrency and its reads leave', () => {
    const crawl = newCrawl({ limit: 10, admitted: 4, concurrency: 3, open: 1, reads: 20 });

    expect(roomOf(crawl)).toEqual({ admitted: 6, open: 2, reads: 130 });
  });

  test('has no place for a page when any of them is used up', () => {
    const crawl = newCrawl({ limit: 10, admitted: 4, concurrency: 3, open: 1, reads: 20 });

    expect(mayAdmitPage(crawl)).toBe(true);
    expect(mayAdmitPage({ ...crawl, admitted: 10 })).toBe(false);
    expect(mayAdmitPage({ ...crawl, open: 3 })).toBe(false);
    expect(mayAdmitPage({ ...crawl, reads: maxReads(10) })).toBe(false);
  });

  test('is filled in order, and a sitemap takes no place in the limit', () => {
    const crawl = newCrawl({ limit: 10, admitted: 9, concurrency: 9, open: 1, reads: 9 });

    const chosen = fitting(rowsOf('page', 'page', 'sitemap', 'page'), crawl);

    expect(chosen.map(({ hash }) => hash)).toEqual(['0', '2']);
  });

  test('keeps half of the reads for pages', () => {
    const crawl = newCrawl({
      limit: 100,
      admitted: 1,
      concurrency: 9,
      open: 1,
      reads: maxReads(100) / 2 - 1,
    });

    const chosen = fitting(rowsOf('sitemap', 'sitemap', 'page'), crawl);

    expect(chosen.map(({ kind }) => kind)).toEqual(['sitemap', 'page']);
  });
});
