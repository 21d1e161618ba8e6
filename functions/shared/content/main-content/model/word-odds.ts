import { elementAt } from '#shared/content/main-content/blocks/page.ts';
import { isOfWord } from '#shared/content/main-content/blocks/text-shape.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/**
 * For words that were met on many sites, how much more likely a block is content that has them: the logarithm
 * of the odds, less that of blocks in general. Words that say nothing are missing.
 */
export interface WordOdds {
  /** Of class names, ids and the like around a block. */
  readonly names: ReadonlyMap<string, number>;
  /** Of short texts. */
  readonly texts: ReadonlyMap<string, number>;
}

/** As they are stored: words parted by spaces, odds in the same order, in units of 1 / `oddsUnits`. */
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
/** Names are cut to a length that no honest page reaches. */
const longestName = 200;

/** Words of a class list, id or role, in lower case. */
export const wordsOfName = (name: string): string[] =>
  (name.slice(0, longestName).match(nameParts) ?? [])
    .filter(({ length }) => length > 1)
    .map((word) => word.toLowerCase());

/** Longer texts are judged by their shape; in short ones single words tell. */
const mostWords = 14;

/** Words and numbers of a short block, in lower case; none of a longer one. */
export function wordsOfBlock({ blocks }: BlockTree, block: number): readonly string[] {
  const found = blocks[block];
  const words: string[] = [];
  if (found === undefined || found.shape.words > mostWords) return words;
  const text = found.text.toLowerCase();
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isOfWord(text.charCodeAt(at))) continue;
    if (at > start + 1) words.push(text.slice(start, at));
    start = at + 1;
  }
  return words;
}

/** How far above a block names count. */
const namesReach = 12;

/** Asks of the container of a block and of what is around it, nearest first. */
export function visitAround(
  tree: BlockTree,
  block: number,
  visit: (node: number, distance: number) => void,
): void {
  let node = tree.blocks[block]?.container ?? -1;
  for (let distance = 0; distance < namesReach && node >= 0; distance++) {
    visit(node, distance);
    node = tree.parent[node] ?? -1;
  }
}

const namingAttributes = ['class', 'id', 'role', 'itemprop'] as const;

/** The values of a node that name it. */
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
