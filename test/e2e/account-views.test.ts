import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { BrowserContext, Page } from 'puppeteer-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { axeFindings, type Hands, handsOf, watched, widths } from '../account-page/browser/hands.ts';
import { keep, testBrowser } from './browser.ts';
import { at, request, scrape } from './client.ts';

const browser = testBrowser();
let context: BrowserContext;
let page: Page;
let hands: Hands;
let secret = '';
const email = `${newId('ada').toLowerCase()}@example.com`;
const password = 'Correct horse 7!';

const url = (path: string): string => inject('service').baseUrl + path;
/** Waits until nothing moves any more: what arrives late would be hit instead. */
const click = (selector: string): Promise<void> => page.locator(selector).click();
const secretShown = async (): Promise<string> => {
  await page.waitForSelector('.secret input');
  return page.$eval('.secret input', (input) => (input as unknown as { readonly value: string }).value);
};
const statusOf = async (key: string): Promise<number> =>
  (await scrape({ url: at('/plain') }, { 'x-api-key': key })).status;

beforeAll(async () => {
  context = await browser().createBrowserContext();
  page = await context.newPage();
  await page.setViewport(widths.desktop);
  page.setDefaultTimeout(40_000);
  hands = handsOf(page);
});

/** One person in one browser, from the first visit to the sign-out: each test begins where the one before ended. */
describe('somebody who comes for the first time', () => {
  test('registers from the page, and is led back to it', async () => {
    await page.goto(url('/account'));
    await hands.shows('Sign in or register');
    await keep(page, 'story-1-signed-out');
    await click('a.primary');
    await click('a[href$="/register"]');
    await page.waitForSelector('input[autocomplete="new-password"]');
    await page.type('input[name=email]', email);
    await page.type('input[name=password]', password);
    await click('button[type=submit]');

    await hands.shows('Make your first request');
    expect(page.url()).toBe(url('/account'));
    await keep(page, 'story-2-registered');
  });

  test('makes a key by one button, and pastes a command that works', async () => {
    await hands.press('Make my first key');
    secret = await secretShown();
    await hands.shows('Waiting for the first request');
    await keep(page, 'story-3-first-key');
    const command = (await hands.textOf('.code-block code')).replace('https://example.com', at('/plain'));

    const { stdout } = await promisify(execFile)('sh', ['-c', command], { timeout: 20_000 });

    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { metadata: { statusCode: 200 } } });
    await hands.shows('It works: 1 request has arrived.');
  });

  test('sees the usage rise without loading the page again', async () => {
    await hands.press('Go to the overview');
    await page.waitForFunction(`document.querySelector('.figure b')?.textContent === '1'`);

    await statusOf(secret);
    await statusOf(secret);

    await page.waitForFunction(`document.querySelector('.figure b')?.textContent === '3'`);
    await page.waitForFunction(
      `document.querySelectorAll('main > section:last-child tbody tr').length === 3`,
    );
    expect(await hands.textOf('main > section:last-child tbody tr')).toContain('127.0.0.1');
    await keep(page, 'story-4-overview');
  });

  test('rotates the key: both work in the grace, and the revoked one does not', async () => {
    await hands.press('API keys');
    await hands.press('Rotate');
    await click('dialog button[type=submit]');
    const next = await secretShown();
    await hands.press('I have saved it');
    expect([await statusOf(secret), await statusOf(next)]).toEqual([200, 200]);
    await keep(page, 'story-5-rotated');

    await hands.press('Revoke');
    await click('dialog button[type=submit]');
    await hands.shows('The key is revoked.');

    expect([await statusOf(secret), await statusOf(next)]).toEqual([401, 200]);
    secret = next;
  });

  test('watches a crawl while it runs, and cancels it', async () => {
    const body = { url: inject('service').secondSite, limit: 40, delay: 2, async: true };
    const started = await request('POST', '/api/v1/crawl', body, { 'x-api-key': secret });
    expect(started.status).toBe(200);

    await hands.press('Crawls');
    await click('tbody a');
    const delivered = `Number(document.querySelector('.legend b')?.textContent ?? 0)`;
    await page.waitForFunction(`${delivered} >= 1`);
    const before = Number(await page.evaluate(delivered));
    await page.waitForFunction(`${delivered} > ${before}`);
    await keep(page, 'story-6-crawl');

    await hands.press('Cancel the crawl');
    await click('dialog button[type=submit]');
    await hands.shows('The crawl is cancelled.');
    await page.waitForFunction(
      `![...document.querySelectorAll('button')].some(({ innerText }) => innerText === 'Cancel the crawl')`,
    );
    await hands.shows('URLs that were not delivered');
    await page.waitForSelector('.groups li');
    await keep(page, 'story-7-cancelled');
    const status = await request('GET', `/api/v1/crawl/${String(started.body['id'])}`, undefined, {
      'x-api-key': secret,
    });
    expect(status.body.data?.['status']).toBe('failed');
  });
});

const views = ['', '/keys', '/usage', '/crawls', '/webhooks', '/playground', '/plans', '/settings'];
/** The other pairs are looked at without a service (test/account-page/browser/views.test.ts). */
const looks = [
  { width: 'desktop', scheme: 'light' },
  { width: 'phone', scheme: 'dark' },
] as const;

describe.for(looks)('every view of the running service, $width, $scheme', ({ width, scheme }) => {
  test('has no serious finding of axe, no complaint, and no request elsewhere', async () => {
    const other = await context.newPage();
    const { problems, requested } = watched(other);
    await other.setViewport(widths[width]);
    await other.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    for (const view of views) {
      await other.goto(url(`/account${view}`));
      await other.waitForSelector('.table, .empty, .panel, .facts, .playground');

      expect([view, await axeFindings(other)]).toEqual([view, []]);
    }
    await other.close();

    expect(problems).toEqual([]);
    expect(new Set(requested.map((each) => new URL(each).origin))).toEqual(new Set([url('')]));
  });
});

describe('the first view of the running service', () => {
  test('takes at most 120 KB, compressed', async () => {
    const first = await (await browser().createBrowserContext()).newPage();
    await first.setCookie(...(await page.cookies()));
    await first.goto(url('/account'));
    await first.waitForSelector('.figure');

    const loaded = (await first.evaluate(
      `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map(({ name, transferSize }) => [name, transferSize])`,
    )) as readonly (readonly [string, number])[];
    await first.close();
    expect(loaded.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(120_000);
    expect(loaded.length).toBeGreaterThan(5);
  });
});

describe('somebody who leaves', () => {
  test('reads the page in Russian, and signs out', async () => {
    await page.goto(url('/account/settings'));
    await click('input[value=ru]');
    await hands.shows('Выйти');
    await keep(page, 'story-8-russian');

    await hands.press('Выйти');

    await page.waitForFunction(`!location.pathname.endsWith('/settings')`);
    await page.goto(url('/account/keys'));
    await hands.shows('Личный кабинет');
    const me = await page.evaluate(`fetch('/account/api/me').then(({ status }) => status)`);
    expect(me).toBe(401);
  });
});
