import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';

import { launchBrowser } from '../launch-browser.ts';

/** A folder to keep screenshots in, for people who look at them. */
const screenshots = process.env['SCREENSHOTS'];

/** Keeps a screenshot of the whole page if somebody wants to look at it. */
export async function keep(page: Page, name: string): Promise<void> {
  if (screenshots === undefined) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

/** A browser for the tests of a file. Call it on the top level; the browser runs during the tests. */
export function testBrowser(): () => Browser {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-browser-'));
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchBrowser(directory);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(directory, { recursive: true });
  });
  return () => {
    if (browser === undefined) throw new Error('The browser runs during the tests only.');
    return browser;
  };
}
