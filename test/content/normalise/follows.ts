import { expect, test } from 'vitest';

import { markdownOf } from '../read-page.ts';

/** What is written, what comes out, and the rule as a sentence. */
type Rule = readonly [rule: string, html: string, markdown: string];

/** One test for each rule: its HTML, as the content of a page, becomes its Markdown. */
export const follows = (rules: readonly Rule[]): void =>
  test.for(rules)('%s', async ([, html, markdown]) => {
    expect(await markdownOf(`<main>${html}</main>`)).toBe(markdown === '' ? '' : `${markdown}\n`);
  });
