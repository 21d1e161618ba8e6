import { describe, expect, test } from 'vitest';

import { keptTexts } from './page-blocks.ts';

describe('an item of a list', () => {
  const list = (...items: readonly string[]): string =>
    `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`;
  const keepsLyness = (html: string, chance = 0.35): boolean => keptTexts(html, chance).includes('Lyness');

  test('is kept where half of the list is, and the model nearly took it for content', () => {
    expect(keepsLyness(list('Skerry+', 'Faaborg+', 'Lyness', 'Holm'))).toBe(true);
  });

  test.for([
    ['more than half is dropped', list('Skerry+', 'Faaborg+', 'Lyness', 'Holm', 'Tarn')],
    ['the list is short', list('Skerry+', 'Faaborg+', 'Lyness')],
    ['the model takes it for something else', list('Skerry+', 'Faaborg+', 'Lyness', 'Holm'), 0.2],
  ] as const)('is not kept for its place where %s', ([, html, chance]) => {
    expect(keepsLyness(html, chance)).toBe(false);
  });
});

describe('one of many lines that are alike', () => {
  const lines = (...texts: readonly string[]): string =>
    `<div>${texts.map((text) => `<div class="line"><a href="/${text}">${text}</a></div>`).join('')}</div>`;
  const others = ['Holm', 'Tarn', 'Sumburgh', 'Eilean', 'Neist'];
  const keepsLyness = (html: string, chance = 0.35): boolean => keptTexts(html, chance).includes('Lyness');

  test('is kept where the first ones are', () => {
    expect(keepsLyness(lines('Skerry+', 'Faaborg+', ...others, 'Lyness'))).toBe(true);
  });

  test.for([
    ['the first are dropped', lines('Skerry', 'Faaborg', ...others, 'Lyness', 'Bressay+')],
    ['there are few', lines('Skerry+', 'Faaborg+', 'Lyness', 'Holm')],
    ['the model takes it for something else', lines('Skerry+', 'Faaborg+', ...others, 'Lyness'), 0.2],
  ] as const)('is not kept for its place where %s', ([, html, chance]) => {
    expect(keepsLyness(html, chance)).toBe(false);
  });
});
