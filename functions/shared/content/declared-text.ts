import type { BlockTree } from './block-tree.ts';
import { wordsOf } from './words.ts';

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

/** The words that follow each word somewhere in the texts; a text of one word is followed by nothing. */
function followersIn(texts: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const followers = new Map<string, Set<string>>();
  for (const text of texts) {
    const words = wordsOf(text.slice(0, longestText));
    const last = Math.max(1, words.length - 1);
    for (const [at, word] of words.slice(0, last).entries()) {
      const own = followers.get(word) ?? new Set();
      followers.set(word, own.add(words[at + 1] ?? ''));
    }
  }
  return followers;
}

function shareWithin(tree: BlockTree, texts: readonly string[]): Float32Array {
  const shares = new Float32Array(tree.blocks.length);
  const followers = followersIn(texts);
  if (followers.size === 0) return shares;
  tree.blocks.forEach(({ text }, block) => {
    const words = wordsOf(text);
    const pairs = Math.max(1, words.length - 1);
    let found = 0;
    for (let at = 0; at < pairs; at++)
      if (followers.get(words[at] ?? '')?.has(words[at + 1] ?? '') === true) found += 1;
    shares[block] = found / pairs;
  });
  return shares;
}

export function declaredText(tree: BlockTree, jsonLd: readonly unknown[]): DeclaredText {
  const { bodies, descriptions, types } = collect(jsonLd);
  return {
    bodyWords: bodies.reduce((most, text) => Math.max(most, wordsOf(text.slice(0, longestText)).length), 0),
    inBody: shareWithin(tree, bodies),
    inDescription: shareWithin(tree, [...descriptions, tree.description]),
    types,
  };
}
