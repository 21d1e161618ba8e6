import type { BlockTree } from './block-tree.ts';

/** What the page's JSON-LD says its content is. */
export interface DeclaredText {
  /** Words of the longest article body, 0 without one. */
  readonly bodyWords: number;
  /** For every block, the share of its word pairs that the declared article body has. */
  readonly inBody: Float32Array;
  /** The same for descriptions and review texts. */
  readonly inDescription: Float32Array;
  readonly types: ReadonlySet<string>;
}

const bodyKeys = new Set(['articleBody', 'text', 'reviewBody', 'acceptedAnswer']);
const descriptionKeys = new Set(['description', 'abstract', 'headline', 'name']);
const mostValues = 5_000;
const longestText = 200_000;

interface Collected {
  readonly bodies: string[];
  readonly descriptions: string[];
  readonly types: Set<string>;
}

function collect(roots: readonly unknown[]): Collected {
  const found: Collected = { bodies: [], descriptions: [], types: new Set() };
  const waiting: unknown[] = [...roots];
  for (let seen = 0; waiting.length > 0 && seen < mostValues; seen++) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (typeof child === 'string') {
        if (key === '@type') found.types.add(child);
        if (bodyKeys.has(key)) found.bodies.push(child);
        if (descriptionKeys.has(key)) found.descriptions.push(child);
      } else if (typeof child === 'object') waiting.push(child);
    }
  }
  return found;
}

const wordsOf = (text: string): string[] =>
  text
    .slice(0, longestText)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function pairsOf(words: readonly string[]): string[] {
  if (words.length < 2) return [...words];
  return words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`);
}

function shareWithin(tree: BlockTree, texts: readonly string[]): Float32Array {
  const shares = new Float32Array(tree.blocks.length);
  const pairs = new Set(texts.flatMap((text) => pairsOf(wordsOf(text))));
  if (pairs.size === 0) return shares;
  tree.blocks.forEach(({ text }, at) => {
    const own = pairsOf(wordsOf(text));
    if (own.length > 0) shares[at] = own.filter((pair) => pairs.has(pair)).length / own.length;
  });
  return shares;
}

export function declaredText(tree: BlockTree, jsonLd: readonly unknown[]): DeclaredText {
  const { bodies, descriptions, types } = collect(jsonLd);
  return {
    bodyWords: bodies.reduce((most, text) => Math.max(most, wordsOf(text).length), 0),
    inBody: shareWithin(tree, bodies),
    inDescription: shareWithin(tree, [...descriptions, tree.description]),
    types,
  };
}
