import { type ChildNode, type Element, isTag } from 'domhandler';

import { phraseMarks } from './phrases.ts';
import { headingNames } from '#shared/content/dom/html-elements.ts';
import type { BlockTree } from './tree.ts';

/** Sums over runs of blocks in constant time: `over(from, to)` adds the blocks `from … to - 1`. */
export class RunningSum {
  private readonly upTo: Float64Array;

  constructor(count: number, value: (block: number) => number) {
    this.upTo = new Float64Array(count + 1);
    for (let at = 0; at < count; at++) this.upTo[at + 1] = (this.upTo[at] ?? 0) + value(at);
  }

  over(from: number, to: number): number {
    return (this.upTo[to] ?? 0) - (this.upTo[from] ?? 0);
  }
}

/** Added to the words of each block, so that a run of blocks without words (images) has a weight. */
const baseWeight = 0.5;

export const weightOf = ({ blocks }: BlockTree, block: number): number =>
  (blocks[block]?.shape.words ?? 0) + baseWeight;

export const weighedSum = (tree: BlockTree, value: (block: number) => number): RunningSum =>
  new RunningSum(tree.blocks.length, (block) => weightOf(tree, block) * value(block));

/** Prose is long enough to be a paragraph and has few words in links. */
const minProseWords = 12;
const maxProseLinkShare = 0.34;

export interface BlockPage {
  readonly tree: BlockTree;
  readonly count: number;
  readonly words: RunningSum;
  readonly linkWords: RunningSum;
  readonly prose: RunningSum;
  readonly headings: RunningSum;
  /** 1–6 for headings, 0 for other blocks. */
  readonly headingLevel: Uint8Array;
  /** For each node, the nearest ancestor that holds more blocks; -1 at the top. */
  readonly wider: Int32Array;
  readonly tags: ReadonlyMap<string, number>;
  /** For each of `phraseMarks`, the number of blocks that say one of its phrases. */
  readonly saying: readonly number[];
}

export function wordCountsOf({ blocks }: BlockTree): Float32Array {
  const lengths = new Float32Array(blocks.length);
  blocks.forEach(({ shape }, block) => {
    lengths[block] = shape.words;
  });
  return lengths;
}

/** Elements around the text of a page, which operate the site or stand beside the text. */
export const frameNames: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside', 'form']);

export const nameOf = (tree: BlockTree, node: number): string => {
  const found: ChildNode | undefined = tree.nodes[node];
  return found !== undefined && isTag(found) ? found.name : '';
};

export const elementAt = (tree: BlockTree, node: number): Element | undefined => {
  const found = tree.nodes[node];
  return found !== undefined && isTag(found) ? found : undefined;
};

/** The nodes that pass the test, in document order. */
export function nodesThat(tree: BlockTree, test: (node: number) => boolean): readonly number[] {
  const found: number[] = [];
  for (let node = 0; node < tree.nodes.length; node++) if (test(node)) found.push(node);
  return found;
}

/** Where a link leads; `undefined` for other nodes. */
export const hrefOf = (tree: BlockTree, node: number): string | undefined =>
  nameOf(tree, node) === 'a' ? elementAt(tree, node)?.attribs['href'] : undefined;

/** The nearest of a node and its ancestors, `levels` at most, that passes the test; -1 when none does. */
export function nodeAround(
  tree: BlockTree,
  from: number,
  levels: number,
  test: (node: number) => boolean,
): number {
  let node = from;
  for (let level = 0; level < levels && node >= 0; level++) {
    if (test(node)) return node;
    node = tree.parent[node] ?? -1;
  }
  return -1;
}

/** How far up a heading tag is looked for: `<h2><a><span>…` is a heading, `<h2><div><p>` is not. */
const maxHeadingLevels = 3;

function headingLevelOf(tree: BlockTree, block: number): number {
  let node = tree.blocks[block]?.container ?? -1;
  for (let up = 0; up < maxHeadingLevels && node >= 0; up++) {
    const level = headingNames.findIndex((name) => name === nameOf(tree, node)) + 1;
    if (level > 0) return level;
    if ((tree.to[node] ?? 0) - (tree.from[node] ?? 0) > 1) return 0;
    node = tree.parent[node] ?? -1;
  }
  return 0;
}

export const isWithin = (tree: BlockTree, block: number, node: number): boolean =>
  node < 0 || (block >= (tree.from[node] ?? 0) && block < (tree.to[node] ?? 0));

const sizeOf = (tree: BlockTree, node: number): number => (tree.to[node] ?? 0) - (tree.from[node] ?? 0);

function widerNodes(tree: BlockTree): Int32Array {
  const wider = new Int32Array(tree.nodes.length).fill(-1);
  for (let node = 0; node < wider.length; node++) {
    const above = tree.parent[node] ?? -1;
    if (above < 0) continue;
    wider[node] = sizeOf(tree, above) > sizeOf(tree, node) ? above : (wider[above] ?? -1);
  }
  return wider;
}

function tagCounts(tree: BlockTree): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const node of tree.nodes) if (isTag(node)) counts.set(node.name, (counts.get(node.name) ?? 0) + 1);
  return counts;
}

function phraseCounts({ blocks }: BlockTree): readonly number[] {
  const counts = phraseMarks.map(() => 0);
  for (const { phrases } of blocks)
    for (let mark = 0; phrases >>> mark !== 0; mark++)
      counts[mark] = (counts[mark] ?? 0) + ((phrases >>> mark) & 1);
  return counts;
}

export function blockPage(tree: BlockTree): BlockPage {
  const { blocks } = tree;
  const count = blocks.length;
  const headingLevel = new Uint8Array(count);
  for (let block = 0; block < count; block++) headingLevel[block] = headingLevelOf(tree, block);
  const shapeSum = (value: (block: (typeof blocks)[number]) => number) =>
    new RunningSum(count, (at) => {
      const block = blocks[at];
      return block === undefined ? 0 : value(block);
    });
  return {
    tree,
    count,
    words: shapeSum(({ shape }) => shape.words),
    linkWords: shapeSum((block) => block.linkWords),
    prose: shapeSum(({ shape, linkWords }) =>
      shape.words >= minProseWords && linkWords < shape.words * maxProseLinkShare ? shape.words : 0,
    ),
    headings: new RunningSum(count, (at) => ((headingLevel[at] ?? 0) > 0 ? 1 : 0)),
    headingLevel,
    wider: widerNodes(tree),
    tags: tagCounts(tree),
    saying: phraseCounts(tree),
  };
}

/** Whether two blocks are in elements of the same name and class, in the same element. */
export function areSiblings({ tree }: BlockPage, one: number, other: number): boolean {
  const first = tree.blocks[one]?.container ?? -1;
  const second = tree.blocks[other]?.container ?? -1;
  if (first < 0 || tree.parent[first] !== tree.parent[second]) return false;
  const [a, b] = [elementAt(tree, first), elementAt(tree, second)];
  return a?.name === b?.name && a?.attribs['class'] === b?.attribs['class'];
}
