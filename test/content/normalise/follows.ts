import { expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';

/** A rule as a sentence, the HTML of a page, and the Markdown that it becomes. */
type Rule = readonly [rule: string, html: string, markdown: string];

/** Makes a test of each rule. */
export const follows = (rules: readonly Rule[]): void =>
  test.for(rules)('%s', async ([, html, markdown]) => {
    expect(await markdownOf(`<main>${html}</main>`)).toBe(markdown === '' ? '' : `${markdown}\n`);
  });
