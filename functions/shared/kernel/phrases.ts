const ideographs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;

/**
 * Finds any of these phrases (sources of regular expressions) as whole words, in upper or lower case. Languages whose
 * words are not separated have no whole words.
 */
export function anyPhrase(phrases: readonly string[]): RegExp {
  const unspaced = phrases.filter((phrase) => ideographs.test(phrase));
  const spaced = phrases.filter((phrase) => !ideographs.test(phrase));
  // One look behind for all phrases: each place of a text is looked at once, not once a phrase.
  const words = spaced.length === 0 ? [] : [`(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{N}])`];
  return new RegExp([...words, ...unspaced].join('|'), 'iu');
}
