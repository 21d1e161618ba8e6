import type { Element } from 'domhandler';

import { type BlockPage, elementAt } from './page.ts';
import type { BlockTree } from './tree.ts';

/** Blocks with the same tag and class, in parents with the same tag and class. */
interface BlockGroup {
  blocks: number;
  words: number;
  linkWords: number;
  prose: number;
  first: number;
  last: number;
}

export interface Repetition {
  readonly groupOf: readonly BlockGroup[];
  /** For each node, how many siblings have its kind, itself included. */
  readonly alike: Int32Array;
  /** For each element with text, a number for its tag and classes; -1 for other nodes. */
  readonly kinds: Int32Array;
  readonly kindCount: number;
}

/** The number of a key: keys count up from 0 in the order of their first use. */
export function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  const number = numbers.get(key) ?? numbers.size;
  if (number === numbers.size) numbers.set(key, number);
  return number;
}

/** Items of a list, as WordPress, WooCommerce and Squarespace name them, … */
const itemClass = /(?:^|\s)(?:hentry|type-[a-z]+|post-\d+)(?=\s|$)/;
/** … have their categories, place and state among their classes. */
const classesOfItem =
  /(?:^|\s)(?:(?:category|tag|product_cat|product_tag|post_format|status|format|article-index)-\S+|first|last|odd|even|instock|outofstock|sold-out|on-sale|sale|featured)(?=\s|$)/g;
const digits = /\d+/g;
const maxKindCharacters = 64;

/** Numbers the kinds of elements. Digits in classes are ignored: they count elements. */
class Kinds {
  private readonly byName = new Map<string, Map<string, number>>();
  private readonly byKind = new Map<string, number>();

  get size(): number {
    return this.byKind.size;
  }

  of({ name, attribs }: Element): number {
    const classes = attribs['class'] ?? '';
    let byClass = this.byName.get(name);
    if (byClass === undefined) this.byName.set(name, (byClass = new Map()));
    let kind = byClass.get(classes);
    if (kind === undefined) {
      const shared = itemClass.test(classes) ? classes.replaceAll(classesOfItem, '') : classes;
      kind = numberOf(
        this.byKind,
        `${name}.${shared.replaceAll(digits, '').trim()}`.slice(0, maxKindCharacters),
      );
      byClass.set(classes, kind);
    }
    return kind;
  }
}

function groups({ tree, prose }: BlockPage, kinds: Int32Array, count: number): BlockGroup[] {
  const byKinds = new Map<number, BlockGroup>();
  return tree.blocks.map((block, at) => {
    const above = tree.parent[block.container] ?? -1;
    const key = (kinds[block.container] ?? -1) * (count + 1) + (kinds[above] ?? -1);
    let group = byKinds.get(key);
    if (group === undefined) {
      group = { blocks: 0, words: 0, linkWords: 0, prose: 0, first: at, last: at };
      byKinds.set(key, group);
    }
    group.blocks += 1;
    group.words += block.shape.words;
    group.linkWords += block.linkWords;
    group.prose += prose.over(at, at + 1);
    group.last = at;
    return group;
  });
}

function isOnlyChild({ parent, end }: BlockTree, node: number): boolean {
  const above = parent[node] ?? -1;
  return above >= 0 && node === above + 1 && end[node] === end[above];
}

function alikeSiblings(tree: BlockTree, kinds: Int32Array, count: number): Int32Array {
  const numbers = new Map<number, number>();
  const rows = kinds.map((kind, node) =>
    kind < 0 || isOnlyChild(tree, node)
      ? -1
      : numberOf(numbers, ((tree.parent[node] ?? -1) + 1) * count + kind),
  );
  const sizes = new Int32Array(numbers.size);
  for (const row of rows) if (row >= 0) sizes[row] = (sizes[row] ?? 0) + 1;
  return rows.map((row, node) => (row >= 0 ? (sizes[row] ?? 0) : (kinds[node] ?? -1) < 0 ? 0 : 1));
}

export function repetition(page: BlockPage): Repetition {
  const { tree } = page;
  const numbers = new Kinds();
  const kinds = new Int32Array(tree.nodes.length).fill(-1);
  for (let node = 0; node < kinds.length; node++) {
    const element = (tree.to[node] ?? 0) > (tree.from[node] ?? 0) ? elementAt(tree, node) : undefined;
    if (element !== undefined) kinds[node] = numbers.of(element);
  }
  return {
    groupOf: groups(page, kinds, numbers.size),
    alike: alikeSiblings(tree, kinds, numbers.size),
    kinds,
    kindCount: numbers.size,
  };
}
