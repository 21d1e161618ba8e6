import { expect, describe, test } from 'vitest';

import type { Crawl, CrawlRow, DiscoveredUrl } from '#shared/crawl/ledger/crawl.ts';
import { memoryCrawlStore } from '../fakes/memory-crawl-store.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { systemPause } from '#shared/kernel/pause.ts';
import { createCrawlCancelEndpoint } from '../../functions/crawl-cancel/crawl-cancel.ts';
import { createCrawlErrorsEndpoint } from '../../functions/crawl-errors/crawl-errors.ts';
import { createCrawlStatusEndpoint } from '../../functions/crawl-status/crawl-status.ts';
import { newCrawl } from '../ports/new-crawl.ts';
import { call, ownKey, testDeps } from '../http/fixtures.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const origin = 'https://site.example';
const hashOf = (name: string): string => sha256(name).slice(0, 32);

const found = (name: string, changes: Partial<DiscoveredUrl> = {}): DiscoveredUrl => ({
  hash: hashOf(name),
  url: `${origin}/${name}`,
  kind: 'page',
  state: 'waiting',
  depth: 1,
  priority: '001',
  ...changes,
});

const seed: CrawlRow = {
  hash: hashOf('seed'),
  url: `${origin}/`,
  kind: 'page',
  state: 'queued',
  depth: 0,
  priority: '000',
  isSeed: true,
  attempt: 0,
};

const links = [
  found('dead'),
  found('twin'),
  found('hidden'),
  found('open'),
  found('sitemap.xml', { kind: 'sitemap' }),
  found('feed.xml', { kind: 'sitemap' }),
  found('waiting'),
  found('far', { state: 'tooDeep', reason: 'more than 10 links from the seed URL' }),
  found('left-out', { state: 'excluded', reason: 'excludes' }),
  found('elsewhere', { state: 'outOfScope', reason: 'another site' }),
];

/** A crawl with a page in each state, two sitemaps, and its two endpoints; `reads` counts how often its rows are asked for. */
async function crawlOfEveryState(plan = 'starter') {
  const { deps, keys } = testDeps({ keys: [ownKey(plan)] });
  const store = memoryCrawlStore();
  const crawl = newCrawl({ accountId: keys[0]!.key.accountId, expiresAtMs: noon + 86_400_000 });
  const { id } = crawl;
  await store.create(crawl, seed);
  const { fresh } = await store.record(crawl, links);
  const admitted = ['dead', 'twin', 'hidden', 'open', 'sitemap.xml'];
  await store.admit(
    crawl,
    admitted.map((name) => ({ ...found(name), state: 'waiting', attempt: 0 })),
    noon,
  );
  const token = newId('lease');
  const hashes = ['seed', 'dead', 'twin', 'hidden', 'sitemap.xml'].map(hashOf);
  const { leased } = await store.lease(id, hashes, { token, nowMs: noon, untilMs: noon + 1 });
  const endings = {
    [hashOf('dead')]: { state: 'failed', code: 'HTTP_ERROR', reason: 'the server answered 404' },
    [hashOf('twin')]: { state: 'duplicate', reason: 'the same page' },
    [hashOf('hidden')]: { state: 'robots', code: 'ROBOTS_FORBIDS', reason: 'robots.txt: Disallow: /' },
    [hashOf('sitemap.xml')]: { state: 'failed', code: 'HTTP_ERROR', reason: 'the server answered 403' },
  } as const;
  await store.commit(id, {
    finished: leased.map(({ hash, url, kind }) => ({
      hash,
      url,
      kind,
      leaseToken: token,
      ...(endings[hash] ?? { state: 'delivered' }),
    })),
    objectName: 'object',
    discovered: fresh,
    nowMs: noon,
  });
  const reads = { count: 0 };
  const ports = {
    ...deps,
    store: {
      ...store,
      rows: async (...words: Parameters<typeof store.rows>) => {
        reads.count += 1;
        return store.rows(...words);
      },
    },
    results: { put: async () => 'object', read: async () => [] },
    deliveries: { all: async () => [] },
    lifecycle: {
      repair: async () => {},
      endEarly: (_crawl: Crawl, code: ErrorCode, error: string) =>
        store.end(id, { status: 'failed', code, error, nowMs: noon }),
    },
    pause: systemPause,
    usage: deps.metering.usage,
    takeFromRate: deps.metering.takeFromRate,
  };
  const ask = async (what: 'status' | 'errors', query: Readonly<Record<string, string>> = {}) => {
    const endpoint = what === 'status' ? createCrawlStatusEndpoint(ports) : createCrawlErrorsEndpoint(ports);
    return call(endpoint, {
      method: 'GET',
      pathParameters: { id },
      headers: { 'x-api-key': keys[0]!.text },
      query,
    });
  };
  const cancel = () =>
    call(createCrawlCancelEndpoint(ports), {
      method: 'DELETE',
      pathParameters: { id },
      headers: { 'x-api-key': keys[0]!.text },
    });
  const cancelAt = (nowMs: number) =>
    store.end(id, {
      status: 'failed',
      code: 'CRAWL_CANCELLED',
      error: 'The crawl was cancelled.',
      nowMs,
    });
  return { reads, ask, cancel, cancelAt };
}

type Errors = readonly { readonly url: string; readonly state: string; readonly code?: string }[];
const errorsOf = ({ body }: { readonly body: Record<string, unknown> }): Errors =>
  (body['data'] as { readonly errors: Errors }).errors;

const countsOf = (errors: Errors): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(errors, ({ state }) => state)].map(([state, all]) => [state, all.length]),
  );

describe('the status of a crawl', () => {
  test('equals its rows while it runs, without reading them', async () => {
    const { reads, ask } = await crawlOfEveryState();

    const { body } = await ask('status');

    expect(reads.count).toBe(0);
    expect(body['data']).toMatchObject({
      total: 3,
      completed: 2,
      coverage: {
        discovered: 9,
        delivered: 1,
        failed: 1,
        duplicate: 1,
        robots: 1,
        excluded: 1,
        outOfScope: 1,
        overLimit: 0,
        pending: 3,
      },
    });
  });

  test('is counted from its rows once, after it has ended and its workers have stopped', async () => {
    const { reads, ask, cancelAt } = await crawlOfEveryState();
    await cancelAt(noon - 60_000);

    const answers = [await ask('status'), await ask('status'), await ask('status')];

    expect(reads.count).toBe(1);
    for (const { body } of answers)
      expect(body['data']).toMatchObject({
        coverage: { discovered: 9, failed: 1, overLimit: 0, unread: 2, outOfScope: 2 },
      });
  });

  test('is counted again while workers of a cancelled crawl may still record URLs', async () => {
    const { reads, ask, cancelAt } = await crawlOfEveryState();
    await cancelAt(noon - 1_000);

    await ask('status');
    await ask('status');

    expect(reads.count).toBe(2);
  });
});

describe('asking for a crawl', () => {
  test('is counted by the minute, twenty times as often as requests that are billed', async () => {
    const { ask } = await crawlOfEveryState('hobby');

    const answers = await Promise.all(Array.from({ length: 201 }, () => ask('status')));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
      headers: { 'retry-after': expect.any(String) },
    });
  });
});

describe('a cancelled crawl', () => {
  test('says why it ended, also when it is cancelled again', async () => {
    const { cancel } = await crawlOfEveryState();

    const answers = [await cancel(), await cancel()];

    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        data: { status: 'failed' },
        code: 'CRAWL_CANCELLED',
        error: 'The crawl was cancelled.',
      });
    }
  });
});

describe('the errors of a crawl', () => {
  test('agree with its coverage to the row, and hold no sitemaps', async () => {
    const { ask, cancelAt } = await crawlOfEveryState();
    const coverageNow = async () => {
      const data = (await ask('status')).body['data'] as { coverage: Record<string, number> };
      const { discovered: _all, delivered: _good, pending: _open, ...states } = data.coverage;
      return Object.fromEntries(Object.entries(states).filter(([, count]) => count > 0));
    };

    const running = errorsOf(await ask('errors'));
    const whileRunning = await coverageNow();
    await cancelAt(noon - 60_000);
    const ended = errorsOf(await ask('errors'));

    expect(countsOf(running)).toEqual(whileRunning);
    expect(countsOf(ended)).toEqual(await coverageNow());
    expect(ended.filter(({ url }) => url.endsWith('.xml'))).toEqual([]);
    expect(ended.find(({ url }) => url === `${origin}/open`)).toEqual({
      url: `${origin}/open`,
      state: 'unread',
      code: 'CRAWL_CANCELLED',
      reason: 'The crawl was cancelled.',
    });
  });

  test('are those of one state when asked', async () => {
    const { ask } = await crawlOfEveryState();

    const failed = await ask('errors', { state: 'failed' });
    const twins = await ask('errors', { state: 'duplicate' });
    const unknown = await ask('errors', { state: 'lost' });

    expect(errorsOf(failed).map(({ url }) => url)).toEqual([`${origin}/dead`]);
    expect(errorsOf(twins).map(({ url }) => url)).toEqual([`${origin}/twin`]);
    expect([unknown.status, unknown.body['code']]).toEqual([400, 'INVALID_REQUEST']);
  });

  test.for(['abc', 'eyJwIjoxfQ', `${hashOf('dead')}0`, ''])(
    'are refused for a cursor that the service has not returned: %j',
    async (cursor) => {
      const { ask } = await crawlOfEveryState();

      const { status, body } = await ask('errors', { cursor });

      expect({ status, error: body['error'] }).toEqual({
        status: 400,
        error: 'cursor: must be one that this service has returned',
      });
    },
  );
});
