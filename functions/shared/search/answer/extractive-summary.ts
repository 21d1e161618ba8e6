import { bm25 } from './bm25.ts';
import { neutralMarkdown } from './neutral-markdown.ts';
import { bestPassages, type SourcePage } from './passages.ts';
import { plainText } from '#shared/content/markdown/plain-text.ts';

const maxSentences = 8;
const maxOfOnePage = 3;
/** Shorter sentences are labels, longer ones are tables and lists without full stops. */
const sentenceCharacters = { min: 40, max: 400 } as const;
const maxPageCharacters = 40_000;

interface Sentence {
  readonly text: string;
  readonly source: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

function sentencesOf(query: string, pages: readonly SourcePage[]): readonly Sentence[] {
  const seen = new Set<string>();
  return bestPassages(query, pages, maxPageCharacters).flatMap(({ source, text }) =>
    plainText(text)
      .split('\n')
      .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
      .filter((sentence) => {
        const fits =
          sentence.length >= sentenceCharacters.min &&
          sentence.length <= sentenceCharacters.max &&
          /[.!?。！？…]["'”»)]?$/.test(sentence);
        if (!fits || seen.has(sentence)) return false;
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
