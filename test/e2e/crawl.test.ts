import { describe, expect, inject, test } from 'vitest';

import { deliverable, forbidden } from '../fixtures/sites/generated-site.ts';
import { at, keyOf, newKey, request, usageOf } from './client.ts';
import {
  allPages,
  crawl,
  type CrawlPage,
  ended,
  holdBack,
  pathsOf,
  prepareSite,
  site,
  siteRequests,
  statusOf,
} from './crawls.ts';

type CrawlError = { readonly url: string; readonly state: string };

/** Number of URLs by state in all parts of a crawl's errors. */
async function errorCounts(id: string, first = ''): Promise<Readonly<Record<string, number>>> {
  const errors: CrawlError[] = [];
  for (let query: string | undefined = first; query !== undefined;) {
    const { body } = await request('GET', `/api/v1/crawl/${id}/errors${query}`, undefined, {
      'x-api-key': keyOf('enterprise'),
    });
    const data = body.data as { readonly errors: readonly CrawlError[]; readonly next?: string };
    errors.push(...data.errors);
    query = data.next === undefined ? undefined : new URL(data.next).search;
  }
  const byState = Map.groupBy(errors, ({ state }) => state);
  return Object.fromEntries([...byState].map(([state, { length }]) => [state, length]));
}

const undelivered = ({ delivered: _delivered, ...states }: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(states).filter(([, count]) => count > 0));

describe('a crawl of a site of over a thousand pages', () => {
  test(
    'delivers every reachable page exactly once, and asks for each once',
    { timeout: 240_000 },
    async () => {
      await prepareSite();
      const { body } = await crawl({ url: site('/'), limit: 2_000, maxDiscoveryDepth: 50, async: true });
      const { data } = await ended(body.id);
      const paths = pathsOf(await allPages(body.id));
      const requests = (await siteRequests()).map(({ path }) => path);
      const fetched = requests.filter(
        (path) => path !== '/robots.txt' && path !== '/broken' && path !== '/app',
      );
      const { discovered, ...states } = data.coverage;

      expect(new Set(paths).size).toBe(paths.length);
      // The first page of a list has two URLs; which one is read first depends on when its links are found.
      expect(paths.map((path) => path.replace(/\?from=home|\?page=1$/, '')).toSorted()).toEqual(
        deliverable.toSorted(),
      );
      expect(data).toMatchObject({ status: 'completed', total: data.completed });
      expect(fetched.length).toBe(new Set(fetched).size);
      expect(requests.filter((path) => path === '/broken')).toHaveLength(3);
      for (const path of forbidden) expect(requests).not.toContain(path);
      expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(discovered);
      expect(states).toMatchObject({ delivered: deliverable.length, pending: 0, overLimit: 0, robots: 3 });
      expect(await errorCounts(body.id)).toEqual(undelivered(states));
      expect(await errorCounts(body.id, '?state=failed')).toEqual({ failed: states['failed'] });
    },
  );

  test('reports why each undelivered page was not delivered', { timeout: 120_000 }, async () => {
    const { body } = await crawl({ url: site('/loop/a'), limit: 5 });
    const home = await crawl({ url: site('/'), limit: 3, sitemap: 'skip' });
    const errors = await request('GET', `/api/v1/crawl/${home.body.id}/errors`, undefined, {
      'x-api-key': keyOf('enterprise'),
    });
    const list = (errors.body.data as { errors: readonly { url: string; state: string }[] }).errors;

    expect(body).toMatchObject({ success: false, data: { status: 'failed', pages: [] } });
    expect(list.find(({ url }) => url === 'https://elsewhere.example/')).toMatchObject({
      state: 'outOfScope',
      reason: 'another site',
    });
    expect(list.find(({ url }) => url === site('/deep/a/a/a/a/a'))).toMatchObject({ state: 'excluded' });
    expect(list.filter(({ state }) => state === 'overLimit').length).toBeGreaterThan(20);
  });

  test.for([1, 2, 3, 5, 8, 13, 21, 34, 50])(
    'never exceeds a limit of %i',
    { timeout: 60_000 },
    async (limit) => {
      const { body } = await crawl({ url: site('/'), limit, sitemap: limit % 2 === 0 ? 'include' : 'skip' });

      expect(body.data).toMatchObject({ status: 'completed', total: body.data.completed });
      expect(body.data.pages).toHaveLength(limit);
    },
  );

  test('stops fetching within five seconds of DELETE and keeps its pages', { timeout: 90_000 }, async () => {
    await prepareSite(300);
    const key = (await newKey('enterprise')).key;
    const { body } = await crawl(
      { url: site('/'), limit: 500, async: true, webhook: `${inject('service').receiver}/good/cancel` },
      key,
    );
    await expect
      .poll(async () => (await statusOf(body.id, '?limit=1', key)).body.data.completed, { timeout: 50_000 })
      .toBeGreaterThan(5);

    const cancelledAtMs = Date.now();
    const cancelled = await request('DELETE', `/api/v1/crawl/${body.id}`, undefined, { 'x-api-key': key });
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    const late = (await siteRequests()).filter(({ atMs }) => atMs > cancelledAtMs + 5_000);
    const after = await statusOf(body.id, '', key);
    const ends = (await received('/good/cancel')).filter(({ type }) => type === 'crawl.failed');
    await prepareSite();

    expect(cancelled.body).toMatchObject({ success: true, data: { status: 'failed' } });
    expect(late).toEqual([]);
    expect(after.body).toMatchObject({ success: false, code: 'CRAWL_CANCELLED' });
    expect(after.body.data.pages.length).toBeGreaterThan(0);
    expect(ends).toHaveLength(1);
    expect(await usageOf(key)).toMatchObject({ used: after.body.data.pages.length, reserved: 0 });
  });

  test('of one account does not delay another’s', { timeout: 120_000 }, async () => {
    await prepareSite(50);
    const large = await crawl({ url: site('/'), limit: 1_000, async: true });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const { key } = await newKey('hobby');

    const small = await crawl({ url: at('/guide/'), limit: 5, includes: ['/guide/*'], timeout: 60_000 }, key);
    const { body } = await statusOf(large.body.id, '?limit=1');
    await request('DELETE', `/api/v1/crawl/${large.body.id}`, undefined, {
      'x-api-key': keyOf('enterprise'),
    });
    await prepareSite();

    expect(small.body.data).toMatchObject({ status: 'completed', completed: 3 });
    expect(body.data.status).toBe('running');
  });
});

async function received(path: string): Promise<readonly { readonly type: string }[]> {
  const all = (await (await fetch(`${inject('service').receiver}/__received`)).json()) as readonly {
    readonly path: string;
    readonly body: string;
  }[];
  return all.filter((entry) => entry.path === path).map(({ body }) => JSON.parse(body) as { type: string });
}

describe('POST /api/v1/crawl', () => {
  test('waits until its timeout and answers with the pages so far', { timeout: 60_000 }, async () => {
    await prepareSite(400);
    const { body } = await crawl({ url: site('/'), limit: 300, timeout: 4_000 });
    await request('DELETE', `/api/v1/crawl/${body.id}`, undefined, { 'x-api-key': keyOf('enterprise') });
    await prepareSite();

    expect(body).toMatchObject({ success: true, data: { status: 'running' } });
    expect(body.id).toMatch(/^crawl_/);
  });

  test('reports at once that a host does not exist', async () => {
    await crawl({ url: site('/s1/'), limit: 1, sitemap: 'skip' });
    const startedMs = performance.now();

    const { body } = await crawl({ url: 'http://no-such-host.invalid/', limit: 5 });

    expect(body).toMatchObject({
      success: false,
      code: 'DNS_ERROR',
      error: 'The seed URL could not be read: The host name no-such-host.invalid could not be resolved.',
    });
    // Trying it again would take ten seconds.
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });

  test('delivers as many pages as its limit, whatever failed or was a duplicate', async () => {
    const { key } = await newKey('starter');

    const { body } = await crawl(
      { url: site('/mixed/'), limit: 12, sitemap: 'skip', includes: ['/mixed/*'] },
      key,
    );

    expect(body.data.pages).toHaveLength(12);
    expect(body.data.total).toBeGreaterThan(12);
    expect(body.warning).toBeUndefined();
    expect(await usageOf(key)).toMatchObject({ used: 12, reserved: 0 });
  });

  test('ends with a warning when it has read what its limit allows', { timeout: 60_000 }, async () => {
    await prepareSite();

    const { body } = await crawl({
      url: site('/dead/'),
      limit: 2,
      sitemap: 'skip',
      includes: ['/dead/*'],
    });
    const asked = (await siteRequests()).filter(({ path }) => path !== '/robots.txt');

    expect(body).toMatchObject({ success: true, data: { status: 'completed', completed: 110 } });
    expect(body.data.pages).toHaveLength(1);
    expect(body.warning).toContain('read 110 URLs, the most that a limit of 2 allows');
    expect(asked).toHaveLength(110);
  });

  test('leaves a spider trap of duplicate pages', { timeout: 60_000 }, async () => {
    await prepareSite();

    const { body } = await crawl({
      url: site('/trap/0'),
      limit: 10,
      sitemap: 'skip',
      includes: ['/trap/*'],
    });
    const { data } = await ended(body.id);
    const asked = (await siteRequests()).filter(({ path }) => path !== '/robots.txt');
    const { discovered, ...states } = data.coverage;

    expect(body.data).toMatchObject({ status: 'completed', completed: 1 });
    expect(asked.length).toBeLessThan(60);
    expect(states).toMatchObject({ delivered: 1, duplicate: asked.length - 1, pending: 0, overLimit: 0 });
    expect(states['excluded']).toBeGreaterThan(10);
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(discovered);
  });

  test('answers a seed URL that cannot be read with the interface’s failed shape, and charges nothing', async () => {
    const { key } = await newKey('starter');

    const missing = await crawl({ url: site('/gone'), limit: 5 }, key);
    const hidden = await crawl({ url: site('/private/'), limit: 5 }, key);

    for (const { status, body } of [missing, hidden]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: false,
        data: { pages: [], total: 0, completed: 0, status: 'failed' },
        error: expect.stringContaining('seed URL') as string,
      });
    }
    expect([missing.body.code, hidden.body.code]).toEqual(['HTTP_ERROR', 'ROBOTS_FORBIDS']);
    expect(await usageOf(key)).toMatchObject({ used: 0, reserved: 0 });
  });

  test('lowers the limit to the remaining allowance, with a warning', async () => {
    const { key } = await newKey('small-crawl');

    const first = await crawl({ url: site('/s1/'), limit: 50, sitemap: 'skip' }, key);
    const second = await crawl({ url: site('/s1/'), limit: 5 }, key);

    expect(first.body.warning).toContain('lowered from 50 to 10');
    expect(first.body.data).toMatchObject({ total: 10, completed: 10 });
    expect([second.status, second.body.code]).toEqual([403, 'QUOTA_EXCEEDED']);
    expect(await usageOf(key)).toMatchObject({ used: 10, reserved: 0 });
  });

  test('takes the pages that the crawl before it has stored', { timeout: 60_000 }, async () => {
    const body = { url: site('/s7/p1'), limit: 4, sitemap: 'skip', includes: ['/s7/*'] };
    const withStored = { ...body, scrapeOptions: { maxAge: 3_600_000 } };
    const first = await crawl(withStored);
    await prepareSite();

    const second = await crawl(withStored);

    const statesOf = ({ data }: typeof first.body) =>
      data.pages.map(({ metadata }) => metadata['cacheState']);
    expect(statesOf(first.body)).toEqual(['miss', 'miss', 'miss', 'miss']);
    expect(statesOf(second.body)).toEqual(['hit', 'hit', 'hit', 'hit']);
    expect(pathsOf(second.body.data.pages).toSorted()).toEqual(pathsOf(first.body.data.pages).toSorted());
    // Another process may read robots.txt for itself.
    expect((await siteRequests()).filter(({ path }) => path !== '/robots.txt')).toEqual([]);
  });

  test('starts one crawl for one Idempotency-Key', async () => {
    const { key } = await newKey('starter');
    const body = { url: at('/guide/'), limit: 2, includes: ['/guide/*'] };

    const first = await crawl(body, key, { 'idempotency-key': 'once' });
    const second = await crawl(body, key, { 'idempotency-key': 'once' });

    expect(second.body.id).toBe(first.body.id);
    expect(await usageOf(key)).toMatchObject({ used: 2 });
  });

  test('refuses patterns that cannot be matched in linear time, naming the field', async () => {
    const { status, body } = await crawl({ url: site('/'), includePaths: ['(a+)\\1'] });

    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error).toContain('includePaths');
  });
});

describe('a crawl’s records', () => {
  test('are visible to its account only', async () => {
    const mine = await newKey('starter');
    const other = await newKey('starter');
    const { body } = await crawl({ url: at('/guide/'), limit: 1 }, mine.key);

    const answers = await Promise.all([
      statusOf(body.id, '', other.key),
      request('DELETE', `/api/v1/crawl/${body.id}`, undefined, { 'x-api-key': other.key }),
      request('GET', `/api/v1/crawl/${body.id}/errors`, undefined, { 'x-api-key': other.key }),
    ]);
    const list = await request('GET', '/api/v1/crawls', undefined, { 'x-api-key': mine.key });

    for (const { status, body: answer } of answers) expect([status, answer.code]).toEqual([404, 'NOT_FOUND']);
    expect(list.body.data).toMatchObject({ crawls: [{ id: body.id, status: 'completed', completed: 1 }] });
  });

  test('are streamed as lines while the crawl runs', { timeout: 60_000 }, async () => {
    await holdBack('/s2/p');
    const { body } = await crawl({ url: site('/s2/'), limit: 20, async: true, sitemap: 'skip' });

    const response = await fetch(`${inject('service').baseUrl}/api/v1/crawl/${body.id}`, {
      headers: { 'x-api-key': keyOf('enterprise'), accept: 'application/x-ndjson' },
    });
    const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
    let text = '';
    let beforeTheRest: readonly string[] | undefined;
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString();
      if (beforeTheRest !== undefined) continue;
      beforeTheRest = linesOf(text);
      await prepareSite();
    }

    const lines = linesOf(text);
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    expect(lines).toHaveLength(20);
    expect(new Set(lines.map((line) => (JSON.parse(line) as CrawlPage).url)).size).toBe(20);
    expect(beforeTheRest!.length).toBeGreaterThan(0);
    expect(beforeTheRest!.length).toBeLessThan(20);
  });

  test('refuse an invalid query', async () => {
    const { body } = await crawl({ url: at('/guide/'), limit: 1 });

    const answer = await statusOf(body.id, '?skip=-1');

    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_REQUEST']);
  });
});
