import type { Example } from './training-set.ts';

type IsKept = (block: number) => boolean;

const countOf = (tokens: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
};

/** F1 of the kept words against the truth's words, both as multisets. */
export function wordF1({ tokens, truthTokens }: Example, isKept: IsKept): number {
  const left = countOf(truthTokens);
  let kept = 0;
  let hits = 0;
  tokens.forEach((words, block) => {
    if (!isKept(block)) return;
    kept += words.length;
    for (const word of words) {
      const count = left.get(word) ?? 0;
      if (count === 0) continue;
      left.set(word, count - 1);
      hits += 1;
    }
  });
  if (kept + truthTokens.length === 0) return 1;
  return (2 * hits) / (kept + truthTokens.length);
}

export interface SnippetHits {
  readonly found: number;
  readonly missed: number;
  readonly unwanted: number;
}

const squash = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Counts required phrases that are found or missed, and unwanted phrases that are found. */
export function snippetHits({ texts, truth }: Example, isKept: IsKept): SnippetHits {
  const text = squash(texts.filter((_, block) => isKept(block)).join(' '));
  const isThere = (snippet: string): boolean => text.includes(squash(snippet));
  const { must = [], mustNot = [] } = truth;
  const found = must.filter(isThere).length;
  return { found, missed: must.length - found, unwanted: mustNot.filter(isThere).length };
}

/** F1 over the phrases of all pages together. */
export function snippetF1(hits: readonly SnippetHits[]): number {
  const sum = (of: (page: SnippetHits) => number): number => hits.reduce((all, page) => all + of(page), 0);
  const found = sum((page) => page.found);
  return (2 * found) / (2 * found + sum((page) => page.missed) + sum((page) => page.unwanted));
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
