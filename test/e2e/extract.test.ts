import { describe, expect, test } from 'vitest';

import { envelope } from '#shared/contract/envelope.ts';
import { extractData } from '#shared/contract/extract.ts';
import { at, keyOf, newKey, request, usageOf } from './client.ts';

const extract = (body: unknown, headers: Record<string, string> = {}) =>
  request('POST', '/api/v1/extract', body, headers);

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
};

describe('POST /api/v1/extract', () => {
  test('answers from declared data without a model, and counts one request per page', async () => {
    const { key } = await newKey('starter');

    const { status, body } = await extract(
      { urls: [at('/product')], prompt: 'Name and price', schema, showSources: true },
      { 'x-api-key': key },
    );

    expect(status).toBe(200);
    expect(envelope(extractData).parse(body)).toMatchObject({
      success: true,
      url: at('/product'),
      data: {
        json: {
          results: [{ url: at('/product'), name: 'Alder 12-inch cast iron pan', price: 64 }],
          summary: { count: 1, averages: { price: 64 } },
          metadata: { processingModel: 'embedded-extractor', confidence: expect.closeTo(0.95, 1) as number },
        },
      },
      warning: expect.stringContaining('No model is configured') as string,
    });
    expect(await usageOf(key)).toMatchObject({
      used: 1,
      operations: { extract: { requests: 1, pages: 1, ai: 0 } },
    });
  });

  test('names the status of an error page, and extracts nothing from it', async () => {
    const { key } = await newKey('starter');

    const { body } = await extract(
      {
        urls: [at('/status?code=404'), at('/product')],
        schema: { type: 'object', properties: { name: { type: 'string' } } },
      },
      { 'x-api-key': key },
    );

    expect(body.data?.json).toMatchObject({
      results: [{ url: at('/product') }],
      metadata: {
        errors: [
          { url: at('/status?code=404'), code: 'HTTP_ERROR', error: 'The server responded with status 404.' },
        ],
      },
    });
    expect(await usageOf(key)).toMatchObject({ used: 1 });
  });

  test('is not part of the Hobby plan', async () => {
    const { status, body } = await extract(
      { urls: [at('/product')], schema },
      { 'x-api-key': keyOf('hobby') },
    );

    expect([status, body.code, body.data]).toEqual([403, 'PLAN_FORBIDS', { json: {} }]);
    expect(body.url).toBe(at('/product'));
  });

  test('names a failed page beside the results of another', async () => {
    const { body } = await extract({ urls: [at('/image.png'), at('/product')], schema });

    expect(body.data?.json).toMatchObject({
      results: [{ price: 64 }],
      metadata: { errors: [{ url: at('/image.png'), code: 'UNSUPPORTED_TYPE' }] },
    });
  });

  test('answers 408 in time and charges nothing when every page hangs', async () => {
    const { key } = await newKey('starter');

    const { status, body } = await extract(
      { urls: [at('/slow?ms=20000')], schema, timeout: 1_000 },
      { 'x-api-key': key },
    );

    expect([status, body.code, body.data]).toEqual([408, 'EXTRACT_TIMEOUT', { json: {} }]);
    expect(await usageOf(key)).toMatchObject({ used: 0 });
  });

  test('answers a repeated request with the first answer, without a second charge', async () => {
    const { key } = await newKey('starter');
    const headers = { 'x-api-key': key, 'idempotency-key': 'extract-once' };
    const ask = () => extract({ urls: [at('/product')], schema }, headers);

    const first = await ask();
    const second = await ask();

    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await usageOf(key)).toMatchObject({ used: 1 });
  });

  test.for([
    [{ urls: ['http://169.254.169.254/latest/meta-data'], schema }, 'FORBIDDEN_TARGET'],
    [{ urls: [], schema }, 'INVALID_REQUEST'],
    [{ urls: ['https://shop.example/'], schema: { type: 'strange' } }, 'INVALID_REQUEST'],
    [{ urls: ['https://shop.example/'], schema, scrapeOptions: { formats: ['html'] } }, 'INVALID_REQUEST'],
  ] as const)('refuses %j', async ([body, code]) => {
    expect(await extract(body)).toMatchObject({ status: 400, body: { code, data: { json: {} } } });
  });
});
