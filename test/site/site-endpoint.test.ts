import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { health, siteRoutes } from '#shared/contract/site-routes.ts';
import type { Endpoint } from '#shared/http/chain.ts';
import { createSiteEndpoint } from '#shared/site/site-endpoint.ts';
import { siteFiles } from '#shared/site/site-files.ts';
import { makeSite } from '../../lib/site/make-site.ts';
import { silentLogger, silentMetrics } from '../fakes/silent-telemetry.ts';
import { type Visit, visitAt } from './visit.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-site-'));
let endpoint: Endpoint;

beforeAll(async () => {
  await makeSite(directory, { hasAccountPage: true });
  endpoint = createSiteEndpoint({
    files: siteFiles(directory),
    telemetry: { logger: silentLogger, metrics: silentMetrics },
    clock: { now: () => 0 },
  });
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Asks for a path as API Gateway does. */
function visit(path: string, visited: Visit = {}) {
  const asset = /^\/docs\/(.+)$/.exec(path)?.[1];
  const route =
    asset === undefined
      ? { resource: path, pathParameters: null }
      : { resource: '/docs/{asset}', pathParameters: { asset } };
  return visitAt(endpoint, path, route, visited);
}

const stylePath = async (): Promise<string> =>
  `/docs/${/href="docs\/(style\.[0-9a-f]{16}\.css)"/.exec((await visit('/docs')).text)?.[1] ?? ''}`;

test.for([
  ['/docs/', { resource: '/docs', pathParameters: null }],
  ['/docs/crawl/', { resource: '/docs/{asset}', pathParameters: { asset: 'crawl' } }],
] as const)(
  '%s leads to the page without the slash, whose relative links would lead nowhere',
  async ([path, route]) => {
    const { status, headers } = await visitAt(endpoint, path, route, { stage: '/live' });

    expect([status, headers['location']]).toEqual([308, `https://winnow.example/live${path.slice(0, -1)}`]);
  },
);

describe('the first page', () => {
  test.for([
    ['a browser', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['a plain curl', '*/*', 'text/html'],
    ['a program that wants JSON', 'application/json', 'application/json'],
    ['a program that takes anything else too', 'application/json, */*;q=0.5', 'application/json'],
    ['a program that refuses HTML', 'text/html;q=0, */*', 'application/json'],
  ] as const)('is what %s asks for', async ([, accept, type]) => {
    const { status, headers } = await visit('/', { headers: { Accept: accept } });

    expect([status, headers['content-type']]).toEqual([200, `${type}; charset=utf-8`]);
  });

  test('gives programs links', async () => {
    const { text } = await visit('/', { headers: { Accept: 'application/json' }, stage: '/live' });

    expect(JSON.parse(text)).toMatchObject({
      api: 'https://winnow.example/live/api/v1',
      documentation: 'https://winnow.example/live/docs',
      openapi: 'https://winnow.example/live/openapi.json',
      llms: 'https://winnow.example/live/llms.txt',
    });
  });

  test('links to the documentation below the stage', async () => {
    const { text } = await visit('/', { stage: '/live' });

    expect(text).toContain('href="https://winnow.example/live/docs"');
    expect(text).not.toContain('{{');
  });
});

describe('documents for programs', () => {
  test('openapi.json has the deployment as its server', async () => {
    const { headers, text } = await visit('/openapi.json', { stage: '/live' });

    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'https://winnow.example/live' }],
      paths: { '/api/v1/scrape': { post: { operationId: 'scrape' } } },
    });
  });

  test('llms.txt has a title, a summary, and links of the deployment', async () => {
    const { text } = await visit('/llms.txt', { stage: '/live' });

    expect(text).toMatch(/^# Winnow\n\n> .+\n/);
    expect(text).toContain('- [POST /api/v1/scrape](https://winnow.example/live/docs#scrape-a-page): ');
    expect(text).toContain('(https://winnow.example/live/docs/crawl.md)');
    expect(text).not.toContain('{{');
  });
});

describe('the health of the service', () => {
  test('is a document with the version, which every cache asks for again', async () => {
    const { status, headers, text } = await visit('/health');

    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-cache',
    ]);
    expect(health.parse(JSON.parse(text)).version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('compression', () => {
  test.for([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ] as const)('%s is answered with %s', async ([accepted, coding, decode]) => {
    for (const path of ['/docs', '/', '/openapi.json', '/docs/crawl.md']) {
      const { headers, body } = await visit(path, { headers: { 'Accept-Encoding': accepted } });

      expect([headers['content-encoding'], headers['vary']]).toEqual([coding, 'accept-encoding, accept']);
      expect(decode(body).toString()).toBe((await visit(path)).text);
    }
  });

  test('nothing is compressed for a caller that does not ask for it', async () => {
    expect((await visit('/docs')).headers['content-encoding']).toBeUndefined();
    expect(
      (await visit('/docs', { headers: { 'Accept-Encoding': 'identity' } })).headers['content-encoding'],
    ).toBeUndefined();
  });

  test('the reference is small', async () => {
    const { body } = await visit('/docs', { headers: { 'Accept-Encoding': 'br' } });

    expect(body.length).toBeLessThan(40_000);
  });
});

describe('caching', () => {
  test('keeps files that are named by their content for good', async () => {
    const { status, headers } = await visit(await stylePath());

    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'text/css; charset=utf-8',
    ]);
  });

  test.for(['/', '/docs', '/docs/crawl', '/openapi.json', '/llms.txt', '/health'])(
    '%s is asked for again, and not sent again',
    async (path) => {
      const first = await visit(path, { headers: { 'Accept-Encoding': 'br' } });
      const again = await visit(path, {
        headers: { 'Accept-Encoding': 'br', 'If-None-Match': first.headers['etag'] ?? '' },
      });

      expect(first.headers['cache-control']).toBe('no-cache');
      expect([again.status, again.body.length]).toEqual([304, 0]);
    },
  );

  test('tells the codings of a file apart', async () => {
    const brotli = await visit('/docs', { headers: { 'Accept-Encoding': 'br' } });
    const plain = await visit('/docs', { headers: { 'If-None-Match': brotli.headers['etag'] ?? '' } });

    expect(plain.status).toBe(200);
  });
});

describe('every page', () => {
  test.for([...siteRoutes.map(({ path }) => path.replace('{asset}', 'crawl')), '/docs/nothing'])(
    '%s forbids scripts, frames and other origins',
    async (path) => {
      const { headers } = await visit(path);

      const policy = headers['content-security-policy'] ?? '';
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|script-src|https?:|\*/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-request-id': 'request-1',
      });
    },
  );

  test.for(['/', '/docs', '/docs/crawl', '/openapi.json', '/llms.txt'])(
    '%s answers HEAD with the headers of GET',
    async (path) => {
      const get = await visit(path);
      const head = await visit(path, { method: 'HEAD' });

      expect([head.status, head.headers, head.body.length]).toEqual([200, get.headers, 0]);
    },
  );

  test.for(['POST', 'PUT', 'DELETE'])('refuses %s', async (method) => {
    const { status, headers, text } = await visit('/docs', { method });

    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(text)).toMatchObject({ success: false, code: 'METHOD_NOT_ALLOWED' });
  });

  test.for(['nothing', '../site-index.json', 'site-index.json', 'constructor', '__proto__', 'crawl.br'])(
    'has no file %s',
    async (asset) => {
      const { status, text } = await visit(`/docs/${asset}`);

      expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});
