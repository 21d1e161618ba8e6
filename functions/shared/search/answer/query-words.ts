const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The words of a text in any script, in order, lower case and normalised (NFKC). */
export function queryWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase()))
    if (isWordLike === true) words.push(segment);
  return words;
}

/** Share of the query's distinct words that are in a text, 0 to 1. */
export function lexicalMatch(query: string, text: string): number {
  const wanted = new Set(queryWords(query));
  if (wanted.size === 0) return 0;
  const found = new Set(queryWords(text));
  return [...wanted].filter((word) => found.has(word)).length / wanted.size;
}
