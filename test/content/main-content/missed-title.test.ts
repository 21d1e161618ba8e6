import { describe, expect, test } from 'vitest';

import { keptTexts, paragraph } from './page-blocks.ts';

describe('the first heading of the first level above the text', () => {
  const page = (heading: string): string =>
    `<div><h1>${heading}</h1></div><div><h2>The lamp at Skerry+</h2>${paragraph('Skerry')}</div>`;

  test('is kept, as a headline is', () => {
    expect(keptTexts(page('Tides'))).toContain('Tides');
  });

  test('is not kept where it is the logo of the site', () => {
    expect(keptTexts(page('<a href="/">Tides</a>'), 0.02)).not.toContain('Tides');
    expect(keptTexts(page('<a href="/tides">Tides</a>'), 0.02)).toContain('Tides');
  });
});
