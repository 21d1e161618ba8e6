import { describe, type ExpectStatic, inject, test } from 'vitest';
import * as z from 'zod';

import { at, request } from './client.ts';

const call = async (method: string, path: string, body?: unknown) =>
  (await request(method, `/firecrawl${path}`, body)).body as Readonly<Record<string, unknown>>;

/** The job at its end; programs ask for its status again and again. */
async function ended(expect: ExpectStatic, path: string): Promise<Readonly<Record<string, unknown>>> {
  await expect.poll(() => call('GET', path), { timeout: 30_000 }).toMatchObject({ status: 'completed' });
  return call('GET', path);
}

/** What programs read of answers; test/firecrawl has their requests, and where both are taken from. */
describe.concurrent('programs that are written for Firecrawl', () => {
  test('Dify reads the pages of a crawl, and follows it to the next part', async ({ expect }) => {
    const { id } = await call('POST', '/v2/crawl', {
      url: at('/guide/'),
      includePaths: [],
      excludePaths: [],
      limit: 3,
      scrapeOptions: { onlyMainContent: true },
    });

    const job = await ended(expect, `/v2/crawl/${String(id)}`);
    const { next } = await call('GET', `/v2/crawl/${String(id)}?limit=1`);
    const rest = await call('GET', String(next).replace(`${inject('service').baseUrl}/firecrawl`, ''));

    const page = { title: z.string(), description: z.string().nullish(), sourceURL: z.url() };
    const read = z.object({
      total: z.literal(3),
      completed: z.literal(3),
      data: z.array(z.object({ markdown: z.string(), metadata: z.object(page) })).length(3),
    });
    expect(read.safeParse(job).error).toBeUndefined();
    expect(rest['data']).toHaveLength(1);
  });

  test('Firecrawl’s Python client builds its documents and jobs', async ({ expect }) => {
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    const { data: scraped } = await call('POST', '/v2/scrape', {
      url: at('/product'),
      formats: ['markdown', 'links', { type: 'json', prompt: null, schema, check_prompt_injection: null }],
      maxAge: 14_400_000,
      origin: 'python-sdk@4.54.0',
    });
    const { id } = await call('POST', '/v2/batch/scrape', {
      urls: [at('/product')],
      ignoreInvalidURLs: true,
    });
    const job = await ended(expect, `/v2/batch/scrape/${String(id)}`);
    const failed = await call('GET', `/v2/batch/scrape/${String(id)}/errors`);

    // Lists become texts; a field of another type than these fails the whole answer.
    const metadata = z.looseObject({
      title: z.string().optional(),
      url: z.string(),
      language: z.string().optional(),
      sourceURL: z.string(),
      statusCode: z.int(),
      contentType: z.string(),
      numPages: z.int().optional(),
      proxyUsed: z.enum(['basic', 'stealth']).optional(),
      cacheState: z.enum(['hit', 'miss']).optional(),
      cachedAt: z.string().optional(),
      creditsUsed: z.int(),
      error: z.string().optional(),
    });
    const document = z.object({ markdown: z.string(), metadata });
    expect(
      document.extend({ json: z.object({ price: z.literal(64) }) }).safeParse(scraped).error,
    ).toBeUndefined();
    const jobFields = {
      status: z.literal('completed'),
      creditsUsed: z.literal(1),
      expiresAt: z.iso.datetime(),
    };
    expect(
      z.object({ ...jobFields, data: z.array(document).length(1) }).safeParse(job).error,
    ).toBeUndefined();
    expect(failed).toMatchObject({ errors: [], robotsBlocked: [] });
  });
});
