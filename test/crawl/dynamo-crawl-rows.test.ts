import { expect, test } from 'vitest';

import { crawlItem, crawlOf } from '#shared/crawl/ledger/dynamo-crawl-rows.ts';
import { newCrawl } from '../ports/new-crawl.ts';

test('the number of groups is stored under the name that it has in the rows of earlier releases', () => {
  const crawl = newCrawl({ groups: 3 });

  const item = crawlItem(crawl);

  expect(item).toMatchObject({ batches: { N: '3' } });
  expect(item).not.toHaveProperty('groups');
  expect(crawlOf(item)).toEqual(crawl);
});
