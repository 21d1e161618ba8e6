import { describe, expect, test } from 'vitest';

import { markdownOf } from './read-page.ts';

describe('a list that stands where an item of a list should be', () => {
  test('is written as items, those of several lists after each other', async () => {
    expect(await markdownOf('<ul><ul><li>Rope</ul><ul><li>Lamp<li>Oil</ul>')).toBe('- Rope\n- Lamp\n- Oil\n');
  });

  test.for([
    [
      'a list in it',
      '<ul><ul class="in"><li>a</li><ul><li>a1</li></ul></ul><li>c</li></ul>',
      '- a\n  - a1\n',
    ],
    ['loose text in it', '<ul><ul class="in">loose<li>a</li></ul><li>c</li></ul>', '- loose\n- a\n'],
    [
      'loose text in a list that an item indents',
      '<ul><li><ul class="in">loose<li>a</li></ul></li><li>c</li></ul>',
      '- loose\n- a\n',
    ],
  ])('keeps %s where only this list is asked for', async ([, html = '', markdown]) => {
    expect(await markdownOf(html, { includeTags: ['.in'] })).toBe(markdown);
  });

  test('stays a list of its own when it is numbered, or a list of lists', async () => {
    expect(await markdownOf('<ol><ol><li>Rope</ol><li>Oil</ol>')).toBe('1. 1. Rope\n2. Oil\n');
    expect(await markdownOf('<ul><ul><li><ul><li>a</ul><li><ul><li>b</ul></ul></ul>')).toBe(
      '- - - a\n  - - b\n',
    );
  });
});
