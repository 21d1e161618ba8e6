import { once } from 'node:events';

import FirecrawlV4 from '@mendable/firecrawl-js';
import FirecrawlV1 from 'firecrawl-js-1';
import FirecrawlV3 from 'firecrawl-js-3';
import { describe, expect, inject, test } from 'vitest';

import { at, keyOf, newKey } from './client.ts';

const apiUrl = (): string => `${inject('service').baseUrl}/firecrawl`;
const own = async () => (await newKey('starter')).key;
const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
const pan = { name: 'Alder 12-inch cast iron pan', price: 64 };

/** The newest client, and the last one of the major version before it. */
describe.concurrent.for([
  ['4', FirecrawlV4],
  // What is called of it has the same types.
  ['3', FirecrawlV3 as unknown as typeof FirecrawlV4],
] as const)('Firecrawl’s client, version %s', ([, Firecrawl]) => {
  const client = (apiKey = keyOf('starter')) => new Firecrawl({ apiKey, apiUrl: apiUrl() });

  test('scrapes each format', async () => {
    const page = await client().scrape(at('/product'), {
      formats: ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', { type: 'json', schema }],
    });

    expect(page).toMatchObject({ json: pan, metadata: { statusCode: 200, sourceURL: at('/product') } });
    expect(page.markdown).toContain('cast iron');
    expect(page.html).toContain('<h1');
    expect(page.rawHtml).toContain('<html');
    expect(page.links?.length).toBeGreaterThan(0);
    expect(page.summary).toEqual(expect.any(String));
    expect(page.images).toEqual(expect.any(Array));
  });

  test('gets the text of a page that is not there', async () => {
    expect(await client().scrape(at('/status?code=404'))).toMatchObject({
      markdown: expect.stringContaining('Nothing here'),
      metadata: { statusCode: 404, error: 'Not Found' },
    });
  });

  test('is told what has changed since the page was scraped last', async () => {
    const firecrawl = client(await own());
    const scrape = () =>
      firecrawl.scrape(at('/plain'), {
        formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }],
      });

    const first = await scrape();
    const second = await scrape();

    expect(first.changeTracking).toEqual({
      previousScrapeAt: null,
      changeStatus: 'new',
      visibility: 'visible',
    });
    expect(second.changeTracking).toMatchObject({ changeStatus: 'same', visibility: 'visible' });
  });

  test('acts in the page, and takes its picture', async () => {
    const page = await client().scrape(at('/news'), {
      formats: ['markdown', { type: 'screenshot', fullPage: true }],
      actions: [
        { type: 'wait', milliseconds: 100 },
        { type: 'executeJavascript', script: 'return document.title' },
        { type: 'screenshot' },
        { type: 'scrape' },
      ],
    });

    expect(page.screenshot).toMatch(/^data:image\/png;base64,/);
    expect(page.actions).toMatchObject({
      screenshots: [expect.stringMatching(/^data:image\/png;base64,/)],
      scrapes: [{ url: at('/news'), html: expect.stringContaining('Harbour bridge') }],
      javascriptReturns: [{ type: 'string', value: expect.any(String) }],
    });
  });

  test('crawls with its own poller, and lists errors', async () => {
    const firecrawl = client(await own());

    const { id } = await firecrawl.startCrawl(at('/guide/'), { limit: 5 });
    const job = await firecrawl.crawl(at('/guide/'), { limit: 5, pollInterval: 1 });
    const { errors, robotsBlocked } = await firecrawl.getCrawlErrors(id);

    expect(job.status).toBe('completed');
    expect(job.data).toHaveLength(job.completed);
    expect(job.completed).toBeGreaterThan(1);
    expect(job.data[0]?.metadata?.sourceURL).toContain('/guide');
    expect([errors, robotsBlocked]).toEqual([expect.any(Array), expect.any(Array)]);
  });

  test('watches a crawl to its end', async () => {
    const firecrawl = client(await own());
    const { id } = await firecrawl.startCrawl(at('/guide/'), { limit: 3 });
    const watcher = firecrawl.watcher(id, { pollInterval: 1, timeout: 30 });

    const ended = once(watcher, 'done');
    await watcher.start();

    expect(await ended).toMatchObject([{ status: 'completed', data: [{}, {}, {}] }]);
  });

  test('starts, sees and cancels a crawl', async () => {
    const firecrawl = client(await own());
    const { id } = await firecrawl.startCrawl(inject('service').secondSite, { limit: 50, delay: 1 });

    const { crawls } = await firecrawl.getActiveCrawls();
    // It follows `next` to the last page that there is, and does not wait for those to come.
    const running = await firecrawl.getCrawlStatus(id);
    const cancelled = await firecrawl.cancelCrawl(id);
    const { status } = await firecrawl.getCrawlStatus(id);

    expect(crawls.map((crawl) => crawl.id)).toEqual([id]);
    expect([running.status, running.next]).toEqual(['scraping', null]);
    expect([cancelled, status]).toEqual([true, 'cancelled']);
  });

  test('scrapes a batch, and is told which URLs are none', async () => {
    const firecrawl = client(await own());

    const started = await firecrawl.startBatchScrape([at('/plain'), at('/product'), 'ftp://nowhere'], {
      ignoreInvalidURLs: true,
    });
    const job = await firecrawl.batchScrape([at('/plain'), at('/product')], { pollInterval: 1 });

    expect(started.invalidURLs).toEqual(['ftp://nowhere']);
    expect(job).toMatchObject({ status: 'completed', completed: 2 });
    expect(new Set(job.data.map(({ metadata }) => metadata?.sourceURL))).toEqual(
      new Set([at('/plain'), at('/product')]),
    );
  });

  test('maps, searches and extracts', async () => {
    const firecrawl = client(await own());

    const { links } = await firecrawl.map(at('/guide/'), { limit: 20 });
    const { web } = await firecrawl.search('rust on a pan', {
      limit: 3,
      scrapeOptions: { formats: ['markdown'] },
    });
    const { status, data } = await firecrawl.extract({ urls: [at('/product')], schema });

    expect(links.map(({ url }) => url)).toContain(at('/guide/'));
    expect(web).toHaveLength(3);
    expect(web?.[0]).toHaveProperty('markdown');
    expect([status, data]).toEqual(['completed', pan]);
  });

  test('sees what is left', async () => {
    const firecrawl = client(await own());
    await firecrawl.scrape(at('/plain'));

    expect(await firecrawl.getCreditUsage()).toMatchObject({ remainingCredits: 3_499 });
    expect(await firecrawl.getTokenUsage()).toMatchObject({ remainingTokens: 3_499 });
    expect(await firecrawl.getConcurrency()).toMatchObject({ concurrency: 0 });
  });

  test('gets errors with their status', async () => {
    await expect(client('fc-wrong').scrape(at('/plain'))).rejects.toMatchObject({ status: 401 });
    await expect(client().scrape('http://no-such-host.invalid/')).rejects.toMatchObject({
      status: 500,
      code: 'DNS_ERROR',
    });
    await expect(client().scrape(at('/plain'), { formats: ['product'] })).rejects.toMatchObject({
      status: 400,
      message: 'The format product is not supported here.',
    });
    await expect(client().getCrawlStatus('crawl_none')).rejects.toMatchObject({ status: 404 });
  });
});

test('Firecrawl’s newest client sees the queue and the months', async () => {
  const firecrawl = new FirecrawlV4({ apiKey: await own(), apiUrl: apiUrl() });
  await firecrawl.scrape(at('/plain'));

  expect(await firecrawl.getCreditUsageHistorical()).toMatchObject({ periods: [{ creditsUsed: 1 }] });
  expect(await firecrawl.getTokenUsageHistorical(true)).toMatchObject({
    periods: [{ apiKey: 'laptop', tokensUsed: 1 }],
  });
  expect(await firecrawl.getQueueStatus()).toMatchObject({ success: true, jobsInQueue: 0 });
});

/** The API of version 1: the last client that was made for it, and what later clients have of it. */
describe.concurrent.for([
  ['of its own', (apiKey: string) => new FirecrawlV1({ apiKey, apiUrl: apiUrl() })],
  ['in the newest', (apiKey: string) => new FirecrawlV4({ apiKey, apiUrl: apiUrl() }).v1],
] as const)('Firecrawl’s client of version 1, %s', ([, client]) => {
  test('scrapes, crawls, maps, searches and extracts', async () => {
    const firecrawl = client(await own());

    const page = await firecrawl.scrapeUrl(at('/product'), {
      formats: ['markdown', 'extract'],
      extract: { schema } as never,
    });
    const crawl = await firecrawl.crawlUrl(at('/guide/'), { limit: 3 }, 2);
    const batch = await firecrawl.batchScrapeUrls(
      [at('/plain'), at('/product')],
      { formats: ['markdown'] },
      2,
    );
    const map = await firecrawl.mapUrl(at('/guide/'), { limit: 10 });
    const search = await firecrawl.search('rust on a pan', { limit: 2 });
    const extracted = await firecrawl.extract([at('/product')], { schema });

    expect(page).toMatchObject({ success: true, extract: pan });
    expect(crawl).toMatchObject({ success: true, status: 'completed', completed: 3 });
    expect(batch).toMatchObject({ success: true, status: 'completed', completed: 2 });
    expect(map).toMatchObject({ success: true, links: expect.arrayContaining([at('/guide/')]) });
    expect(search.data).toHaveLength(2);
    expect(extracted).toMatchObject({ success: true, data: pan });
  });

  test('is told that it cannot watch a crawl', async () => {
    const firecrawl = client(await own());
    const watcher = await firecrawl.crawlUrlAndWatch(at('/guide/'), { limit: 3 });

    const { detail } = await new Promise<CustomEvent<unknown>>((resolve) => {
      watcher.addEventListener('error', resolve);
    });

    expect(detail).toMatchObject({ error: 'This service has no WebSockets. Ask for the status.' });
  });

  test('asks for the errors of a crawl, and cancels it', async () => {
    const firecrawl = client(await own());
    const started = await firecrawl.asyncCrawlUrl(inject('service').secondSite, { limit: 50, delay: 1 });
    const { id = '' } = started as { readonly id?: string };

    const errors = await firecrawl.checkCrawlErrors(id);
    const cancelled = await firecrawl.cancelCrawl(id);

    expect(errors).toMatchObject({ errors: [], robotsBlocked: [] });
    expect(cancelled).toMatchObject({ success: true, status: 'cancelled' });
  });
});
