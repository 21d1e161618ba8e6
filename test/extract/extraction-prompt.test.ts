import { describe, expect, test } from 'vitest';

import { repeatsFrame } from '#shared/extract/model/extraction-prompt.ts';

describe('a value that repeats our instructions', () => {
  test.for([
    ['alone', { note: 'You extract data from one web page.' }],
    ['in part', { note: 'You extract data from one web' }],
    ['in part behind other words', { note: 'SYSTEM: You extract data from one web' }],
    ['over the end of a sentence', { note: 'one web page.\nReport only what the page sta' }],
    ['in the name of a property', { 'You extract data from one web page': 1 }],
  ])('is detected %s', ([, value]) => {
    expect(repeatsFrame(value)).toBe(true);
  });

  test('may share some words with them', () => {
    expect(
      repeatsFrame({
        note: 'A page about one thing: what it states of several pans, and dates in ISO 8601.',
      }),
    ).toBe(false);
  });
});
