import type { Page } from 'puppeteer-core';
import { describe, expect, inject, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { axeFindings, type Hands, handsOf, watched, widths } from '../account-page/browser/hands.ts';
import { keep, testBrowser } from './browser.ts';
import { at, keys, request } from './client.ts';

const url = (path: string): string => inject('service').baseUrl + path;

const browser = testBrowser();
interface Person extends Hands {
  readonly page: Page;
  readonly problems: readonly string[];
  readonly requested: readonly string[];
}

/** `data` of the account API's answer. */
const ask = async <Data>(page: Page, method: string, path: string): Promise<Data> =>
  (await page.evaluate(
    `fetch('${path}', { method: '${method}' }).then((response) => response.json()).then(({ data }) => data)`,
  )) as Data;

/** Somebody who has just registered, on a plan. */
async function registered(plan: string): Promise<Person> {
  const page = await (await browser().createBrowserContext()).newPage();
  await page.setViewport(widths.desktop);
  page.setDefaultTimeout(40_000);
  const hands = handsOf(page);
  await page.goto(url('/account/sign-in'));
  await Promise.all([page.waitForNavigation(), page.click('a[href$="/register"]')]);
  await page.type('input[name=email]', `${newId('ada').toLowerCase()}@example.com`);
  await page.type('input[name=password]', 'Correct horse 7!');
  await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')]);
  await hands.shows('Make your first request');
  const { accountId } = await ask<{ readonly accountId: string }>(page, 'GET', '/account/api/me');
  await keys('set-plan', accountId, plan);
  return { page, ...hands, ...watched(page) };
}

/** Opens a shared link, and runs its request. */
async function run(page: Page, operation: string, body: object): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url(`/account/playground#${operation}=${encodeURIComponent(JSON.stringify(body))}`));
  await page.waitForSelector('.playground button[type=submit]');
  await page.click('.playground button[type=submit]');
}

const tab = async (page: Page, title: string): Promise<void> => {
  await (
    await page.waitForSelector(`::-p-xpath(//button[@role="tab"][normalize-space()="${title}"])`)
  )?.click();
};

const textsOf = async (page: Page, selector: string): Promise<readonly string[]> => {
  await page.waitForSelector(selector);
  return page.$$eval(selector, (elements) => elements.map(({ textContent }) => textContent ?? ''));
};

const expectQuiet = ({ problems, requested }: Person): void => {
  expect(problems).toEqual([]);
  const origins = requested.map((each) => new URL(each)).filter(({ protocol }) => protocol === 'http:');
  expect(new Set(origins.map(({ origin }) => origin))).toEqual(new Set([url('')]));
};

describe('the playground', { timeout: 90_000 }, () => {
  test('scrapes a page with its screenshot, says the cost, and shows the page inert', async () => {
    const person = await registered('starter');
    const { page } = person;

    await run(page, 'scrape', { url: at('/news'), formats: ['markdown', 'links', 'screenshot'] });
    const frame = await page.waitForSelector('iframe.scraped');
    await person.shows('1 request');
    const sandbox = await frame?.evaluate((element) => element.getAttribute('sandbox'));
    const heading = await (await frame?.contentFrame())?.$eval('h1', ({ textContent }) => textContent);
    await keep(page, 'playground-scrape');
    await tab(page, 'Screenshot');
    const width = await page.evaluate(
      `(async () => { const image = document.querySelector('img.screenshot'); await image.decode(); return image.naturalWidth; })()`,
    );
    await keep(page, 'playground-screenshot');

    expect(sandbox).toBe('');
    expect(heading).toBe('Harbour bridge reopens after two years of repairs');
    expect(width).toBeGreaterThan(300);
    expectQuiet(person);
  });

  test('extracts values, and marks their evidence in the text of the page', async () => {
    const person = await registered('starter');
    const { page } = person;
    const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };

    await run(page, 'extract', { urls: [at('/product')], schema, showSources: true });
    // The cost arrives late, and moves what is below it.
    await page.waitForFunction(`document.querySelector('.facts')?.textContent?.includes('1 request')`);
    await person.press('Show them in the page (1 request)');
    await page.waitForSelector('mark, main [role=alert]');
    const marked = await page.$$eval('mark, main [role=alert]', (found) =>
      found.map(({ textContent }) => textContent),
    );
    await keep(page, 'playground-extract');

    expect(marked).toEqual(expect.arrayContaining(['Alder 12-inch cast iron pan', '64.00']));
    expect(await textsOf(page, 'q.quote')).toEqual(['Alder 12-inch cast iron pan', '64.00']);
    expectQuiet(person);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('shows a crawl as it fills, and cancels it', async () => {
    const person = await registered('starter');
    const { page } = person;

    await run(page, 'crawl', { url: inject('service').secondSite, limit: 200, delay: 1 });
    await page.waitForFunction(`document.querySelectorAll('.urls li').length >= 2`);
    await keep(page, 'playground-crawl');
    await person.press('Cancel the crawl');
    await page.waitForSelector('.badge.bad');

    expectQuiet(person);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('names what is missing, and what the plan refuses', async () => {
    const { page, shows } = await registered('hobby');

    await run(page, 'scrape', { url: '' });
    await shows('Enter a value.');
    await run(page, 'extract', { urls: [at('/product')], prompt: 'the price' });
    await shows('PLAN_FORBIDS');
    await keep(page, 'playground-refused');

    expect(await axeFindings(page)).toEqual([]);
  });

  test('fits a phone, in Russian and in the dark', async () => {
    const person = await registered('starter');
    const { page } = person;
    await page.evaluate(`localStorage.setItem('winnow-language', 'ru')`);
    await page.setViewport(widths.phone);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);

    await run(page, 'scrape', { url: at('/news'), formats: ['markdown', 'links'] });
    await page.waitForSelector('iframe.scraped');
    await keep(page, 'playground-phone');

    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).toBe(0);
    expectQuiet(person);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('uses a key that ends when its person signs out', async () => {
    const { page, shows } = await registered('starter');
    const { secret } = await ask<{ readonly secret: string }>(page, 'POST', '/account/api/session-key');
    const statusOf = async () =>
      (await request('GET', '/api/v1/usage', undefined, { 'x-api-key': secret })).status;
    const before = await statusOf();

    await page.goto(url('/account/settings'));
    await (await page.waitForSelector('::-p-xpath(//main//button[normalize-space()="Sign out"])'))?.click();
    await shows('Sign in or register');

    expect([before, await statusOf()]).toEqual([200, 401]);
  });
});
