import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import { isOfWord } from '#shared/content/main-content/blocks/text-shape.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/**
 * For words that occur on many sites, the log odds that a block with the word is content, less those of blocks in
 * general.
 */
export interface WordOdds {
  /** Words of class names, ids and roles around a block. */
  readonly names: ReadonlyMap<string, number>;
  /** Words of short texts. */
  readonly texts: ReadonlyMap<string, number>;
}

/** As stored: words separated by spaces, and their odds in the same order, in units of 1 / `oddsUnits`. */
export interface PackedWordOdds {
  readonly names: PackedOdds;
  readonly texts: PackedOdds;
}

export interface PackedOdds {
  readonly words: string;
  readonly odds: readonly number[];
}

export const oddsUnits = 10;

function readOdds({ words, odds }: PackedOdds): ReadonlyMap<string, number> {
  const listed = words.split(' ');
  return new Map(odds.map((value, at) => [listed[at] ?? '', value / oddsUnits]));
}

export const readWordOdds = ({ names, texts }: PackedWordOdds): WordOdds => ({
  names: readOdds(names),
  texts: readOdds(texts),
});

const nameParts = /[A-Z]*[a-z]+|[A-Z]+/g;
/** Real names are shorter. */
const maxNameCharacters = 200;

export const wordsOfName = (name: string): string[] =>
  (name.slice(0, maxNameCharacters).match(nameParts) ?? [])
    .filter(({ length }) => length > 1)
    .map((word) => word.toLowerCase());

/** Longer texts are judged by their shape, shorter ones by their words. */
const maxTextWords = 14;

/** Words and numbers of a short block, in lower case; none of a longer one. */
export function wordsOfBlock({ blocks }: BlockTree, block: number): readonly string[] {
  const found = blocks[block];
  const words: string[] = [];
  if (found === undefined || found.shape.words > maxTextWords) return words;
  const text = found.text.toLowerCase();
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isOfWord(text.charCodeAt(at))) continue;
    if (at > start + 1) words.push(text.slice(start, at));
    start = at + 1;
  }
  return words;
}

const maxNameLevels = 12;

/** Visits the container of a block and its ancestors, nearest first. */
export function visitAround(
  tree: BlockTree,
  block: number,
  visit: (node: number, distance: number) => void,
): void {
  let node = tree.blocks[block]?.container ?? -1;
  for (let distance = 0; distance < maxNameLevels && node >= 0; distance++) {
    visit(node, distance);
    node = tree.parent[node] ?? -1;
  }
}

const namingAttributes = ['class', 'id', 'role', 'itemprop'] as const;

export function namesOf(tree: BlockTree, node: number): readonly string[] {
  const attributes = elementAt(tree, node)?.attribs;
  const names: string[] = [];
  if (attributes === undefined) return names;
  for (const attribute of namingAttributes) {
    const name = attributes[attribute];
    if (name !== undefined && name !== '') names.push(name);
  }
  return names;
}
