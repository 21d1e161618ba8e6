const ideographs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/**
 * Finds any of these phrases (sources of regular expressions) as whole words, in upper or lower case. Languages whose
 * words are not separated have no whole words.
 */
export const anyPhrase = (phrases: readonly string[]): RegExp =>
  new RegExp(
    phrases
      .map((phrase) =>
        ideographs.test(phrase) ? phrase : `(?<![\\p{L}\\p{N}])(?:${phrase})(?![\\p{L}\\p{N}])`,
      )
      .join('|'),
    'iu',
  );
