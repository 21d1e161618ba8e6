import { lengthsOf } from '#shared/content/main-content/block-page.ts';
import {
  namesOf,
  oddsUnits,
  type PackedOdds,
  type PackedWordOdds,
  visitAround,
  wordsOfBlock,
  wordsOfName,
} from '#shared/content/main-content/block-word-odds.ts';

import type { Example } from './training-set.ts';

/** How much of the blocks of one page that have a word is content, as shares of the page. */
interface Mass {
  content: number;
  all: number;
}

type WordMasses = ReadonlyMap<string, Mass>;

/** What one page says of the words around and in its blocks. */
export interface PageWords {
  readonly example: Example;
  readonly page: Mass;
  readonly names: WordMasses;
  readonly texts: WordMasses;
}

/** The annotated pages that words are learned from: those of many kinds of sites. */
const setOfWords = 'wcxb-dev';

/** Numbers and years are of their page and time. */
const isPlain = (word: string): boolean => !/\d/.test(word);

function addTo(masses: Map<string, Mass>, words: Iterable<string>, share: number, weight: number): void {
  for (const word of words) {
    const mass = masses.get(word) ?? { content: 0, all: 0 };
    mass.content += weight * share;
    mass.all += weight;
    masses.set(word, mass);
  }
}

function pageWords(example: Example): PageWords {
  const { context, shares } = example;
  const { tree } = context;
  const ofNodes: (readonly string[])[] = [];
  const wordsAt = (node: number): readonly string[] =>
    (ofNodes[node] ??= namesOf(tree, node).flatMap(wordsOfName));
  const lengths = lengthsOf(tree).map((words) => Math.sqrt(words + 1));
  const length = lengths.reduce((sum, own) => sum + own, 0);
  const page: Mass = { content: 0, all: 0 };
  const names = new Map<string, Mass>();
  const texts = new Map<string, Mass>();
  tree.blocks.forEach((_, block) => {
    const share = shares[block] ?? 0;
    const weight = (lengths[block] ?? 0) / length;
    page.content += weight * share;
    page.all += weight;
    const around = new Set<string>();
    visitAround(tree, block, (node) => {
      for (const word of wordsAt(node)) around.add(word);
    });
    addTo(names, around, share, weight);
    addTo(texts, new Set(wordsOfBlock(tree, block).filter(isPlain)), share, weight);
  });
  return { example, page, names, texts };
}

export const countWords = (examples: readonly Example[]): readonly PageWords[] =>
  examples.filter(({ set, truthTokens }) => set === setOfWords && truthTokens.length > 0).map(pageWords);

/** Words that fewer sites have are names of those sites. */
const fewestSites = { names: 10, texts: 30 };
/** From this share of a page on a page has its whole say about a word. */
const fullShare = 0.05;
/** Before a word has been seen it is as likely as any block to be content, with the weight of this many pages. */
const priorPages = 2;

interface WordTotal {
  content: number;
  all: number;
  readonly sites: Set<string>;
}

const logOdds = (share: number): number => Math.log(share / (1 - share));

function oddsOf(pages: readonly PageWords[], kind: 'names' | 'texts', prior: number): PackedOdds {
  const totals = new Map<string, WordTotal>();
  for (const { example, [kind]: masses } of pages)
    for (const [word, { content, all }] of masses) {
      const total = totals.get(word) ?? { content: 0, all: 0, sites: new Set<string>() };
      const say = Math.min(1, Math.sqrt(all / fullShare));
      total.content += (say * content) / all;
      total.all += say;
      total.sites.add(example.site);
      totals.set(word, total);
    }
  const known = [...totals]
    .filter(([, { sites }]) => sites.size >= fewestSites[kind])
    .map(([word, { content, all }]): [string, number] => {
      const share = (content + priorPages * prior) / (all + priorPages);
      return [word, Math.round(oddsUnits * (logOdds(share) - logOdds(prior)))];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { words: known.map(([word]) => word).join(' '), odds: known.map(([, odds]) => odds) };
}

/** The odds of the words that the pages have. */
export function wordOdds(pages: readonly PageWords[]): PackedWordOdds {
  const content = pages.reduce((sum, { page }) => sum + page.content, 0);
  const all = pages.reduce((sum, { page }) => sum + page.all, 0);
  const prior = content / Math.max(1, all);
  return { names: oddsOf(pages, 'names', prior), texts: oddsOf(pages, 'texts', prior) };
}
