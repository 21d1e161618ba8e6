const latinToArmenian = String.raw`A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u0386\u0388-\u0588`;
const hebrewAndArabic = String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7-\u05f4\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06ef\u06fa-\u0963`;
const toEthiopicAndOthers = String.raw`\u0970-\u0e3e\u0e40-\u1fff\u2c00-\u2dff`;
const eastAsian = String.raw`\u3005\u3041-\u3098\u309d-\u309f\u30a1-\u30fa\u30fc-\u31bf\u31f0-\u31ff\u3400-\ud7ff\uf900-\ufaff`;
const arabicForms = String.raw`\ufb1d-\ufd3d\ufd50-\ufdff\ufe70-\ufefc`;

/**
 * Letters and marks of the scripts of the basic plane, as ranges of a class, for the words within a pattern. V8 takes up to
 * 5 ms to compile each `\p{L}` when a pattern first reads a text beyond Latin-1, and 75 ms for the pattern of a date; ranges
 * take none. Digits of other scripts and a few signs are among them, so that the ends of words keep `\p{L}`.
 */
export const letterRanges = latinToArmenian + hebrewAndArabic + toEthiopicAndOthers + eastAsian + arabicForms;

/** The source of a pattern with `letterRanges` in place of each `\p{L}`, in classes and outside of them. */
export function withLetterRanges(source: string): string {
  let isInClass = false;
  return source.replaceAll(/\\p\{L\}|\\.|[[\]]/gsu, (part) => {
    if (part === '[' || part === ']') isInClass = part === '[';
    if (part !== String.raw`\p{L}`) return part;
    return isInClass ? letterRanges : `[${letterRanges}]`;
  });
}
