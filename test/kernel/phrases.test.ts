import { describe, expect, test } from 'vitest';

import consentWords from '#shared/content/normalise/consent-words.json' with { type: 'json' };
import { anyPhrase } from '#shared/kernel/phrases.ts';

describe('phrases', () => {
  test.for([
    ['a mark', 'مسجلا', 'أن تكون مسجلاً لإضافة'],
    ['a sign of another script', 'contact us', '・Contact us・'],
    ['a sign', '\\p{L}+ cookies', 'our cookies!'],
  ])('end before %s', ([, phrase = '', text = '']) => {
    expect(anyPhrase([phrase]).test(text)).toBe(true);
  });

  test.for(['contact usé', 'acontact us', '2contact us'])('are whole words: not in %j', (text) => {
    expect(anyPhrase(['contact us']).test(text)).toBe(false);
  });

  test('about cookies are in lower case, like the text that they are looked for in', () => {
    const written = Object.values(consentWords.texts)
      .flat()
      .map((phrase) => phrase.replaceAll(/\\p\{\w+(?:=\w+)?\}/g, ''));

    expect(written.filter((phrase) => phrase !== phrase.toLowerCase())).toEqual([]);
  });
});
