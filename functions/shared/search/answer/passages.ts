import { bm25 } from './bm25.ts';

/** A page as the analysis reads it. Its number in citations is its position in the list, from 1. */
export interface SourcePage {
  readonly url: string;
  readonly title: string;
  readonly markdown: string;
}

export interface Passage {
  /** The number of its page in citations. */
  readonly source: number;
  /** Index within the page. */
  readonly position: number;
  readonly text: string;
}

const passageCharacters = 900;
/** Of one page: more would never be chosen, and pages may have megabytes. */
const maxPageCharacters = 200_000;

/** Blank lines between paragraphs, also within quotations. */
const blankLines = /\n(?:[>\t ]*\n)+/;

/** Splits a page at blank lines into passages of about `passageCharacters`, and longer paragraphs at the limit. */
function passagesOf({ markdown }: SourcePage, source: number): readonly Passage[] {
  const texts: string[] = [];
  let current = '';
  for (const paragraph of markdown.slice(0, maxPageCharacters).split(blankLines)) {
    if (current !== '' && current.length + paragraph.length > passageCharacters) {
      texts.push(current);
      current = '';
    }
    current = current === '' ? paragraph : `${current}\n\n${paragraph}`;
    while (current.length > 2 * passageCharacters) {
      texts.push(current.slice(0, passageCharacters));
      current = current.slice(passageCharacters);
    }
  }
  return [...texts, current]
    .filter((text) => /\S/.test(text))
    .map((text, position) => ({ source, position, text }));
}

/**
 * The passages that answer the query best, at most `characters` in total, in the order of the pages. The best passage
 * of each page is always among them, so that no page is cited unread.
 */
export function bestPassages(
  query: string,
  pages: readonly SourcePage[],
  characters: number,
): readonly Passage[] {
  const all = pages.flatMap((page, index) => passagesOf(page, index + 1));
  const relevance = bm25(
    query,
    all.map(({ text }) => text),
  );
  const ranked = all
    .map((passage, index) => ({ passage, score: relevance[index] ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ passage }) => passage);
  const firstOfPages = pages.flatMap((_page, index) =>
    ranked.filter(({ source }) => source === index + 1).slice(0, 1),
  );
  const chosen = new Set<Passage>();
  let used = 0;
  for (const passage of [...firstOfPages, ...ranked]) {
    if (chosen.has(passage) || used + passage.text.length > characters) continue;
    chosen.add(passage);
    used += passage.text.length;
  }
  return [...chosen].toSorted((a, b) => a.source - b.source || a.position - b.position);
}
