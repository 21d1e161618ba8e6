import { expect, test } from 'vitest';

import { convertPage } from '#shared/scrape/conversion/convert-page.ts';
import { crawlRequest } from '#shared/contract/crawl.ts';
import { createFrontier } from '#shared/crawl/frontier/frontier.ts';
import { createReadCrawlPage } from '#shared/crawl/worker/read-crawl-page.ts';

const url = 'https://site.example/page';
const html = (head = '') =>
  `<title>A page</title>${head}<main><h1>A page</h1><p>Its text is long enough.</p><a href="/next">Next</a></main>`;

/** Where a page leads that was answered like this. */
async function linksOf(body: string, headers: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const read = createReadCrawlPage({
    acquirePage: async (_request, { read }) => {
      const page = {
        source: 'local',
        requestedUrl: url,
        finalUrl: url,
        status: 200,
        headers: { 'content-type': 'text/html', ...headers },
        body: Buffer.from(body),
        loadTimeMs: 1,
        isWhole: true,
        warnings: [],
      } as const;
      return { kind: 'page', page, reading: await read(page) };
    },
    convertPage,
    clock: { now: () => 0 },
  });
  const request = crawlRequest.parse({ url });
  const { links } = await read(
    { hash: 'h', url, kind: 'page', state: 'leased', depth: 1, priority: '1', attempt: 1 },
    { request, frontierFor: (seedUrl) => createFrontier({ request, createdAtMs: 0 }, seedUrl) },
    AbortSignal.timeout(10_000),
  );
  return links.map(({ href }) => href);
}

test.for([
  ['by its markup', html('<meta name="robots" content="noindex, nofollow">'), {}],
  ['by its header', html(), { 'x-robots-tag': 'noindex, NoFollow' }],
  ['altogether', html(), { 'x-robots-tag': 'none' }],
  ['beside other wishes', html(), { 'x-robots-tag': 'max-snippet: 20, nofollow' }],
] as const)('a page that asks robots not to follow its links %s leads nowhere', async ([, body, headers]) => {
  expect(await linksOf(body, headers)).toEqual([]);
});

test.for([
  [{}],
  [{ 'x-robots-tag': 'noindex' }],
  [{ 'x-robots-tag': 'otherbot: nofollow' }],
  [{ 'x-robots-tag': 'otherbot: noindex, nofollow' }],
] as const)('a page that says %j leads on', async ([headers]) => {
  expect(await linksOf(html(), headers)).toEqual(['https://site.example/next']);
});
