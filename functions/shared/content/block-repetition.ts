import type { BlockPage } from './block-page.ts';
import { elementAt } from './block-page.ts';
import type { BlockTree } from './block-tree.ts';

/** Blocks that the page sets in the same way: same tags and classes around them. */
export interface BlockGroup {
  readonly number: number;
  blocks: number;
  words: number;
  linkWords: number;
  prose: number;
  first: number;
  last: number;
}

export interface Repetition {
  readonly groupOf: readonly BlockGroup[];
  /** For every node, how many siblings look like it, itself included. */
  readonly alike: Int32Array;
}

const digits = /\d+/g;

function ownSignature(tree: BlockTree, node: number): string {
  const element = elementAt(tree, node);
  if (element === undefined) return '';
  return `${element.name}.${(element.attribs['class'] ?? '').replace(digits, '').slice(0, 60)}`;
}

function groups(page: BlockPage, signatures: readonly string[]): BlockGroup[] {
  const { tree } = page;
  const bySignature = new Map<string, BlockGroup>();
  return tree.blocks.map((block, at) => {
    const above = tree.parent[block.container] ?? -1;
    const key = `${signatures[block.container] ?? ''}<${signatures[above] ?? ''}`;
    let group = bySignature.get(key);
    if (group === undefined) {
      group = { number: bySignature.size, blocks: 0, words: 0, linkWords: 0, prose: 0, first: at, last: at };
      bySignature.set(key, group);
    }
    group.blocks += 1;
    group.words += block.shape.words;
    group.linkWords += block.linkWords;
    group.prose += page.prose.over(at, at + 1);
    group.last = at;
    return group;
  });
}

function alikeSiblings(tree: BlockTree, signatures: readonly string[]): Int32Array {
  const alike = new Int32Array(tree.nodes.length);
  const below = new Map<number, Map<string, number[]>>();
  signatures.forEach((signature, node) => {
    if (signature === '') return;
    const above = tree.parent[node] ?? -1;
    let own = below.get(above);
    if (own === undefined) below.set(above, (own = new Map()));
    const nodes = own.get(signature);
    if (nodes === undefined) own.set(signature, [node]);
    else nodes.push(node);
  });
  for (const own of below.values())
    for (const nodes of own.values()) for (const node of nodes) alike[node] = nodes.length;
  return alike;
}

export function repetition(page: BlockPage): Repetition {
  const { tree } = page;
  const signatures = tree.nodes.map((_, node) =>
    (tree.to[node] ?? 0) > (tree.from[node] ?? 0) ? ownSignature(tree, node) : '',
  );
  return { groupOf: groups(page, signatures), alike: alikeSiblings(tree, signatures) };
}
