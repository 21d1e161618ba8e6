import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type AccountState, busyAccount } from '../account-state.ts';
import { hostileTexts } from '../hostile-texts.ts';
import { pageBrowser } from './open-page.ts';

let browser: Awaited<ReturnType<typeof pageBrowser>>;
beforeAll(async () => {
  browser = await pageBrowser();
});
afterAll(() => browser.close());

const inertness = `[typeof window.pwned, document.querySelectorAll('main img, dialog img, dialog script, [onerror]').length]`;

const text = (index: number): string => hostileTexts[index % hostileTexts.length]!;

/** An account in which every text that a person or a page wrote is hostile. */
function hostileAccount(): AccountState {
  const state = busyAccount();
  const [day] = state.days;
  const [key] = state.keys;
  const [request] = state.requests;
  const [crawl] = state.crawls;
  const [delivery] = state.deliveries;
  return {
    ...state,
    account: {
      ...state.account,
      email: text(3),
      accountId: text(4),
      plan: { ...state.account.plan, id: 'hobby' },
    },
    keys: hostileTexts.map((name, index) => ({
      ...key!,
      id: `key_${index}`,
      name,
      preview: text(index + 1),
      ...(index % 2 === 0 ? {} : { state: 'revoked' as const }),
    })),
    days: hostileTexts.map((keyId) => ({ ...day!, keyId })),
    requests: hostileTexts.map((host, index) => ({
      ...request!,
      requestId: text(index + 2),
      host,
      code: text(index + 3),
      keyId: text(index + 4),
      status: 200,
    })),
    crawls: hostileTexts.map((url, index) => ({
      listed: {
        ...crawl!.listed,
        id: index === 0 ? 'crawl_0' : text(index),
        url,
        createdAt: text(index),
        expiresAt: text(index),
      },
      coverage: crawl!.coverage,
      errors: hostileTexts.map((each, at) => ({
        url: each,
        state: 'failed' as const,
        code: text(at + 1),
        reason: text(at + 2),
      })),
    })),
    deliveries: hostileTexts.map((url, index) => ({
      ...delivery!,
      crawlId: text(index + 1),
      sequence: index,
      url,
      lastAttemptAt: text(index),
    })),
  };
}

describe('a text of a stranger', () => {
  test('comes in at least a hundred kinds', () => {
    expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(100);
  });

  test.for([
    '/account',
    '/account/keys',
    '/account/usage',
    '/account/crawls',
    '/account/crawls?crawl=crawl_0',
    '/account/webhooks',
    '/account/settings',
  ])('is only a text at %s', async (path) => {
    const state = hostileAccount();
    await browser.open(state, {}, async ({ page, goTo, press, problems, requested, server }) => {
      await goTo(path);
      await page.waitForSelector('.table, .groups li, .facts');
      // Everything that can be opened is opened, and the rest of each list is asked for.
      await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
      if (path === '/account') await press('Show more');
      await page.waitForFunction('document.body.textContent.includes("evil.example")');
      await page.mouse.move(600, 400);

      const foreign = await page.evaluate(`[
          typeof window.pwned,
          document.querySelectorAll('script:not([src]), style, iframe, object, embed, base, form[action], main img, [onerror], [onload], [onfocus], [style]').length,
          [...document.querySelectorAll('a')].map(({ protocol }) => protocol).filter((each) => !/^https?:$/.test(each)),
          location.href,
        ]`);
      expect(foreign).toEqual(['undefined', 0, [], server.url + path]);
      expect(problems).toEqual([]);
      expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([server.url]));
    });
  });

  test('is only a text in every result of the playground, and in the page that it shows', async () => {
    const state = busyAccount();
    state.scraped = { markdown: hostileTexts.join('\n\n'), texts: hostileTexts };
    const request = encodeURIComponent(JSON.stringify({ url: 'https://a.example', formats: ['markdown'] }));
    const extraction = encodeURIComponent(JSON.stringify({ urls: ['https://a.example'], prompt: text(1) }));
    for (const fragment of [`scrape=${request}`, `extract=${extraction}`])
      await browser.open(state, {}, async ({ page, goTo, problems, requested, server }) => {
        await goTo(`/account/playground#${fragment}`);
        await page.waitForSelector('.playground button[type=submit]');
        await page.click('.playground button[type=submit]');
        await page.waitForSelector('[role=tabpanel] :is(iframe, .json)');
        const tabs = await page.$$('section[aria-live] [role=tab]');
        const frames: unknown[] = [];
        for (const tab of tabs) {
          await tab.click();
          await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
          const frame = await (await page.$('iframe.scraped'))?.contentFrame();
          const inside = await frame?.evaluate(`[
            typeof window.pwned,
            document.querySelectorAll('script, style, img, svg, iframe, object, embed, video, audio, form, base, [onerror], [onload], [onfocus], [style]').length,
            [...document.querySelectorAll('a[href]')].map(({ protocol }) => protocol).filter((each) => !/^(https?|mailto|about|irc|ircs|xmpp):$/.test(each)),
          ]`);

          if (inside !== undefined) frames.push(inside);
          expect(await page.evaluate(inertness)).toEqual(['undefined', 0]);
        }

        expect(tabs.length).toBeGreaterThanOrEqual(3);
        expect(frames).toEqual(fragment.startsWith('scrape') ? [['undefined', 0, []]] : []);
        expect(problems).toEqual([]);
        const asked = requested.map((url) => new URL(url)).filter(({ protocol }) => protocol === 'http:');
        expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([server.url]));
      });
  });

  test('is only a text in a sentence of the API', async () => {
    const state = busyAccount();
    await browser.open(state, {}, async ({ page, goTo, press, problems }) => {
      await goTo('/account/keys');
      await press('Revoke');
      await page.waitForSelector('dialog button[type=submit]');
      for (const hostile of hostileTexts) {
        state.failure = hostile;
        await page.click('dialog button[type=submit]');
        const sentence = `document.querySelector('dialog [role=alert] p')?.textContent`;
        await page.waitForFunction(`${sentence} === ${JSON.stringify(hostile)}`, { polling: 20 });
      }

      expect(await page.evaluate(inertness)).toEqual(['undefined', 0]);
      // Each refusal is a line of the console.
      expect(problems.filter((problem) => !problem.includes('status of 503'))).toEqual([]);
    });
  });

  test('is only a text in the windows that name a key', async () => {
    for (const hostile of hostileTexts.filter((_, index) => index % 10 === 0)) {
      const state = busyAccount();
      state.keys = [{ ...state.keys[0]!, name: hostile }];
      await browser.open(state, {}, async ({ page, goTo, press, problems, textOf }) => {
        await goTo('/account/keys');
        await press('Rename');

        expect(await textOf('dialog h2')).toBe(`Rename “${hostile}”`);
        expect(await page.evaluate(inertness)).toEqual(['undefined', 0]);
        expect(problems).toEqual([]);
      });
    }
  });
});
