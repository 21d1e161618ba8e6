import { wordCountsOf } from '#shared/content/main-content/blocks/page.ts';
import {
  namesOf,
  oddsUnits,
  type PackedOdds,
  type PackedWordOdds,
  visitAround,
  wordsOfBlock,
  wordsOfName,
} from '#shared/content/main-content/model/word-odds.ts';

import type { Example } from './training-set.ts';

/** The blocks of one page that have a word: their content and their whole length, as shares of the page. */
interface Mass {
  content: number;
  all: number;
}

type WordMasses = ReadonlyMap<string, Mass>;

/** Word counts of one page. */
export interface PageWords {
  readonly example: Example;
  readonly page: Mass;
  /** Words of the class names, ids and roles around blocks. */
  readonly names: WordMasses;
  readonly texts: WordMasses;
}

/** Words are learned from this set only: it has many kinds of sites. */
const wordSet = 'wcxb-dev';

/** Numbers and years belong to one page or time. */
const hasNoDigit = (word: string): boolean => !/\d/.test(word);

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
  const lengths = wordCountsOf(tree).map((words) => Math.sqrt(words + 1));
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
    addTo(texts, new Set(wordsOfBlock(tree, block).filter(hasNoDigit)), share, weight);
  });
  return { example, page, names, texts };
}

export const countWords = (examples: readonly Example[]): readonly PageWords[] =>
  examples.filter(({ set, truthTokens }) => set === wordSet && truthTokens.length > 0).map(pageWords);

/** Words of fewer sites are dropped: they are specific to those sites. */
const minSites = { names: 10, texts: 30 };
/** A word counts fully on a page where it covers at least this share. */
const fullShare = 0.05;
/** Weight, in pages, of the prior: a word's blocks are as likely to be content as blocks in general. */
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
      const weight = Math.min(1, Math.sqrt(all / fullShare));
      total.content += (weight * content) / all;
      total.all += weight;
      total.sites.add(example.site);
      totals.set(word, total);
    }
  const known = [...totals]
    .filter(([, { sites }]) => sites.size >= minSites[kind])
    .map(([word, { content, all }]): [string, number] => {
      const share = (content + priorPages * prior) / (all + priorPages);
      return [word, Math.round(oddsUnits * (logOdds(share) - logOdds(prior)))];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { words: known.map(([word]) => word).join(' '), odds: known.map(([, odds]) => odds) };
}

/** For each word, the log odds that a block with it is content, less those of blocks in general. */
export function wordOdds(pages: readonly PageWords[]): PackedWordOdds {
  const content = pages.reduce((sum, { page }) => sum + page.content, 0);
  const all = pages.reduce((sum, { page }) => sum + page.all, 0);
  const prior = content / Math.max(1, all);
  return { names: oddsOf(pages, 'names', prior), texts: oddsOf(pages, 'texts', prior) };
}
