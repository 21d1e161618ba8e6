import { describe, expect, test } from 'vitest';

import { letterRanges, withLetterRanges } from '#shared/kernel/letter-ranges.ts';

describe('the ranges of letters', () => {
  const letter = new RegExp(`^[${letterRanges}]$`, 'u');
  const basicPlane = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
    sign.isWellFormed(),
  );

  test('hold the letters of the scripts of the web', () => {
    const scripts =
      'Latn Grek Cyrl Armn Geor Hebr Arab Deva Beng Guru Gujr Taml Telu Knda Mlym Sinh Thai Laoo Mymr Ethi Khmr Han Hira Kana Hang';
    const ofScripts = new RegExp(`[${scripts.replaceAll(/(\w+) ?/g, '\\p{sc=$1}')}]`, 'u');
    // Superscripts, numerals, ligatures, full-width and half-width letters are in no list of words.
    const isSpecial = (sign: string): boolean =>
      /[\u2000-\u2bff\u3006-\u303f\ufb00-\ufb17\uff00-\uffff]/u.test(sign);

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
    '・',
    '゛',
    '㎡',
    '㏍',
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

  test.for([
    [String.raw`^\[\p{L}+\]$`, '[ab]', 'ab'],
    [String.raw`^[^\s\p{L}_\p{L}]$`, '-', 'a'],
    [String.raw`^[a\]\p{L}]+$`, ']b', '-'],
    [String.raw`^[^\p{L}\]\p{L}]+$`, '--', ']'],
  ] as const)('replace each \\p{L} of %s', ([source, matched, other]) => {
    const pattern = new RegExp(withLetterRanges(source), 'u');

    expect(pattern.test(matched)).toBe(true);
    expect(pattern.test(other)).toBe(false);
  });
});
