import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import { describe, expect, inject, test } from 'vitest';

import { diagnose, type Finding } from '../../lib/commands/doctor.ts';
import { at, keyOf } from './client.ts';

const findings = async (options: Parameters<typeof diagnose>[0]): Promise<Record<string, Finding>> => {
  const found: Record<string, Finding> = {};
  for await (const finding of diagnose(options)) found[finding.what] = finding;
  return found;
};

interface Spoiled {
  readonly status: number;
  readonly body: object;
}

/** The service behind a proxy that answers some requests itself. */
async function behindProxy(spoil: (path: string, method: string) => Spoiled | undefined) {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '/', method = 'GET', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const spoiled = spoil(url, method);
    if (spoiled !== undefined) {
      response.writeHead(spoiled.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(spoiled.body));
      return;
    }
    const key = headers['x-api-key'];
    const answer = await fetch(inject('service').baseUrl + url, {
      method,
      headers: {
        accept: headers.accept ?? '',
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'x-api-key': String(key) }),
      },
      redirect: 'manual',
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const text = (await answer.text()).replaceAll(inject('service').baseUrl, base);
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      location: answer.headers.get('location') ?? '',
    });
    response.end(text);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, close: () => server.close() };
}

const failed = (status: number): Spoiled => ({ status, body: { success: false, error: 'Spoiled.' } });

describe('npm run doctor', { timeout: 90_000 }, () => {
  test('finds that everything works', async () => {
    const words = [
      'bin/doctor.ts',
      '--base',
      inject('service').baseUrl,
      '--key',
      keyOf('starter'),
      '--page',
      at('/news'),
    ];

    const { stdout } = await promisify(execFile)(process.execPath, words);

    expect(stdout.match(/^works/gm)).toHaveLength(10);
    expect(stdout).not.toMatch(/^(broken|left out)/m);
  });

  test('names a key that is not valid, and stops there', async () => {
    const found = await findings({ base: inject('service').baseUrl, key: `wnk_${'a'.repeat(43)}` });

    expect(Object.keys(found)).toEqual(['documents', 'refusal', 'key']);
    expect(found['key']).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('not valid here'),
    });
  });

  test('leaves out what the plan does not include', async () => {
    const options = { base: inject('service').baseUrl, key: keyOf('hobby'), page: at('/news') };

    expect((await findings(options))['extract']).toMatchObject({ state: 'left out' });
  });

  test('names the queue when no worker takes pages from it', async () => {
    const running = { success: true, data: { status: 'running', coverage: { delivered: 0 } } };
    const { base, close } = await behindProxy((path, method) =>
      method === 'GET' && path.startsWith('/api/v1/crawl/') ? { status: 200, body: running } : undefined,
    );
    const found = await findings({ base, key: keyOf('starter'), page: at('/news'), maxCrawlMs: 2_000 });
    close();

    expect(found['crawl']).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('event source'),
    });
  });

  test.for([
    ['scrape', 'POST', '/api/v1/scrape', 503],
    ['search', 'POST', '/api/v1/search', 503],
    ['extract', 'POST', '/api/v1/extract', 503],
    ['account', 'GET', '/account/sign-in', 500],
  ] as const)('names %s when it is broken', async ([what, wrongMethod, path, status]) => {
    const { base, close } = await behindProxy((url, method) =>
      url === path && method === wrongMethod ? failed(status) : undefined,
    );
    const found = await findings({ base, key: keyOf('starter'), page: at('/news') });
    close();

    expect(found[what]).toMatchObject({ state: 'broken', detail: expect.stringContaining(`HTTP ${status}`) });
  });

  test('says that nothing is there', async () => {
    const found = await findings({ base: 'http://127.0.0.1:9', key: 'k' });

    expect(found).toMatchObject({
      documents: { state: 'broken', detail: expect.stringContaining('http://127.0.0.1:9 does not answer (') },
    });
    expect(Object.keys(found)).toEqual(['documents']);
  });

  test('asks for another page when the deployment may not open this one', async () => {
    const { baseUrl: base } = inject('service');

    const found = await findings({ base, key: keyOf('hobby'), page: 'http://10.0.0.1/' });

    expect(found['scrape']).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('Name a public page with --page'),
    });
  });
});
