import { describe, expect, test } from 'vitest';

import { clientOf } from './answers.ts';
import { batchId, crawlId, scriptedCrawl } from './crawl-server.ts';
import { validatorOf } from '../contract/openapi-validator.ts';

async function urlsOf(pages: AsyncIterable<{ readonly url: string }>): Promise<string[]> {
  const urls: string[] = [];
  for await (const { url } of pages) urls.push(url);
  return urls;
}

const expected = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `https://shop.example/p/${from + index}`);

describe('a crawl', () => {
  test('starts when it is iterated, and yields every page once, in parts', async () => {
    const { client, received } = await clientOf(scriptedCrawl({ pages: 250 }));

    const crawl = client.crawl('https://shop.example/', { limit: 250, includes: ['/p/*'] });

    expect(await urlsOf(crawl)).toEqual(expected(0, 250));
    expect(crawl.id).toBe(crawlId);
    expect(crawl.position).toBe(250);
    expect(received[0]?.body).toEqual({
      url: 'https://shop.example/',
      limit: 250,
      includes: ['/p/*'],
      async: true,
    });
    expect(received.slice(1).map(({ query }) => query)).toEqual([
      { skip: '0', limit: '100' },
      { skip: '100', limit: '100' },
      { skip: '200', limit: '100' },
    ]);
  });

  test('that was not started is not started by cancelling it, or by asking for its errors', async () => {
    const { client, received } = await clientOf(scriptedCrawl({ pages: 3 }));
    const crawl = client.crawl('https://shop.example/');

    await crawl.cancel();
    for await (const error of crawl.errors()) expect.unreachable(error.url);

    expect([crawl.id, received]).toEqual([undefined, []]);
  });

  test('that was not started cannot be resumed', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 3 }));

    expect(() => client.resumeCrawl('')).toThrow('The job has no id: it was not started.');
  });

  test('ends, and yields no page twice, when pages of it are gone', async () => {
    const { client, received } = await clientOf(scriptedCrawl({ pages: 10, gone: [0, 1, 2, 3, 5, 9] }));

    const crawl = client.resumeCrawl(crawlId, { partSize: 3 });

    expect(await urlsOf(crawl)).toEqual([4, 6, 7, 8].map((number) => `https://shop.example/p/${number}`));
    expect(received.map(({ query }) => query['skip'])).toEqual(['0', '3', '6', '9']);
  });

  test('yields pages while it runs', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 4, pagesEachTime: 2 }));
    const states: unknown[] = [];

    for await (const { pages, progress } of client.crawl('https://shop.example/').parts())
      states.push([pages.length, progress.status, progress.coverage.pending]);

    expect(states).toEqual([
      [2, 'running', 2],
      [2, 'completed', 0],
    ]);
  });

  test('says what it leaves out, with its progress', async () => {
    const warning = 'The plan has requests for 2 of the 5 pages.';
    const { client } = await clientOf(scriptedCrawl({ pages: 2, warning }));
    const crawl = client.crawl('https://shop.example/');
    const warnings: unknown[] = [];

    for await (const { progress } of crawl.parts()) warnings.push(progress.warning);

    expect(warnings).toEqual([warning]);
    expect((await crawl.progress()).warning).toBe(warning);
  });

  test('goes on after lost connections without a gap', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 300, lostRequests: [2, 3, 4, 5, 7, 8] }));

    expect(await urlsOf(client.crawl('https://shop.example/'))).toEqual(expected(0, 300));
  });

  test('gives up when the service is away for too long, and says where it was', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 200, lostRequests: [2, 3, 4, 5] }));
    const crawl = client.crawl('https://shop.example/', {}, { maxOutageMs: 0 });

    await expect(urlsOf(crawl)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect([crawl.id, crawl.position]).toEqual([crawlId, 100]);
  });

  test('is resumed by its id in another process', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 30 }));

    expect(await urlsOf(client.resumeCrawl(crawlId, { skip: 20 }))).toEqual(expected(20, 30));
  });

  test('goes on at the page at which its reader stopped', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 10 }));
    const crawl = client.crawl('https://shop.example/');
    for await (const { url } of crawl) if (url.endsWith('/4')) break;

    expect(crawl.position).toBe(4);
    expect(await urlsOf(crawl)).toEqual(expected(4, 10));
  });

  test('that fails yields its pages before it rejects', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 3, endsWith: 'CRAWL_DEADLINE' }));
    const urls: string[] = [];

    const reading = (async () => {
      for await (const { url } of client.crawl('https://shop.example/')) urls.push(url);
    })();

    await expect(reading).rejects.toMatchObject({ code: 'CRAWL_DEADLINE', kind: 'page' });
    expect(urls).toEqual(expected(0, 3));
  });

  test('that its reader cancels ends after the pages so far', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 100, pagesEachTime: 1 }));
    const crawl = client.crawl('https://shop.example/');
    const urls: string[] = [];
    for await (const { url } of crawl) {
      urls.push(url);
      if (urls.length === 2) await crawl.cancel();
    }

    expect(urls).toEqual(expected(0, 2));
  });

  test('stops to be read when its signal aborts', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 100, pagesEachTime: 1 }));
    const controller = new AbortController();
    const crawl = client.crawl('https://shop.example/', {}, { signal: controller.signal });

    const reading = (async () => {
      for await (const _ of crawl) controller.abort(new Error('The person left.'));
    })();

    await expect(reading).rejects.toThrow('The person left.');
  });

  test('says which URLs were not delivered', async () => {
    const { client, received } = await clientOf(
      scriptedCrawl({ pages: 1, failed: ['https://gone.example/'] }),
    );

    for await (const error of client.resumeCrawl(crawlId).errors('failed'))
      expect(error).toEqual({
        url: 'https://gone.example/',
        state: 'failed',
        code: 'DNS_ERROR',
        reason: 'no such host',
      });
    expect(received.map(({ query }) => query)).toEqual([{ state: 'failed' }]);
  });
});

describe('a batch', () => {
  test('yields its pages, and names the URLs that are none', async () => {
    const { client, received } = await clientOf(
      scriptedCrawl({ pages: 120, batch: { invalidURLs: ['mailto:a@shop.example'] } }),
    );
    const urls = ['https://shop.example/', { url: 'https://shop.example/app', waitFor: 500 }];

    const batch = client.batch(urls, { ignoreInvalidURLs: true });

    expect(await urlsOf(batch)).toEqual(expected(0, 120));
    expect([batch.id, batch.invalidURLs]).toEqual([batchId, ['mailto:a@shop.example']]);
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/batch/scrape',
      `GET /api/v1/batch/scrape/${batchId}`,
      `GET /api/v1/batch/scrape/${batchId}`,
    ]);
    expect(received[0]?.body).toEqual({ urls, ignoreInvalidURLs: true, async: true });
  });

  test('is resumed by its id in another process', async () => {
    const { client } = await clientOf(scriptedCrawl({ pages: 30, batch: { invalidURLs: [] } }));

    expect(await urlsOf(client.resumeBatch(batchId, { skip: 20 }))).toEqual(expected(20, 30));
  });
});

test('the crawl of these tests answers as docs/openapi.json says', () => {
  const answer = scriptedCrawl({ pages: 2, pagesEachTime: 1, failed: ['https://gone.example/'] });
  const ask = (method: string, path: string) =>
    answer({ method, path, query: { skip: '0', limit: '9' }, headers: {}, body: undefined }, 1);

  for (const [schema, method, path] of [
    ['CrawlAnswer', 'POST', '/api/v1/crawl'],
    ['CrawlStatusAnswer', 'GET', `/api/v1/crawl/${crawlId}`],
    ['CrawlErrorsAnswer', 'GET', `/api/v1/crawl/${crawlId}/errors`],
    ['CrawlCancelAnswer', 'DELETE', `/api/v1/crawl/${crawlId}`],
    ['CrawlStatusAnswer', 'GET', `/api/v1/crawl/${crawlId}`],
  ] as const) {
    const isAnswer = validatorOf(schema);
    const { body } = ask(method, path) as { readonly body: unknown };
    expect([isAnswer(body), isAnswer.errors]).toEqual([true, null]);
  }
});
