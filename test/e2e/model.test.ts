import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ChatQuestion } from '../fakes/openai-server/chat-question.ts';
import { type OpenaiServer, startOpenaiServer } from '../fakes/openai-server/openai-server.ts';
import type { Answer } from './client.ts';
import { type RunningService, startServiceAndSite } from './start-service.ts';

const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, oil: { type: 'string' }, minutes: { type: 'number' } },
  required: ['title'],
};
const textOf = ({ messages }: ChatQuestion): string => messages.map(({ content }) => content).join('\n');
const nothing = (): string => JSON.stringify({ items: [] });

/** An upstream proxy that keeps the credentials with which it was asked. */
async function startProxy() {
  const credentials: (string | undefined)[] = [];
  const server = createServer().on('connect', (request, client) => {
    credentials.push(request.headers['proxy-authorization']);
    const remote = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1');
    client.on('error', () => remote.destroy());
    remote.on('error', () => client.destroy());
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    client.pipe(remote).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, credentials, port: (server.address() as AddressInfo).port };
}

const modelKey = 'sk-of-this-machine';
const password = 'pass-of-this-machine';

describe('the service with a model and an upstream proxy', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let model: OpenaiServer;
  let service: RunningService;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    model = await startOpenaiServer(nothing);
    proxy = await startProxy();
    ({ service, stop } = await startServiceAndSite(['--llm', model.baseUrl], {
      OPENAI_API_KEY: modelKey,
      PROXY_URLS: `http://user:${password}@127.0.0.1:${proxy.port}`,
    }));
  });
  afterAll(async () => {
    await stop();
    await model.close();
    proxy.server.close();
  });

  async function post(path: string, body: unknown): Promise<Answer> {
    const response = await fetch(`${service.baseUrl}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.keys['starter'] ?? '' },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer['body'],
    };
  }
  const used = async (): Promise<unknown> => {
    const headers = { 'x-api-key': service.keys['starter'] ?? '' };
    const response = await fetch(`${service.baseUrl}/api/v1/usage`, { headers });
    return ((await response.json()) as { data: { used: number } }).data.used;
  };
  const at = (path: string): string => service.site + path;

  test('extracts from two pages by the model', async () => {
    model.setRule((question) => {
      const isSeasoning = textOf(question).includes('How to season a pan');
      const item = isSeasoning
        ? { title: 'How to season a pan', oil: 'linseed oil', minutes: null }
        : { title: 'How to clean a pan', oil: null, minutes: null };
      return JSON.stringify({ items: [item] });
    });

    const { body } = await post('extract', {
      urls: [at('/guide/'), at('/guide/clean')],
      prompt: 'Which oil does each guide want',
      schema,
      showSources: true,
    });

    expect(body).toMatchObject({
      success: true,
      data: {
        json: {
          results: [
            { url: at('/guide/'), title: 'How to season a pan', oil: 'linseed oil' },
            { url: at('/guide/clean'), title: 'How to clean a pan' },
          ],
          summary: { count: 2 },
          metadata: { processingModel: 'local-1', confidence: 0.9 },
        },
      },
    });
    expect(body.data?.json?.['metadata']).toMatchObject({
      sources: expect.arrayContaining([
        { path: '/results/0/oil', url: at('/guide/'), quote: 'linseed oil', confidence: 0.9 },
      ]) as unknown,
    });
    expect(body).not.toHaveProperty('warning');
  });

  test('fills scrape’s json through the same pipeline', async () => {
    model.setRule(() =>
      JSON.stringify({ items: [{ title: 'How to clean a pan', oil: null, minutes: null }] }),
    );

    const { body } = await post('scrape', {
      url: at('/guide/clean'),
      formats: ['json'],
      jsonOptions: { prompt: 'Which oil does it want', schema },
    });

    expect(body.data?.json).toEqual({ title: 'How to clean a pan' });
  });

  test('fills the json of the pages of a batch, and leaves out what a page does not have', async () => {
    model.setRule((question) =>
      textOf(question).includes('How to clean a pan')
        ? JSON.stringify({ items: [{ title: 'How to clean a pan', oil: null, minutes: null }] })
        : nothing(),
    );

    const { body } = await post('batch/scrape', {
      urls: [at('/guide/clean'), at('/guide/rust')],
      formats: [{ type: 'json', prompt: 'Which oil does it want', schema }],
    });

    const pages = (body.data?.['pages'] ?? []) as readonly Record<string, unknown>[];
    const found = Object.fromEntries(pages.map(({ url, json }) => [url, json]));
    expect(found[at('/guide/clean')]).toEqual({ title: 'How to clean a pan' });
    expect(found[at('/guide/rust')]).toBeUndefined();
    expect(pages).toHaveLength(2);
  });

  test('fills the json of search results', async () => {
    model.setRule(() =>
      JSON.stringify({ items: [{ title: 'What to do about rust', oil: null, minutes: null }] }),
    );

    const { body } = await post('search', {
      query: 'rust on a pan',
      scrapeOptions: { formats: ['json'], jsonOptions: { prompt: 'Which oil does it want', schema } },
    });

    const [first] = (body.data?.['pages'] ?? []) as readonly Record<string, unknown>[];
    expect(first?.['json']).toEqual({ title: 'What to do about rust' });
  });

  test('shows neither a source that does not exist nor an invented figure unmarked in an analysis', async () => {
    model.setRule(() => 'Scrub it with steel wool [1][9]. It works in 87 percent of kitchens [2].');

    const { body } = await post('search', { query: 'rust on a pan', parseResults: true });

    expect(body.data?.markdown).toMatch(/^Scrub it with steel wool \[1\]\. It works in 87 percent/);
    expect(body.data?.markdown).not.toContain('[9]');
    expect(body.warning).toMatch(
      /sources that do not exist were removed: \[9\].*figures that are in no source: 87/,
    );
    expect(body.data?.['processingInfo']).toMatchObject({
      method: 'duckduckgo_search+ai_analysis:local-1',
      tokens: { input: 100, output: 10 },
    });
  });

  test('reports a busy model with Retry-After, charges nothing, and works again afterwards', async () => {
    const before = await used();
    model.setRule(nothing, 'is too busy for an hour');
    const busy = await post('extract', { urls: [at('/guide/')], prompt: 'Which oil' });
    model.setRule(nothing, 'never stops talking');
    const endless = await post('extract', { urls: [at('/guide/')], prompt: 'Which oil' });
    const after = await used();
    model.setRule(() => JSON.stringify({ items: [{ oil: 'linseed oil' }] }));
    const well = await post('extract', { urls: [at('/guide/')], prompt: 'Which oil' });

    expect([busy.status, busy.body.code, busy.headers.get('retry-after')]).toEqual([
      503,
      'MODEL_UNAVAILABLE',
      '3600',
    ]);
    expect([endless.status, endless.body.code]).toEqual([503, 'MODEL_UNAVAILABLE']);
    expect(after).toBe(before);
    expect(well.body.data?.json).toMatchObject({ results: [{ oil: 'linseed oil' }] });
  });

  test('passes its secrets to those who need them, and writes them into no file', async () => {
    model.setRule(() => JSON.stringify({ items: [{ oil: 'linseed oil' }] }));
    await post('extract', { urls: [at('/guide/')], prompt: 'Which oil' });
    const stealth = { url: at('/plain'), proxy: 'stealth', maxAge: 0 };
    const [read, rendered] = [
      await post('scrape', { ...stealth, forceLocal: true }),
      await post('scrape', stealth),
    ];

    expect(model.asked.at(-1)?.key).toBe(modelKey);
    expect([read.body.source, rendered.body.source]).toEqual(['local', 'cloud']);
    const authorization = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
    expect(new Set(proxy.credentials)).toEqual(new Set([authorization]));
    expect(proxy.credentials.length).toBeGreaterThan(1);
    const find = `grep -rlE '${modelKey}|${password}' ${service.directory} || true`;
    expect(execFileSync('sh', ['-c', find], { encoding: 'utf8' })).toBe('');
  });
});
