import type { ChildNode, Element } from 'domhandler';

import { nameSet } from '#shared/content/dom/html-elements.ts';
import {
  type BlockPage,
  elementAt,
  nameOf,
  nodeAround,
  nodesThat,
} from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';

/** With a larger part of the kept text, windows are what the page is about, opened from a list. */
const maxKeptShare = 0.4;
/** Windows with a larger part of their text in tables show sizes. */
const minTableShare = 0.5;
const maxLevels = 100;
const ofPage = nameSet('h1 main article');

/** The page around a modal window is inert while it is open (WAI-ARIA 1.2, section 6.6.7). */
const isModal = ({ attribs, name }: Element): boolean =>
  attribs['aria-modal'] === 'true' && /^(?:alert)?dialog$/.test(attribs['role'] ?? name);

const isIn = (tree: BlockTree, node: number, name: string): boolean =>
  nodeAround(tree, node, maxLevels, (around) => nameOf(tree, around) === name) >= 0;

function holdsPage(tree: BlockTree, node: number): boolean {
  const end = tree.end[node] ?? node;
  for (let below = node + 1; below < end; below++) if (ofPage.has(nameOf(tree, below))) return true;
  return false;
}

class ModalJudge {
  readonly #tree: BlockTree;
  readonly #kept: Uint8Array;
  readonly #words: number;
  /** Those of windows outside of footers, all together. */
  readonly #wordsInWindows: number;

  constructor(tree: BlockTree, kept: Uint8Array, windows: readonly number[]) {
    this.#tree = tree;
    this.#kept = kept;
    this.#words = this.#wordsOver(0, tree.blocks.length);
    this.#wordsInWindows = windows
      .filter((node) => !isIn(tree, node, 'footer'))
      .reduce((sum, node) => sum + this.#wordsOver(tree.from[node] ?? 0, tree.to[node] ?? 0), 0);
  }

  #wordsOver(from: number, to: number, isCounted: (container: number) => boolean = () => true): number {
    return this.#tree.blocks
      .slice(from, to)
      .reduce(
        (sum, { shape, container }, at) =>
          this.#kept[from + at] === 1 && isCounted(container) ? sum + shape.words : sum,
        0,
      );
  }

  isDropped(node: number): boolean {
    const tree = this.#tree;
    const [from, to] = [tree.from[node] ?? 0, tree.to[node] ?? 0];
    const words = this.#wordsOver(from, to);
    if (words === 0 || words === this.#words) return false;
    if (isIn(tree, node, 'footer')) return true;
    if (this.#wordsInWindows > maxKeptShare * this.#words || holdsPage(tree, node)) return false;
    return this.#wordsOver(from, to, (container) => isIn(tree, container, 'table')) < minTableShare * words;
  }
}

/** The modal windows of which something is kept: terms, sign-up, privacy. They open at a button, or lie over the text. */
export function modalWindows({ tree }: BlockPage, kept: Uint8Array): readonly ChildNode[] {
  const windows = nodesThat(tree, (node) => {
    const element = elementAt(tree, node);
    return element !== undefined && isModal(element);
  });
  if (windows.length === 0) return [];
  const judge = new ModalJudge(tree, kept, windows);
  return windows.filter((node) => judge.isDropped(node)).flatMap((node) => tree.nodes[node] ?? []);
}
