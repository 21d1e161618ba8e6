import { bm25 } from './bm25.ts';
import { neutralMarkdown } from './neutral-markdown.ts';
import { bestPassages, type SourcePage } from './passages.ts';
import { queryWords } from './query-words.ts';
import { plainText } from '#shared/content/markdown/plain-text.ts';

const maxSentences = 8;
const maxOfOnePage = 3;
/** Shorter sentences are labels, longer ones are tables and lists without full stops. */
const sentenceCharacters = { min: 40, max: 400 } as const;
/** Chinese and Japanese write as many words in a third of the characters. */
const minWords = 8;
/** The end of a sentence in any script, such as the danda of Hindi, or an ellipsis. */
const endsSentence = /[\p{Sentence_Terminal}…]["'”’»)」』]?$/u;
/** These scripts have no stop: spaces are between sentences, and between their parts. */
const withoutStops = /^[^\p{L}]*[\p{sc=Thai}\p{sc=Lao}]/u;
const clauseCharacters = 120;
const maxPageCharacters = 40_000;

interface Sentence {
  readonly text: string;
  readonly source: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The parts of a line at its spaces, joined to about `clauseCharacters`. */
function clausesOf(line: string): readonly string[] {
  const clauses: string[] = [];
  for (const part of line.split(/\s+/)) {
    const last = clauses.at(-1);
    if (last === undefined || last.length >= clauseCharacters) clauses.push(part);
    else clauses[clauses.length - 1] = `${last} ${part}`;
  }
  return clauses;
}

const partsOf = (line: string): readonly string[] =>
  withoutStops.test(line)
    ? clausesOf(line)
    : Array.from(segmenter.segment(line), ({ segment }) => segment.trim());

function isSentence(text: string): boolean {
  if (text.length > sentenceCharacters.max || !(withoutStops.test(text) || endsSentence.test(text)))
    return false;
  return text.length >= sentenceCharacters.min || queryWords(text).length >= minWords;
}

function sentencesOf(query: string, pages: readonly SourcePage[]): readonly Sentence[] {
  const seen = new Set<string>();
  return bestPassages(query, pages, maxPageCharacters).flatMap(({ source, text }) =>
    plainText(text)
      .split('\n')
      .flatMap(partsOf)
      .filter((sentence) => {
        if (!isSentence(sentence) || seen.has(sentence)) return false;
        seen.add(sentence);
        return true;
      })
      .map((sentence) => ({ text: sentence, source })),
  );
}

/** Tags, links and citations spelled out in a sentence stay plain text, as on its page. */
const asWords = (text: string, pages: readonly SourcePage[]): string =>
  neutralMarkdown(text, {
    urls: pages.map(({ url }) => url),
    showsEmail: () => true,
    citation: (cited) => cited.replaceAll(/[[\]]/g, String.raw`\$&`),
  });

/**
 * The sentences of the pages that answer the query best, word for word, each with the number of its source and
 * without URLs that are no source. `undefined` when no page has a sentence.
 */
export function extractiveSummary(query: string, pages: readonly SourcePage[]): string | undefined {
  const sentences = sentencesOf(query, pages);
  const relevance = bm25(
    query,
    sentences.map(({ text }) => text),
  );
  const ranked = sentences
    .map((sentence, index) => ({ ...sentence, index, score: relevance[index] ?? 0 }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const ofPage = new Map<number, number>();
  const chosen = ranked
    .filter(({ source }) => {
      const count = (ofPage.get(source) ?? 0) + 1;
      ofPage.set(source, count);
      return count <= maxOfOnePage;
    })
    .slice(0, maxSentences)
    .toSorted((a, b) => a.index - b.index);
  if (chosen.length === 0) return undefined;
  return `${chosen.map(({ text, source }) => `- ${asWords(text, pages)} [${source}]`).join('\n')}\n`;
}
