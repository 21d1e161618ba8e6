import { expect, inject, test } from 'vitest';

import { deliverable } from '../fixtures/sites/generated-site.ts';
import { at, newKey, request, usageOf } from './client.ts';

const site = (path = ''): string => inject('service').secondSite + path;

const linksOf = (data: unknown) => (data as { readonly links: readonly { readonly url: string }[] }).links;

test('a map has almost all pages of a large site, and costs 1 request for each 1,000 begun', async () => {
  const { key } = await newKey('starter');
  const headers = { 'x-api-key': key, 'idempotency-key': 'map-1' };

  const { body } = await request('POST', '/api/v1/map', { url: site(), search: 'orphan' }, headers);

  const found = new Set(linksOf(body.data).map(({ url }) => url));
  const pages = deliverable.filter((path) => !path.includes('?') && !path.startsWith('/calendar'));
  expect(pages.filter((path) => found.has(site(path))).length / pages.length).toBeGreaterThan(0.9);
  expect(linksOf(body.data)[0]).toMatchObject({ url: site('/orphan/0'), source: 'sitemap' });
  const again = await request('POST', '/api/v1/map', { url: site(), search: 'orphan' }, headers);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await usageOf(key)).toMatchObject({ used: 2, reserved: 0 });
});

test('a map is sent as lines, and repeated in the form that is asked for', async () => {
  const { key } = await newKey('starter');
  const map = async (accept: string) => {
    const response = await fetch(`${inject('service').baseUrl}/api/v1/map`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': 'lines', accept },
      body: JSON.stringify({ url: at('/guide/') }),
    });
    return { headers: response.headers, text: await response.text() };
  };

  const { headers, text } = await map('application/x-ndjson');

  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(lines[0]).toMatchObject({ url: at('/guide/'), source: 'page' });
  expect(lines.at(-1)).toMatchObject({ success: true, data: { total: lines.length - 1 } });
  const again = await map('application/json');
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(linksOf((JSON.parse(again.text) as { readonly data: unknown }).data)).toHaveLength(lines.length - 1);
  expect(await usageOf(key)).toMatchObject({ used: 1, reserved: 0 });
});

test('a dry run of a crawl estimates its pages, and costs nothing', async () => {
  const { key } = await newKey('starter');
  const headers = { 'x-api-key': key };

  const { body } = await request(
    'POST',
    '/api/v1/crawl',
    { url: site(), limit: 5_000, dryRun: true },
    headers,
  );

  const { estimate } = body.data as unknown as { readonly estimate: { readonly pages: number } };
  expect(body).not.toHaveProperty('id');
  expect(Math.abs(estimate.pages - deliverable.length) / deliverable.length).toBeLessThan(0.3);
  expect(await usageOf(key)).toMatchObject({ used: 0, inFlight: 0 });
  const broken = await request('POST', '/api/v1/crawl', { url: site('/broken'), dryRun: true }, headers);
  expect(broken.body).toMatchObject({ success: false, code: 'HTTP_ERROR' });
});

test('a map reads a start page that needs the browser, and knows what the account crawled', async () => {
  const { key } = await newKey('starter');
  const headers = { 'x-api-key': key };
  await request('POST', '/api/v1/crawl', { url: site('/orphan/3'), limit: 1, sitemap: 'skip' }, headers);

  const { body } = await request('POST', '/api/v1/map', { url: site('/app'), sitemap: 'skip' }, headers);

  expect(body.source).toBe('cloud');
  const links = linksOf(body.data);
  expect(links).toContainEqual(expect.objectContaining({ url: site('/scripted/0'), source: 'page' }));
  expect(links).toContainEqual(expect.objectContaining({ url: site('/orphan/3'), source: 'crawl' }));
});
