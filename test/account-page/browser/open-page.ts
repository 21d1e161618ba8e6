import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AxeResults } from 'axe-core';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { inject } from 'vitest';

import { makeAccountPage } from '../../../lib/make-account-page.ts';
import { type AccountServer, startAccountServer } from '../account-server.ts';
import type { AccountState } from '../account-state.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
export const schemes = ['light', 'dark'] as const;

export interface Look {
  readonly width?: keyof typeof widths;
  readonly scheme?: (typeof schemes)[number];
  readonly language?: 'en' | 'ru';
}

export interface OpenPage {
  readonly page: Page;
  readonly server: AccountServer;
  /** Messages of the console, uncaught errors, failed requests, and dialogs. */
  readonly problems: readonly string[];
  readonly requested: readonly string[];
  /** Goes to a view and waits for its heading. */
  readonly goTo: (path: string) => Promise<void>;
  /** The text of the first element, once it is there. */
  readonly textOf: (selector: string) => Promise<string>;
  /** Waits until the page shows a text. */
  readonly shows: (text: string) => Promise<void>;
  /** Presses the visible button or link that says a text. */
  readonly press: (text: string) => Promise<void>;
}

const maxWaitMs = 15_000;

/** The page, built once, and a browser for it. */
export async function pageBrowser() {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-account-page-'));
  const files = join(directory, 'files');
  await makeAccountPage(files);
  const chromium = inject('browser');
  const browser = await launch({
    executablePath: chromium.executablePath,
    env: { ...chromium.environment },
    headless: 'shell',
    pipe: true,
    userDataDir: join(directory, 'profile'),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return {
    files,
    open: <T>(state: AccountState, look: Look, work: (open: OpenPage) => Promise<T>) =>
      withPage(browser, files, { state, look }, work),
    close: async () => {
      await browser.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Opening {
  readonly state: AccountState;
  readonly look: Look;
}

async function withPage<T>(
  browser: Browser,
  files: string,
  { state, look: { width = 'desktop', scheme = 'light', language = 'en' } }: Opening,
  work: (open: OpenPage) => Promise<T>,
): Promise<T> {
  const server = await startAccountServer(files, state);
  const context = await browser.createBrowserContext();
  try {
    await context.overridePermissions(server.url, ['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.setDefaultTimeout(maxWaitMs);
    await page.setViewport(widths[width]);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.evaluateOnNewDocument(
      `if (localStorage.getItem('winnow-language') === null) localStorage.setItem('winnow-language', '${language}')`,
    );
    return await work({ page, server, ...watched(page), ...hands(page, server) });
  } finally {
    await context.close();
    await server.close();
  }
}

function watched(page: Page) {
  const problems: string[] = [];
  const requested: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => requested.push(request.url()));
  return { problems, requested };
}

const hands = (page: Page, server: AccountServer) => ({
  goTo: async (path: string) => {
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
  },
  textOf: async (selector: string) => {
    await page.waitForSelector(selector);
    return page.$eval(selector, (element) => element.textContent ?? '');
  },
  shows: async (text: string) => {
    const shown = `document.body.innerText.includes(${JSON.stringify(text)})`;
    await page.waitForFunction(shown, { polling: 100 });
  },
  press: async (text: string) => {
    const button = await page.waitForSelector(
      `::-p-xpath((//dialog//*|//main//*|//nav//*)[self::button or self::a][normalize-space()="${text}"])`,
    );
    await button?.click();
  },
});

/** Serious and critical findings of axe-core. */
export async function axeFindings(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes[0]?.html]);
}
