import { spawnSync } from 'node:child_process';

import type { Page } from 'puppeteer-core';
import { describe, expect, inject, test } from 'vitest';

import { accountRoutes } from '#shared/contract/account-routes.ts';
import { routes } from '#shared/contract/routes.ts';
import { guideNames } from '../../lib/site/guides.ts';
import { axeFindings, type Scheme, widths } from '../account-page/browser/hands.ts';
import { keep, testBrowser } from './browser.ts';

const browser = testBrowser();

interface Visit {
  readonly page: Page;
  /** Messages of the console, uncaught errors and failed requests. */
  readonly problems: readonly string[];
  readonly requested: readonly string[];
}

/** Opens a page of the running service in a window of its own. */
async function visited<T>(
  path: string,
  { width, scheme }: { readonly width: keyof typeof widths; readonly scheme: Scheme },
  look: (visit: Visit) => Promise<T>,
): Promise<T> {
  const context = await browser().createBrowserContext();
  const problems: string[] = [];
  const requested: string[] = [];
  try {
    const page = await context.newPage();
    await page.setViewport(widths[width]);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(inject('service').baseUrl + path, { waitUntil: 'networkidle0', timeout: 20_000 });
    return await look({ page, problems, requested });
  } finally {
    await context.close();
  }
}

const named = (path: string): string => path.slice(1).replaceAll('/', '-') || 'front';

/** Every width and every scheme is in one of these; the styles of neither ask for the other. */
const views = [
  { width: 'desktop', scheme: 'light' },
  { width: 'phone', scheme: 'dark' },
] as const;

describe.for(views)('the site, $width, $scheme', (view) => {
  test.for(['/', '/docs', '/docs/webhooks'])(
    '%s opens from its own origin, without a complaint or a serious finding of axe',
    async (path) => {
      await visited(path, view, async ({ page, problems, requested }) => {
        await keep(page, `${named(path)}-${view.width}-${view.scheme}`);

        expect(problems).toEqual([]);
        expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(
          new Set([inject('service').baseUrl]),
        );
        const groundAndOverflow = await page.evaluate(`[
          getComputedStyle(document.body).backgroundColor,
          document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ]`);
        expect(groundAndOverflow).toEqual([
          view.scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 23, 26)',
          0,
        ]);
        // The policy of the page forbids scripts; those of a debugger run all the same.
        expect(await axeFindings(page)).toEqual([]);
      });
    },
  );
});

describe('the documentation', () => {
  test('lists every operation, and leads from the first page to a guide', async () => {
    await visited('/', { width: 'desktop', scheme: 'light' }, async ({ page, problems }) => {
      await Promise.all([page.waitForNavigation(), page.click('.cards a[href$="/docs"]')]);
      const shown = await page.$$eval('.route', (lines) =>
        lines.map((line) => (line.textContent ?? '').trim().replaceAll(/\s+/g, ' ')),
      );
      const all = [...routes, ...accountRoutes].map(({ method, path }) => `${method} ${path}`);
      expect(new Set(shown)).toEqual(new Set(all));

      await Promise.all([page.waitForNavigation(), page.click('nav a[href="docs/crawl"]')]);
      expect(new URL(page.url()).pathname).toBe('/docs/crawl');
      expect(await page.$eval('h1', ({ textContent }) => textContent)).toBe('Crawl completely');

      await Promise.all([page.waitForNavigation(), page.click('nav a[href="../docs#errors"]')]);
      expect(page.url()).toBe(`${inject('service').baseUrl}/docs#errors`);
      expect(problems).toEqual([]);
    });
  });

  test('opens its table of contents on a phone by the keyboard', async () => {
    await visited('/docs', { width: 'phone', scheme: 'light' }, async ({ page }) => {
      const isShown = () =>
        page.$eval('nav a', (link) => link.checkVisibility({ contentVisibilityAuto: true }));
      expect(await isShown()).toBe(false);

      await page.focus('summary');
      await page.keyboard.press('Enter');

      expect(await isShown()).toBe(true);
      await keep(page, 'docs-phone-menu');
    });
  });

  test('serves every guide as a page and as Markdown', async () => {
    for (const name of guideNames) {
      const [html, markdown] = await Promise.all(
        ['', '.md'].map((ending) => fetch(`${inject('service').baseUrl}/docs/${name}${ending}`)),
      );

      expect([html?.status, html?.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await markdown?.text()).toMatch(/^# /);
    }
  });

  test('is compressed as the caller accepts', async () => {
    for (const coding of ['br', 'gzip']) {
      const response = await fetch(`${inject('service').baseUrl}/docs`, {
        headers: { 'accept-encoding': coding },
      });

      expect(response.headers.get('content-encoding')).toBe(coding);
      // fetch decodes the body: it would fail on bytes that the gateway has changed.
      expect(await response.text()).toContain('<!doctype html>');
    }
  });

  test('says without a key that the service takes requests', async () => {
    const response = await fetch(`${inject('service').baseUrl}/health`);

    expect([response.status, await response.json()]).toEqual([
      200,
      { status: 'ok', version: expect.any(String) as string },
    ]);
  });

  test('is found healthy by the command for containers, until it is stopped', () => {
    const check = (data: string) =>
      spawnSync(process.execPath, ['bin/health.ts', '--data', data], { encoding: 'utf8' });

    expect(check(inject('service').directory)).toMatchObject({ status: 0, stderr: '' });
    expect(check('/no/such/data')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No service is running here') as string,
    });
  });

  test('names the running service in openapi.json, for HEAD without a body', async () => {
    const { baseUrl } = inject('service');
    const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as { servers: unknown };
    const head = await fetch(`${baseUrl}/openapi.json`, { method: 'HEAD' });

    expect(document.servers).toEqual([{ url: baseUrl }]);
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'application/json; charset=utf-8',
      '',
    ]);
  });
});
