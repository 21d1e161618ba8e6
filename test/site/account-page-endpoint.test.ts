import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { accountViews } from '#shared/contract/account-views.ts';
import type { Endpoint } from '#shared/http/chain.ts';
import { createAccountPageEndpoint } from '#shared/site/account-page-endpoint.ts';
import { siteFiles } from '#shared/site/site-files.ts';
import { makeAccountPage } from '../../lib/make-account-page.ts';
import { silentLogger, silentMetrics } from '../fakes/silent-telemetry.ts';
import { type Visit, visitAt } from './visit.ts';

const directory = join(mkdtempSync(join(tmpdir(), 'winnow-account-page-')), 'files');
let endpoint: Endpoint;

beforeAll(async () => {
  await makeAccountPage(directory);
  endpoint = createAccountPageEndpoint({
    files: siteFiles(directory),
    telemetry: { logger: silentLogger, metrics: silentMetrics },
    clock: { now: () => 0 },
  });
});
afterAll(() => rmSync(join(directory, '..'), { recursive: true }));

test('a view with a slash at its end leads to the view', async () => {
  const route = { resource: '/account/{view}', pathParameters: { view: 'keys' } };

  const { status, headers } = await visitAt(endpoint, '/account/keys/', route);

  expect([status, headers['location']]).toEqual([308, 'https://winnow.example/account/keys']);
});

function visit(path: string, visited: Visit = {}) {
  const asset = /^\/account\/assets\/(.+)$/.exec(path)?.[1];
  const view = /^\/account\/([^/]+)$/.exec(path)?.[1];
  const route =
    asset !== undefined
      ? { resource: '/account/assets/{asset}', pathParameters: { asset } }
      : view !== undefined
        ? { resource: '/account/{view}', pathParameters: { view } }
        : { resource: '/account', pathParameters: null };
  return visitAt(endpoint, path, route, visited);
}

const assetsOf = async (stage: string) => {
  const { text } = await visit('/account', { stage });
  return [...text.matchAll(/(?:href|src)="([^"]*\/account\/assets\/[^"]*)"/g)].map(([, url = '']) => url);
};

const views = ['/account', ...accountViews.map((view) => `/account/${view}`)];

describe('the page of the account', () => {
  test.for(views)('is served at %s', async (path) => {
    const { status, headers, text } = await visit(path);

    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(text).toContain('<div id="page"></div>');
  });

  test('names its deployment, below the stage', async () => {
    const { text } = await visit('/account/keys', { stage: '/live' });

    expect(text).toContain('<meta name="deployment" content="https://winnow.example/live">');
    expect(text).not.toContain('{{');
    expect(await assetsOf('/live')).toHaveLength(3);
  });

  test('has no script, no style and no handler in its document', async () => {
    const { text } = await visit('/account');

    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style| style=| on\w+=/);
  });

  test('has files that caches keep for good, and that are compressed', async () => {
    for (const url of await assetsOf('')) {
      const path = new URL(url).pathname;
      const plain = await visit(path);
      const small = await visit(path, { headers: { 'Accept-Encoding': 'gzip, br' } });
      const known = await visit(path, { headers: { 'If-None-Match': plain.headers['etag'] ?? '' } });

      expect([plain.status, plain.headers['cache-control']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(small.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(small.body).toString()).toBe(plain.text);
      expect([known.status, known.body.length]).toEqual([304, 0]);
    }
  });

  test.for([...views, '/account/nothing', '/account/assets/nothing'])(
    '%s runs own scripts only, speaks to its own origin only, and is framed by nobody',
    async (path) => {
      const { headers } = await visit(path);

      const policy = headers['content-security-policy'] ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test.for([
    '/account/nothing',
    '/account/constructor',
    '/account/assets/..%2Fsources',
    '/account/assets/constructor',
  ])('has nothing at %s', async (path) => {
    expect((await visit(path)).status).toBe(404);
  });

  test('refuses other methods', async () => {
    const { status, headers } = await visit('/account', { method: 'POST' });

    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
