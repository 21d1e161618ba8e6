import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { asking } from '../../oauth/asking.ts';
import { hostileTexts } from '../hostile-texts.ts';
import { busyAccount, newAccount } from '../account-state.ts';
import { axeFindings } from './hands.ts';
import { pageBrowser } from './open-page.ts';

/** A folder to keep screenshots in, for people who look at them. */
const screenshots = process.env['SCREENSHOTS'];

let browser: Awaited<ReturnType<typeof pageBrowser>>;
beforeAll(async () => {
  browser = await pageBrowser();
});
afterAll(() => browser.close());

/** Where a program sends a person. */
const askedAt = `/account/authorize?${String(new URLSearchParams(asking('https://winnow.example')))}`;

const paths = [
  '/account',
  '/account/keys',
  '/account/usage',
  '/account/crawls',
  '/account/crawls?crawl=crawl_running',
  '/account/webhooks',
  '/account/plans',
  '/account/settings',
  askedAt,
];

/** Every pair of a width, a scheme and a language is in one of these. */
const looks = [
  { width: 'desktop', scheme: 'light', language: 'en' },
  { width: 'desktop', scheme: 'dark', language: 'ru' },
  { width: 'phone', scheme: 'light', language: 'ru' },
  { width: 'phone', scheme: 'dark', language: 'en' },
] as const;

describe.for(looks)('the page, $width, $scheme, $language', (look) => {
  test.for(['busy', 'new'] as const)(
    'has no serious finding of axe, no complaint and no request elsewhere, for a %s account',
    async (kind) => {
      const state = kind === 'busy' ? busyAccount() : newAccount();
      await browser.open(state, look, async ({ page, goTo, problems, requested, server }) => {
        for (const path of kind === 'busy' ? paths : paths.filter((each) => !each.includes('crawl='))) {
          await goTo(path);
          await page.waitForSelector('.table, .empty, .panel, .first, .facts, .notice');
          if (screenshots !== undefined) {
            mkdirSync(screenshots, { recursive: true });
            const name = `${path.replaceAll(/\W+/g, '-').slice(0, 40)}-${kind}-${look.width}-${look.scheme}-${look.language}`;
            await page.screenshot({ path: join(screenshots, `${name.slice(1)}.png`), fullPage: true });
          }

          expect([path, await axeFindings(page)]).toEqual([path, []]);
          const overflow = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          );
          expect([path, overflow]).toEqual([path, 0]);
        }

        expect(problems).toEqual([]);
        expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([server.url]));
      });
    },
  );
});

describe('the first view', () => {
  test('takes at most 120 KB, compressed', async () => {
    await browser.open(busyAccount(), {}, async ({ page, goTo }) => {
      await goTo('/account');
      await page.waitForSelector('.chart svg');

      const loaded = (await page.evaluate(
        `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
          .map(({ name, encodedBodySize }) => [name, encodedBodySize])`,
      )) as readonly (readonly [string, number])[];
      const total = loaded.reduce((sum, [, bytes]) => sum + bytes, 0);
      expect(loaded.length).toBeGreaterThan(5);
      expect(total).toBeGreaterThan(10_000);
      expect(total).toBeLessThan(120_000);
    });
  });
});

describe('a program that asks for a key', () => {
  test.for([
    ['Allow', 'true'],
    ['Deny', 'false'],
  ] as const)('gets the answer %s by its redirect URI', async ([button, isAllowed]) => {
    await browser.open(newAccount(), {}, async ({ page, goTo, press, shows, server }) => {
      await goTo(askedAt);
      await shows('The key goes to\nthe site claude.ai');

      await press(button);

      await page.waitForFunction(`location.search.includes('isAllowed=${isAllowed}')`);
      expect(server.calls).toContain('POST /account/api/authorization');
    });
  });

  test('cannot be allowed by a press that was meant for a window over the page', async () => {
    await browser.open(newAccount(), {}, async ({ page, goTo, press, server }) => {
      await goTo(askedAt);
      await page.waitForSelector('button.primary:enabled');

      const isEnabled = await page.evaluate(`new Promise((resolve) => {
        window.dispatchEvent(new Event('focus'));
        setTimeout(() => resolve(!document.querySelector('button.primary').disabled), 50);
      })`);

      expect(isEnabled).toBe(false);
      await press('Allow');
      await page.waitForFunction("location.search.includes('isAllowed=true')");
      expect(server.calls).toContain('POST /account/api/authorization');
    });
  });

  test('is still asked for by somebody who has to sign in first', async () => {
    await browser.open({ ...newAccount(), isSignedIn: false }, {}, async ({ page, goTo, shows }) => {
      await goTo(askedAt);
      await shows('A program asks to use your account.');

      const link = new URL(
        await page.$eval('a.primary', (anchor) => (anchor as unknown as { href: string }).href),
      );

      expect(link.searchParams.get('return')).toBe('authorize');
      expect(Object.fromEntries(new URLSearchParams(link.searchParams.get('request') ?? ''))).toEqual(
        asking('https://winnow.example'),
      );
    });
  });

  test('that asks wrongly gets no answer, and the person is told why', async () => {
    await browser.open(newAccount(), {}, async ({ goTo, textOf }) => {
      await goTo('/account/authorize');

      expect(await textOf('main > p:not(.brand, .loading)')).toContain('This request cannot be allowed.');
      expect(await textOf('main [role=alert]')).toContain('client_id: must be a string');
    });
  });

  test('is inert, whatever it calls itself', async () => {
    const state = newAccount();
    const program = hostileTexts.join(' ');
    const destination = { kind: 'web', name: program } as const;
    await browser.open({ ...state, asking: { ...state.asking, program, destination } }, {}, async (open) => {
      await open.goTo(askedAt);
      await open.page.waitForSelector('.facts');

      expect(
        await open.page.evaluate(
          `[typeof window.pwned, document.querySelectorAll('main img, [onerror]').length]`,
        ),
      ).toEqual(['undefined', 0]);
      expect(open.problems).toEqual([]);
    });
  });
});
