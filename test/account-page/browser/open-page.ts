import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'puppeteer-core';

import { launchBrowser } from '../../launch-browser.ts';
import { makeAccountPage } from '../../../lib/make-account-page.ts';
import { type AccountServer, startAccountServer } from '../account-server.ts';
import type { AccountState } from '../account-state.ts';
import { type Hands, handsOf, type Scheme, watched, type Watched, widths } from './hands.ts';

export interface Look {
  readonly width?: keyof typeof widths;
  readonly scheme?: Scheme;
  readonly language?: 'en' | 'ru';
}

export interface OpenPage extends Hands, Watched {
  readonly page: Page;
  readonly server: AccountServer;
  /** Goes to a view and waits for its heading. */
  readonly goTo: (path: string) => Promise<void>;
}

const maxWaitMs = 15_000;

/** The page, built once, and a browser for it. */
export async function pageBrowser() {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-account-page-'));
  const files = join(directory, 'files');
  await makeAccountPage(files);
  const browser = await launchBrowser(directory);
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
      `if (window === top && localStorage.getItem('winnow-language') === null) localStorage.setItem('winnow-language', '${language}')`,
    );
    const goTo = async (path: string) => {
      await page.goto(server.url + path);
      await page.waitForSelector('h1');
    };
    return await work({ page, server, goTo, ...watched(page), ...handsOf(page) });
  } finally {
    await context.close();
    await server.close();
  }
}
