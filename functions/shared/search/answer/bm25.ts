import { queryWords } from './query-words.ts';

/** Robertson and Zaragoza, “The Probabilistic Relevance Framework: BM25 and Beyond” (2009), section 3.2. */
const saturation = 1.2;
const lengthWeight = 0.75;

/** The relevance of each text to the query, among these texts; 0 for a text without a word of the query. */
export function bm25(query: string, texts: readonly string[]): readonly number[] {
  const terms = [...new Set(queryWords(query))];
  const documents = texts.map((text) => {
    const words = queryWords(text);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { length: words.length, counts };
  });
  const meanLength = Math.max(1, documents.reduce((sum, { length }) => sum + length, 0) / texts.length);
  const rarity = terms.map((term) => {
    const having = documents.filter(({ counts }) => counts.has(term)).length;
    return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
  });
  return documents.map(({ length, counts }) => {
    const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / meanLength);
    return terms.reduce((sum, term, index) => {
      const count = counts.get(term) ?? 0;
      return sum + ((rarity[index] ?? 0) * count * (saturation + 1)) / (count + norm);
    }, 0);
  });
}
