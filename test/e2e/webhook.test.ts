import { Webhook } from 'standardwebhooks';
import { describe, expect, inject, test } from 'vitest';

import type { ReceivedWebhook } from '../fixtures/sites/webhook-receiver.ts';
import { deliveryMs, at, newKey, request } from './client.ts';

async function received(path: string): Promise<readonly ReceivedWebhook[]> {
  const response = await fetch(`${inject('service').receiver}/__received`);
  return ((await response.json()) as readonly ReceivedWebhook[]).filter((entry) => entry.path === path);
}

async function crawlWith(key: string, webhook: unknown): Promise<string> {
  const { body } = await request(
    'POST',
    '/api/v1/crawl',
    { url: at('/guide/'), limit: 10, includes: ['/guide/*'], webhook },
    { 'x-api-key': key },
  );
  return String(body['id']);
}

const hook = (path: string): string => inject('service').receiver + path;

const deliveries = async (id: string, key: string) =>
  (await request('GET', `/api/v1/crawl/${id}`, undefined, { 'x-api-key': key })).body.data?.['webhook'] as
    | Readonly<Record<string, unknown>>
    | undefined;

describe('webhooks of a crawl', () => {
  test(
    'arrive signed, one for each event, in a sequence without gaps',
    { timeout: 2 * deliveryMs },
    async () => {
      const { key, webhookSecret } = await newKey('starter');

      const id = await crawlWith(key, {
        url: hook('/good/signed'),
        headers: { 'X-Tenant': 'seven' },
        metadata: { job: 7 },
      });
      await expect.poll(() => received('/good/signed'), { timeout: deliveryMs }).toHaveLength(5);
      const all = await received('/good/signed');

      const verified = all.map(({ headers, body }) =>
        new Webhook(webhookSecret).verify(body, headers as Record<string, string>),
      ) as { type: string; sequence: number; id: string; metadata: unknown; data: unknown[] }[];
      const inOrder = verified.toSorted((a, b) => a.sequence - b.sequence);
      expect(inOrder.map(({ type, sequence }) => [type, sequence])).toEqual([
        ['crawl.started', 1],
        ['crawl.page', 2],
        ['crawl.page', 3],
        ['crawl.page', 4],
        ['crawl.completed', 5],
      ]);
      expect(inOrder.every((entry) => entry.id === id)).toBe(true);
      expect(inOrder[1]).toMatchObject({ metadata: { job: 7 }, data: [{ url: at('/guide/') }] });
      expect(all[0]?.headers['x-tenant']).toBe('seven');
      expect(await deliveries(id, key)).toMatchObject({
        delivered: 5,
        attempts: 5,
        failed: 0,
        lastStatus: 204,
      });
    },
  );

  test('are sent for requested events only', { timeout: 2 * deliveryMs }, async () => {
    const { key } = await newKey('starter');

    await crawlWith(key, { url: hook('/good/some'), events: ['completed'] });
    await expect.poll(() => received('/good/some'), { timeout: deliveryMs }).toHaveLength(1);

    expect(JSON.parse((await received('/good/some'))[0]!.body)).toMatchObject({
      type: 'crawl.completed',
      sequence: 5,
      success: true,
    });
  });

  test(
    'are tried again later when the receiver fails, and never follow a redirect',
    { timeout: 2 * deliveryMs },
    async () => {
      const { key } = await newKey('starter');

      const failing = await crawlWith(key, { url: hook('/500/always'), events: ['completed'] });
      const redirected = await crawlWith(key, { url: hook('/redirect'), events: ['completed'] });
      await expect.poll(() => received('/500/always'), { timeout: deliveryMs }).toHaveLength(1);
      await expect.poll(() => received('/redirect'), { timeout: deliveryMs }).toHaveLength(1);

      await expect
        .poll(() => deliveries(failing, key), { timeout: 10_000 })
        .toMatchObject({ pending: 1, attempts: 1, delivered: 0, lastStatus: 500 });
      await expect
        .poll(() => deliveries(redirected, key), { timeout: 10_000 })
        .toMatchObject({ pending: 1, lastStatus: 307 });
      expect(await received('/good/redirected')).toEqual([]);
    },
  );

  test(
    'wait ten seconds for an answer, and are tried again later without one',
    { timeout: 2 * deliveryMs },
    async () => {
      const { key } = await newKey('starter');

      const id = await crawlWith(key, { url: hook('/hang/always'), events: ['completed'] });
      await expect.poll(() => received('/hang/always'), { timeout: deliveryMs }).toHaveLength(1);
      const meanwhile = await deliveries(id, key);
      await expect
        .poll(() => deliveries(id, key), { timeout: 20_000 })
        .toMatchObject({ pending: 1, attempts: 1, delivered: 0 });

      expect(meanwhile).toMatchObject({ pending: 1, attempts: 0 });
      expect(await deliveries(id, key)).not.toHaveProperty('lastStatus');
      expect(await received('/hang/always')).toHaveLength(1);
    },
  );

  test('stop when the receiver answers 410', { timeout: 2 * deliveryMs }, async () => {
    const { key } = await newKey('starter');

    const id = await crawlWith(key, hook('/410/gone'));
    await expect
      .poll(() => deliveries(id, key), { timeout: deliveryMs })
      .toMatchObject({ stopped: true, pending: 0, delivered: 0, lastStatus: 410 });

    expect((await received('/410/gone')).length).toBeLessThanOrEqual(5);
  });

  test('to a private address are refused with the request', async () => {
    const { key } = await newKey('starter');

    const { status, body } = await request(
      'POST',
      '/api/v1/crawl',
      { url: at('/guide/'), webhook: { url: 'http://127.0.0.1:9/', events: ['completed'] } },
      { 'x-api-key': key },
    );

    expect([status, body.code]).toEqual([400, 'FORBIDDEN_TARGET']);
    expect(body.error).toContain('webhook');
  });
});
