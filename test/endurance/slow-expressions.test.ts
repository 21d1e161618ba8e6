import { expect, test } from 'vitest';

import { crawlRequest } from '#shared/contract/crawl.ts';
import { createFrontier } from '#shared/crawl/frontier/frontier.ts';

test('a page whose links take long to match against the expressions of its crawl is too large, in time', () => {
  const url = 'https://site.example/';
  const request = crawlRequest.parse({ url, excludePaths: [`${'(.?){1000}'.repeat(6)}[0-9]$`] });
  const frontier = createFrontier({ request, createdAtMs: 0 }, url);
  const links = Array.from({ length: 200 }, (_, at) => ({
    href: `/${'a'.repeat(1_900)}${at}x`,
    baseUrl: url,
    depth: 1,
    kind: 'page' as const,
  }));

  expect(() => frontier.discover(links)).toThrow('takes too long');
});
