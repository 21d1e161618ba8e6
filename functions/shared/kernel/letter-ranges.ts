const latinToArmenian = String.raw`A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u0386\u0388-\u0588`;
const hebrewAndArabic = String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7-\u05f4\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06ef\u06fa-\u0963`;
const others = String.raw`\u0970-\u0e3e\u0e40-\u1fff\u2c00-\u2dff\u3040-\ud7ff\uf900-\ufd3d\ufd50-\ufdff\ufe70-\ufefc`;

/**
 * Letters of all scripts with their marks, as ranges of a class of characters. V8 takes up to 5 ms to compile each `\p{L}`
 * when a pattern first reads a text beyond Latin-1, and 75 ms for the pattern of a date; ranges take none. A few signs and
 * digits of other scripts are among them.
 */
export const letterRanges = latinToArmenian + hebrewAndArabic + others;

/** The source of a pattern with `letterRanges` in place of each `\p{L}`, in classes and outside of them. */
export const withLetterRanges = (source: string): string =>
  source
    .replaceAll(/(\[[^\]]*)\\p\{L\}/g, `$1${letterRanges}`)
    .replaceAll(String.raw`\p{L}`, `[${letterRanges}]`);
