import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Scheme = 'light' | 'dark';

/** What a person at the page does and sees. */
export interface Hands {
  /** The text of the first element, once it is there. */
  readonly textOf: (selector: string) => Promise<string>;
  /** Waits until the page shows a text. */
  readonly shows: (text: string) => Promise<void>;
  /** Presses the first button or link that says a text; one of an open window first. */
  readonly press: (text: string) => Promise<void>;
}

export interface Watched {
  /** Messages of the console, uncaught errors, and dialogs. */
  readonly problems: string[];
  readonly requested: string[];
}

export function watched(page: Page): Watched {
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

export const handsOf = (page: Page): Hands => ({
  textOf: async (selector: string) => {
    await page.waitForSelector(selector);
    return page.$eval(selector, (element) => element.textContent ?? '');
  },
  shows: async (text: string) => {
    const shown = `document.body.innerText.includes(${JSON.stringify(text)})`;
    await page.waitForFunction(shown, { polling: 100 });
  },
  press: async (text: string) => {
    // A locator waits until nothing moves any more: a line that arrives late would be hit instead.
    await page
      .locator(
        `::-p-xpath((//dialog//*|//main//*|//nav//*)[self::button or self::a][normalize-space()="${text}"])`,
      )
      .click();
  },
});

/** Serious and critical findings of axe-core. */
export async function axeFindings(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes[0]?.html]);
}
