import { expect, inject, test } from 'vitest';

import type { ReceivedWebhook } from '../fixtures/sites/webhook-receiver.ts';
import { at, newKey, request, usageOf } from './client.ts';

interface Page {
  readonly url: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}
interface BatchData {
  readonly pages: readonly Page[];
  readonly status: string;
  readonly total: number;
  readonly completed: number;
  readonly coverage: Readonly<Record<string, number>>;
  readonly next?: string;
}

const path = '/api/v1/batch/scrape';
const site = (of: string): string => inject('service').secondSite + of;
const hook = (of: string): string => inject('service').receiver + of;

async function received(of: string): Promise<readonly string[]> {
  const all = (await (await fetch(hook('/__received'))).json()) as readonly ReceivedWebhook[];
  return all
    .filter((entry) => entry.path === of)
    .map(({ body }) => (JSON.parse(body) as { readonly type: string }).type);
}

test('a batch reads each of its URLs once, with its own options, and says what became of the others', async () => {
  const { key } = await newKey('starter');
  const headers = { 'x-api-key': key };

  const { body } = await request(
    'POST',
    path,
    {
      urls: [
        at('/guide/clean'),
        { url: at('/guide/rust'), formats: ['html'] },
        at('/guide/clean'),
        site('/old/1'),
        site('/s0/p0'),
        site('/gone'),
        site('/private/secret'),
        'nonsense',
      ],
      ignoreInvalidURLs: true,
      webhook: hook('/good/batch'),
    },
    headers,
  );

  const data = body.data as unknown as BatchData;
  expect(body).toMatchObject({ success: true, id: expect.stringMatching(/^batch_/) as string });
  expect(data).toMatchObject({ status: 'completed', total: 6, completed: 6, invalidURLs: ['nonsense'] });
  const pageOf = (url: string) => data.pages.filter(({ metadata }) => metadata['requestedURL'] === url);
  expect(data.pages).toHaveLength(4);
  expect(pageOf(at('/guide/clean'))).toMatchObject([{ markdown: expect.any(String) as string }]);
  expect(pageOf(at('/guide/rust'))[0]).not.toHaveProperty('markdown');
  // Two URLs that lead to one page are two answers.
  expect(pageOf(site('/old/1'))).toMatchObject([{ url: site('/s0/p0') }]);
  expect(pageOf(site('/s0/p0'))).toHaveLength(1);

  const id = String(body['id']);
  const errors = await request('GET', `${path}/${id}/errors`, undefined, headers);
  expect(errors.body.data?.['errors']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ url: site('/gone'), state: 'failed', code: 'HTTP_ERROR' }),
      expect.objectContaining({ url: site('/private/secret'), state: 'robots' }),
    ]),
  );
  const first = await request('GET', `${path}/${id}?limit=3`, undefined, headers);
  const part = first.body.data as unknown as BatchData;
  expect(part.pages).toHaveLength(3);
  expect(part.coverage).toMatchObject({ discovered: 6, delivered: 4, failed: 1, robots: 1, pending: 0 });
  expect(part.next).toContain(`${path}/${id}?skip=3`);
  expect(await usageOf(key)).toMatchObject({ used: 4, reserved: 0 });
  const list = await request('GET', '/api/v1/crawls', undefined, headers);
  expect(list.body.data?.['crawls']).toMatchObject([{ id, kind: 'batch', total: 6 }]);
  await expect.poll(() => received('/good/batch'), { timeout: 20_000 }).toHaveLength(6);
  expect((await received('/good/batch')).toSorted()).toEqual([
    'batch_scrape.completed',
    'batch_scrape.page',
    'batch_scrape.page',
    'batch_scrape.page',
    'batch_scrape.page',
    'batch_scrape.started',
  ]);
});

test('a batch answers at once, streams its pages, and keeps them when it is cancelled', async () => {
  const { key } = await newKey('enterprise');
  const headers = { 'x-api-key': key };
  const urls = Array.from({ length: 300 }, (_, index) => site(`/s${index % 20}/p${Math.floor(index / 20)}`));

  const { body } = await request('POST', path, { urls, async: true, maxConcurrency: 20 }, headers);
  const id = String(body['id']);
  expect(body.data).toMatchObject({ pages: [], status: 'running', total: 300 });
  const stream = await fetch(`${inject('service').baseUrl}${path}/${id}`, {
    headers: { ...headers, accept: 'application/x-ndjson' },
  });
  const lines = (await stream.text()).split('\n').filter((line) => line.trim() !== '');
  expect(new Set(lines.map((line) => (JSON.parse(line) as Page).url))).toEqual(new Set(urls));

  const once = { ...headers, 'idempotency-key': 'batch-1' };
  const slow = { urls, async: true, delay: 1 };
  const second = await request('POST', path, slow, once);
  expect((await request('POST', path, slow, once)).body['id']).toBe(second.body['id']);
  const cancelled = await request('DELETE', `${path}/${String(second.body['id'])}`, undefined, headers);
  expect(cancelled.body.data).toMatchObject({ status: 'failed', total: 300 });
});
