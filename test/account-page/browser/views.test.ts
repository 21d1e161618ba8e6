import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { busyAccount, newAccount } from '../account-state.ts';
import { axeFindings, schemes, widths } from './hands.ts';
import { pageBrowser } from './open-page.ts';

/** A folder to keep screenshots in, for people who look at them. */
const screenshots = process.env['SCREENSHOTS'];

let browser: Awaited<ReturnType<typeof pageBrowser>>;
beforeAll(async () => {
  browser = await pageBrowser();
});
afterAll(() => browser.close());

const paths = [
  '/account',
  '/account/keys',
  '/account/usage',
  '/account/crawls',
  '/account/crawls?crawl=crawl_running',
  '/account/webhooks',
  '/account/plans',
  '/account/settings',
];

const looks = (Object.keys(widths) as (keyof typeof widths)[]).flatMap((width) =>
  schemes.flatMap((scheme) => (['en', 'ru'] as const).map((language) => ({ width, scheme, language }))),
);

describe.for(looks)('the page, $width, $scheme, $language', (look) => {
  test.for(['busy', 'new'] as const)(
    'has no serious finding of axe, no complaint and no request elsewhere, for a %s account',
    async (kind) => {
      const state = kind === 'busy' ? busyAccount() : newAccount();
      await browser.open(state, look, async ({ page, goTo, problems, requested, server }) => {
        for (const path of kind === 'busy' ? paths : paths.filter((each) => !each.includes('?'))) {
          await goTo(path);
          await page.waitForSelector('.table, .empty, .panel, .first, .facts');
          if (screenshots !== undefined) {
            mkdirSync(screenshots, { recursive: true });
            const name = `${path.replaceAll(/\W+/g, '-')}-${kind}-${look.width}-${look.scheme}-${look.language}`;
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
