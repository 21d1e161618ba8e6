import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { busyAccount, newAccount } from '../account-state.ts';
import { type OpenPage, pageBrowser } from './open-page.ts';

let browser: Awaited<ReturnType<typeof pageBrowser>>;
beforeAll(async () => {
  browser = await pageBrowser();
});
afterAll(() => browser.close());

const clipboard = ({ page }: OpenPage) => page.evaluate('navigator.clipboard.readText()');
const valueOf = ({ page }: OpenPage, selector: string) =>
  page.$eval(selector, (input) => (input as unknown as { readonly value: string }).value);

describe('the first screen', () => {
  test('makes a key by one button, and shows it with a command and the first request', async () => {
    const state = newAccount();
    await browser.open(state, {}, async (open) => {
      await open.goTo('/account');
      await open.shows('Make my first key');
      expect(await open.page.$$eval('main button', (buttons) => buttons.length)).toBe(1);

      await open.press('Make my first key');
      await open.shows('Your key is ready');
      const secret = await valueOf(open, '.secret input');
      expect(secret).toMatch(/^wnk_/);
      await open.press('Copy the command');
      await open.shows('Copied');
      expect(await clipboard(open)).toBe(
        [
          `curl -s ${open.server.url}/api/v1/scrape`,
          `-H 'X-API-Key: ${secret}'`,
          `-H 'Content-Type: application/json'`,
          `-d '{"url":"https://example.com"}'`,
        ].join(' \\\n  '),
      );

      await open.shows('Waiting for the first request');
      const [, request] = busyAccount().requests;
      const own = { ...request!, keyId: state.keys.at(-1)!.id };
      state.requests = [{ ...own, id: 'failed', code: 'DNS_ERROR' }, request!];
      await open.shows('A request has arrived and failed: DNS_ERROR.');
      state.requests = [own, ...state.requests];
      await open.shows('It works: 1 request has arrived.');
      await open.press('Go to the overview');
      await open.shows('Allowance of this month');
    });
  });
});

describe('the overview', () => {
  test('counts further requests without being loaded again', async () => {
    const state = busyAccount();
    const today = new Date().toISOString().slice(0, 10);
    state.days = [{ day: today, keyId: 'key_monitor', operation: 'scrape', requests: 5, pages: 5, ai: 0 }];
    await browser.open(state, {}, async (open) => {
      await open.goTo('/account');
      expect(await open.textOf('.figure b')).toBe('5');

      state.days = [{ ...state.days[0]!, requests: 8 }];

      await open.page.waitForFunction(`document.querySelector('.figure b').textContent === '8'`);
    });
  });

  test('shows older requests on demand', async () => {
    await browser.open(busyAccount(), {}, async (open) => {
      await open.goTo('/account');
      const rows = () => open.page.$$eval('main > section:last-child tbody tr', (found) => found.length);
      await open.page.waitForSelector('main > section:last-child tbody tr');
      expect(await rows()).toBe(10);

      await open.press('Show more');

      await open.page.waitForFunction(
        `document.querySelectorAll('main > section:last-child tbody tr').length === 34`,
      );
    });
  });
});

describe('a key', () => {
  test('is made on chosen terms, and shown once', async () => {
    const state = busyAccount();
    await browser.open(state, {}, async (open) => {
      const { page } = open;
      await open.goTo('/account/keys');
      await open.press('Create a key');
      await page.type('dialog input', 'new monitor');
      await page.click('dialog input[type=radio][value=development]');
      await page.click('dialog fieldset:nth-of-type(2) label:nth-child(2)');
      await page.type('dialog input[type=number]', '200');
      await page.click('dialog button[type=submit]');
      await open.shows('Copy the key now');

      expect(state.keys.at(-1)).toMatchObject({
        name: 'new monitor',
        environment: 'development',
        operations: ['scrape', 'batch', 'map', 'search', 'extract'],
        monthlyBudget: 200,
      });
      const secret = await valueOf(open, 'dialog .secret input');
      for (let times = 0; times < 5; times += 1) await page.keyboard.press('Escape');
      expect(await valueOf(open, 'dialog[open] .secret input')).toBe(secret);
      await open.press('I have saved it');
      await page.waitForFunction(`document.querySelector('dialog') === null`);
      expect(await page.content()).not.toContain(secret);
      await open.shows('new monitor');
    });
  });

  test('keeps what was typed when the API refuses it, and shows its sentence', async () => {
    await browser.open(busyAccount(), {}, async (open) => {
      await open.goTo('/account/keys');
      await open.press('Create a key');
      await open.page.type('dialog input', '   ');
      await open.page.click('dialog button[type=submit]');

      expect(await open.textOf('dialog [role=alert] p')).toBe(
        'name: must have 1 to 100 characters and no control characters',
      );
      expect(await valueOf(open, 'dialog input')).toBe('   ');
    });
  });

  test('is renamed, rotated with a grace, and revoked after a question', async () => {
    const state = busyAccount();
    await browser.open(state, {}, async (open) => {
      const { page } = open;
      await open.goTo('/account/keys');
      await open.press('Rename');
      await page.click('dialog input', { count: 3 });
      await page.keyboard.type('monitor of prices');
      await page.keyboard.press('Enter');
      await page.waitForFunction(`document.querySelector('dialog') === null`);
      expect(state.keys[0]!.name).toBe('monitor of prices');

      await open.press('Rotate');
      await page.select('dialog select', '6');
      await page.click('dialog button[type=submit]');
      await open.shows('Copy the key now');
      await open.press('I have saved it');
      const graceMs = Date.parse(state.keys[0]!.validUntil!) - Date.now();
      expect([Math.round(graceMs / 3_600_000), state.keys[0]!.rotatedTo]).toEqual([6, state.keys.at(-1)!.id]);

      await open.press('Revoke');
      await open.shows('This cannot be undone');
      await page.keyboard.press('Escape');
      expect(state.keys[0]!.state).toBe('active');
      await open.press('Revoke');
      await page.click('dialog button[type=submit]');
      await open.shows('The key is revoked.');
      expect(state.keys[0]!.state).toBe('revoked');
    });
  });
});

describe('usage', () => {
  test('is downloaded as CSV', async () => {
    await browser.open(busyAccount(), {}, async (open) => {
      await open.goTo('/account/usage');
      await open.page.evaluate(`{
        const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then((text) => { window.downloaded = text; }); return create(blob); };
      }`);
      await open.press('Download CSV');
      const saved = await open.page.waitForFunction('window.downloaded');

      expect(String(await saved.jsonValue())).toMatch(
        /^day,keyId,key,operation,requests,pages,ai\r\n\d{4}-\d\d-\d\d,key_\w+,[\w ]+,\w+,\d+,\d+,\d+\r\n/,
      );
    });
  });
});

describe('a crawl', () => {
  test('is watched while it runs, and cancelled after a question', async () => {
    const state = busyAccount();
    await browser.open(state, {}, async (open) => {
      await open.goTo('/account/crawls');
      await open.press('https://docs.example.com/');
      await open.shows('delivered 40');

      const [crawl] = state.crawls;
      crawl!.coverage = { ...crawl!.coverage, delivered: 97, pending: 133 };
      await open.shows('delivered 97');
      await open.shows('the server answered with HTTP 404');

      await open.press('Cancel the crawl');
      await open.page.click('dialog button[type=submit]');
      await open.shows('The crawl is cancelled.');
      expect(crawl!.listed.status).toBe('failed');
    });
  });

  test('that is over is asked for no more', async () => {
    await browser.open(busyAccount(), {}, async (open) => {
      await open.goTo('/account/crawls?crawl=crawl_B5atS7SLMI7nzOvLer0J7w');
      await open.shows('delivered 110');
      const asked = () => open.server.calls.filter((call) => call === 'GET /api/v1/crawl/{id}').length;
      const before = asked();
      await open.page.goto(`${open.server.url}/account/plans`);
      await open.shows('your plan');

      expect(asked() - before).toBeLessThan(3);
    });
  });
});

describe('webhooks', () => {
  test('are sent again, and their secret is replaced and shown once', async () => {
    const state = busyAccount();
    await browser.open(state, {}, async (open) => {
      await open.goTo('/account/webhooks');
      await open.press('Send again');
      await open.shows('The event is sent once more.');
      expect(state.deliveries[0]!.state).toBe('pending');

      await open.press('Replace the secret');
      await open.page.click('dialog button[type=submit]');
      await open.shows('Copy the secret now');
      expect(await valueOf(open, 'dialog .secret input')).toBe('whsec_of_key_monitor');
    });
  });
});

describe('the settings', () => {
  test('change language and theme at once, and keep both', async () => {
    await browser.open(busyAccount(), {}, async (open) => {
      const { page } = open;
      await open.goTo('/account/settings');
      await page.click('input[value=ru]');
      await open.shows('Настройки');
      await page.click('input[value=dark]');
      await page.reload();
      await page.waitForFunction(`document.title === 'Настройки · Winnow'`);

      const shown = await page.evaluate(
        '[document.documentElement.lang, getComputedStyle(document.body).backgroundColor]',
      );
      expect(shown).toEqual(['ru', 'rgb(20, 23, 26)']);
    });
  });

  test('delete the account only when its address is typed', async () => {
    const state = busyAccount();
    await browser.open(state, {}, async (open) => {
      await open.goTo('/account/settings');
      await open.press('Delete the account');
      const isReady = () =>
        open.page.$eval('dialog button[type=submit]', (button) => !button.matches(':disabled'));
      expect(await isReady()).toBe(false);
      await open.page.type('dialog input', state.account.email);
      expect(await isReady()).toBe(true);
      await open.page.click('dialog button[type=submit]');

      await open.shows('The account is deleted.');
      expect(state.isSignedIn).toBe(false);
    });
  });
});

describe('nobody who is signed in', () => {
  test('sees a short page that leads to the sign-in and back to the view', async () => {
    const state = { ...busyAccount(), isSignedIn: false };
    await browser.open(state, {}, async (open) => {
      await open.goTo('/account/keys');

      expect(await open.textOf('h1')).toBe('Your account');
      expect(await open.page.$eval('.primary', (link) => link.getAttribute('href'))).toBe(
        '/account/sign-in?return=keys',
      );
      expect(open.server.calls).toEqual(['GET /account/api/me']);
    });
  });

  test('is told so when the session ends, and no more is asked', async () => {
    const state = busyAccount();
    await browser.open(state, {}, async (open) => {
      await open.goTo('/account');
      await open.shows('Allowance of this month');
      state.isSignedIn = false;
      await open.shows('Your session has ended.');
      // Requests that were under way when the session ended have arrived.
      await open.page.waitForNetworkIdle();
      const before = [...open.server.calls];
      await open.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      expect(open.server.calls).toEqual(before);
    });
  });
});

describe('a failure of the service', () => {
  test('is shown as its sentence, with the id of the request, and goes away by itself', async () => {
    const state = busyAccount();
    await browser.open(state, {}, async (open) => {
      await open.goTo('/account/crawls');
      await open.shows('https://docs.example.com/');
      state.failure = 'The table is overloaded. Try again in a minute.';
      await open.shows('The table is overloaded. Try again in a minute.');
      await open.shows('Request id: request-1');
      state.failure = undefined;
      await open.page.waitForFunction(`document.querySelector('[role=alert]') === null`);
      expect(await open.textOf('tbody a')).toBe('https://docs.example.com/');
    });
  });
});

describe('the keyboard', () => {
  test('reaches the content first, then the views, and a dialog keeps the focus', async () => {
    await browser.open(busyAccount(), {}, async ({ page, goTo }) => {
      await goTo('/account/keys');
      const focused = () => page.evaluate('document.activeElement.textContent');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Skip to the content');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Overview');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForFunction(`document.activeElement.tagName === 'H1'`);
      expect(await focused()).toBe('Usage');

      await goTo('/account/keys');
      await page.waitForSelector('.view-head button');
      await page.focus('.view-head button');
      await page.keyboard.press('Enter');
      for (let step = 0; step < 15; step += 1) await page.keyboard.press('Tab');
      const isInside = `document.activeElement === document.body || document.activeElement.closest('dialog') !== null`;
      expect(await page.evaluate(isInside)).toBe(true);
    });
  });

  test('opens the menu of a phone', async () => {
    await browser.open(busyAccount(), { width: 'phone' }, async ({ page, goTo }) => {
      await goTo('/account');
      const isShown = () => page.$eval('nav a', (link) => link.checkVisibility());
      expect(await isShown()).toBe(false);

      await page.focus('.menu');
      await page.keyboard.press('Enter');

      expect(await isShown()).toBe(true);
    });
  });
});
