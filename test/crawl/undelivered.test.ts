import { expect, test } from 'vitest';

import type { CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { undeliveredEntries } from '#shared/crawl/lifecycle/undelivered.ts';
import { newCrawl } from '../ports/new-crawl.ts';

const url = 'https://site.example/b';
const waiting: CrawlRow = {
  hash: 'b',
  url,
  kind: 'page',
  state: 'waiting',
  depth: 1,
  priority: '1',
  attempt: 0,
};

test.for([
  ['crawl', 5, 'the limit was reached before it'],
  ['crawl', 4, 'as many URLs were read as the limit allows'],
  ['batch', 5, 'the requests that were left did not cover it'],
] as const)('a URL that a %s with %i of 5 pages did not read says why', ([kind, delivered, reason]) => {
  const job = newCrawl({
    ...(kind === 'batch' ? { kind } : {}),
    status: 'completed',
    limit: 5,
    delivered,
  });

  expect(undeliveredEntries([waiting], job, undefined)).toEqual([{ url, state: 'overLimit', reason }]);
});
