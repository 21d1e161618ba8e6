import { describe, expect, test } from 'vitest';

import { keptTexts, paragraph, sentence } from './page-blocks.ts';

describe('the term of a kept definition', () => {
  const list = '<dl><dt>Reviews</dt><dd></dd><dt>Wood</dt><dd>Oak+</dd><dt>Light</dt><dd>None</dd></dl>';

  test('is kept, so that the definition has no other', () => {
    expect(keptTexts(`${list}${paragraph('Skerry')}`, 0.01)).toEqual([
      'Wood',
      'Oak+',
      `${sentence('Skerry')}+`,
    ]);
  });

  test('is kept with the other terms of the definition', () => {
    expect(
      keptTexts('<dl><dt>-h</dt><dt>--help</dt><dd>Prints help+</dd><dt>-v</dt><dd>None</dd></dl>', 0.01),
    ).toEqual(['-h', '--help', 'Prints help+']);
  });

  test('is not kept when it is a text of its own', () => {
    const long = `${sentence('Aland')} ${sentence('Dover')}`;

    expect(keptTexts(`<dl><dt>${long}</dt><dd>Oak+</dd></dl>`, 0.01)).toEqual(['Oak+']);
  });
});
