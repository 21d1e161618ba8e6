import { describe, expect, test } from 'vitest';

import { letterRanges, withLetterRanges } from '#shared/kernel/letter-ranges.ts';

describe('the ranges of letters', () => {
  const letter = new RegExp(`^[${letterRanges}]$`, 'u');
  const basicPlane = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
    sign.isWellFormed(),
  );

  test('hold the letters of every script on the web', () => {
    const scripts = 'Latn Grek Cyrl Armn Hebr Arab Deva Beng Thai Han Hira Kana Hang'.split(' ');
    const ofScripts = new RegExp(`[${scripts.map((script) => `\\p{sc=${script}}`).join('')}]`, 'u');
    // Superscripts, numerals and full-width letters are in no list of words.
    const isSpecial = (sign: string): boolean =>
      /[\u2000-\u2bff\u3000-\u303f\ua640-\uabff\ufb00-\uffff]/u.test(sign);

    const missed = basicPlane.filter(
      (sign) => ofScripts.test(sign) && /\p{L}/u.test(sign) && !isSpecial(sign) && !letter.test(sign),
    );

    expect(missed).toEqual([]);
  });

  test.for([
    ' ',
    '-',
    '.',
    ',',
    '،',
    '؛',
    '؟',
    '۔',
    '।',
    '×',
    '÷',
    '5',
    '٥',
    '۵',
    '’',
    '«',
    '฿',
    '、',
    '。',
    '\u00a0',
  ])('do not hold %j', (sign) => {
    expect(letter.test(sign)).toBe(false);
  });

  test('stand for letters in classes and outside of them', () => {
    const words = new RegExp(withLetterRanges(String.raw`^(?:[\p{L}’']+ ){1,2}\p{L}+$`), 'iu');

    expect(words.test("l'été Ночь")).toBe(true);
    expect(words.test('un deux ÅNGSTRÖM')).toBe(true);
    expect(words.test('un 2 trois')).toBe(false);
  });
});
