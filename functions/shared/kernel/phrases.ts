import { withLetterRanges } from './letter-ranges.ts';

const ideographs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/** A text in the case of the phrases. `İ` has two characters in lower case, and the second, a dot, would end a word. */
export const inLowerCase = (text: string): string =>
  // Looking first takes a third of the time: hardly a text has one.
  (text.includes('İ') ? text.replaceAll('İ', 'i') : text).toLowerCase();

export interface AnyPhrase {
  /** The regular expression, for texts in lower case. */
  readonly source: string;
  /** Whether a text has one of the phrases, in capitals or not. */
  readonly isIn: (text: string) => boolean;
}

/**
 * Finds any of these phrases (sources of regular expressions, in lower case) as whole words. Languages whose words are not
 * separated have no whole words. The text is lowered: a pattern for both cases takes three times as long to compile.
 */
export function anyPhrase(phrases: readonly string[]): AnyPhrase {
  const unspaced = phrases.filter((phrase) => ideographs.test(phrase));
  const spaced = phrases.filter((phrase) => !ideographs.test(phrase));
  // One look behind for all phrases: each place of a text is looked at once, not once a phrase.
  const all = withLetterRanges(spaced.join('|'));
  const words = spaced.length === 0 ? [] : [`(?<![\\p{L}\\p{N}])(?:${all})(?![\\p{L}\\p{N}])`];
  const pattern = new RegExp([...words, ...unspaced].join('|'), 'u');
  return { source: pattern.source, isIn: (text) => pattern.test(inLowerCase(text)) };
}
