import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';

import type { StandardSchema } from '../../clients/typescript/src/index.ts';
import { clientOf, success } from './answers.ts';

const url = 'https://shop.example/pan';
const metadata = {
  extractedAt: '2026-11-22T14:00:00.000Z',
  processingModel: 'embedded-extractor',
  confidence: 1,
};

/** A service that has found this. */
const finding = (json: object) => clientOf(() => success({ json }));

describe('extract', () => {
  test('sends a schema of Zod as JSON Schema, and types the results by it', async () => {
    const { client, received } = await finding({
      results: [{ url, name: 'Alder', price: '64.00' }],
      summary: { count: 1 },
      metadata,
    });
    const schema = z.object({ name: z.string(), price: z.string().transform(Number) });

    const { results, json } = await client.extract(url, { schema, prompt: 'The pan' });

    expectTypeOf(results[0]!.data).toEqualTypeOf<{ name: string; price: number }>();
    expect(results).toEqual([{ url, data: { name: 'Alder', price: 64 } }]);
    expect(json['metadata']).toEqual(metadata);
    expect(received[0]?.body).toMatchObject({
      urls: [url],
      prompt: 'The pan',
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'string' } },
        required: ['name', 'price'],
      },
    });
  });

  test('leaves `url` in the data where the schema asks for it', async () => {
    const { client } = await finding({ results: [{ url, name: 'Alder' }], metadata });

    const { results } = await client.extract(url, {
      schema: z.strictObject({ name: z.string(), url: z.url() }),
    });

    expect(results).toEqual([{ url, data: { name: 'Alder', url } }]);
  });

  test('takes the results of a list by page', async () => {
    const other = 'https://shop.example/pot';
    const { client } = await finding({
      results: [
        { url, name: 'Alder' },
        { url, name: 'Birch' },
        { url: other, name: 'Cedar' },
      ],
    });

    const { results } = await client.extract([url, other], {
      schema: z.array(z.strictObject({ name: z.string() })),
    });

    expectTypeOf(results[0]!.data).toEqualTypeOf<{ name: string }[]>();
    expect(results).toEqual([
      { url, data: [{ name: 'Alder' }, { name: 'Birch' }] },
      { url: other, data: [{ name: 'Cedar' }] },
    ]);
  });

  test('takes a schema with results at its root as one result over all pages', async () => {
    const { client } = await finding({ results: [{ name: 'Alder' }], total: 1, url, summary: {}, metadata });
    const schema = z.strictObject({ results: z.array(z.object({ name: z.string() })), total: z.number() });

    const { results } = await client.extract([url], { schema });

    expect(results).toEqual([{ url, data: { results: [{ name: 'Alder' }], total: 1 } }]);
  });

  test('takes a schema whose results are no list by thing', async () => {
    const { client } = await finding({ results: [{ url, results: { wins: 3 } }] });

    const { results } = await client.extract(url, {
      schema: z.object({ results: z.object({ wins: z.number() }) }),
    });

    expect(results).toEqual([{ url, data: { results: { wins: 3 } } }]);
  });

  test('takes a list whose entries have URLs of their own as the list of the page', async () => {
    const pans = [
      { url: 'https://shop.example/alder', name: 'Alder' },
      { url: 'https://shop.example/birch', name: 'Birch' },
    ];
    const { client } = await finding({ results: pans });
    const pan = { type: 'object', properties: { url: { type: 'string' }, name: { type: 'string' } } };

    const { results } = await client.extract(url, {
      schema: { type: 'array', items: { $ref: '#/$defs/Pan' }, $defs: { Pan: pan } },
    });

    expect(results).toEqual([{ url, data: pans }]);
  });

  test('takes a JSON Schema, and no schema at all', async () => {
    const { client, received } = await finding({ results: [{ url, name: 'Alder' }] });
    const schema = { type: 'object', properties: { name: { type: 'string' } } };

    const typed = await client.extract(url, { schema });
    const free = await client.extract(url, { prompt: 'The pan' });

    expectTypeOf(typed.results[0]!.data).toEqualTypeOf<Record<string, unknown>>();
    expect([typed.results, free.results]).toEqual([
      [{ url, data: { name: 'Alder' } }],
      [{ url, data: { name: 'Alder' } }],
    ]);
    expect(received.map(({ body }) => (body as { schema?: unknown }).schema)).toEqual([schema, undefined]);
  });

  test('rejects what the schema does not take, naming the field', async () => {
    const { client } = await finding({ results: [{ url, price: -1 }] });

    await expect(
      client.extract(url, {
        schema: z.object({ price: z.number().refine((price) => price > 0, 'is negative') }),
      }),
    ).rejects.toMatchObject({
      code: 'SCHEMA_MISMATCH',
      message: `What was found on ${url} does not fit the schema: price: is negative.`,
    });
  });

  test('asks for the JSON Schema of a library that cannot write it', async () => {
    const { client, received } = await finding({ results: [{ url, name: 'Alder' }] });
    const schema: StandardSchema<{ name: string }> = {
      '~standard': {
        version: 1,
        vendor: 'small',
        validate: (value) => ({ value: value as { name: string } }),
      },
    };

    await expect(client.extract(url, { schema })).rejects.toThrow('pass its JSON Schema as `jsonSchema`');
    const { results } = await client.extract(url, { schema, jsonSchema: { type: 'object' } });

    expectTypeOf(results[0]!.data).toEqualTypeOf<{ name: string }>();
    expect(received).toHaveLength(1);
  });
});
