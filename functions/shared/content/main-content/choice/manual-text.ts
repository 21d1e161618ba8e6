import type { ChildNode, Element } from 'domhandler';

import { type BlockPage, elementAt } from '#shared/content/main-content/blocks/page.ts';
import type { BlockTree } from '#shared/content/main-content/blocks/tree.ts';
import { blocksOf } from '#shared/content/main-content/blocks/units.ts';
import { remembered } from '#shared/kernel/remembered.ts';
import generators from './manual-generators.json' with { type: 'json' };

/** What one element must have: `main`, `#content`, `div.body`, `[role=main]` and `[vp-content]` are all the forms there are. */
interface Selector {
  readonly name?: string;
  readonly id?: string;
  readonly className?: string;
  readonly role?: string;
  /** An attribute with any value. */
  readonly attribute?: string;
}

const selectorForm =
  /^(?<name>[a-z]\w*)?(?:#(?<id>[\w-]+)|\.(?<className>[\w-]+)|\[role=(?<role>\w+)\]|\[(?<attribute>[a-z-]+)\])?$/;

function readSelector(source: string): Selector {
  const parts = selectorForm.exec(source)?.groups;
  if (parts === undefined) throw new Error(`"${source}" is no selector of one element`);
  return parts;
}

/** A program that makes manuals. It writes their text into elements of fixed names, so that no model has to guess. */
interface ManualGenerator {
  readonly name: string;
  /** How the content of `<meta name="generator">` begins, in lower case. */
  readonly declared: readonly string[];
  /** Elements that no other program makes, for pages that declare nothing. */
  readonly marks: readonly Selector[];
  readonly text: readonly Selector[];
  /** Tables of contents in the text. */
  readonly contents: readonly Selector[];
  /** Links to other pages, and what operates the manual, in the text. */
  readonly aside: readonly Selector[];
}

const manualGenerators: readonly ManualGenerator[] = generators.map(
  ({ name, declared, marks, text, contents, aside }) => ({
    name,
    declared,
    marks: marks.map(readSelector),
    text: text.map(readSelector),
    contents: contents.map(readSelector),
    aside: aside.map(readSelector),
  }),
);

const hasClass = (names: string | undefined, name: string): boolean =>
  names !== undefined && names.includes(name) && names.split(/\s+/).includes(name);

const matches = ({ name, attribs }: Element, selector: Selector): boolean =>
  (selector.name === undefined || selector.name === name) &&
  (selector.id === undefined || selector.id === attribs['id']) &&
  (selector.className === undefined || hasClass(attribs['class'], selector.className)) &&
  (selector.role === undefined || selector.role === attribs['role']) &&
  (selector.attribute === undefined || selector.attribute in attribs);

const isAnyOf = (element: Element, selectors: readonly Selector[]): boolean =>
  selectors.some((selector) => matches(element, selector));

const marked = manualGenerators.filter(({ marks }) => marks.length > 0);
const allMarks = marked.flatMap(({ marks }) => marks);
const idsOfMarks = new Set(allMarks.map(({ id }) => id));
const classesOfMarks = new Set(allMarks.map(({ className }) => className));
const holdsMark = remembered((names) => names.split(/\s+/).some((name) => classesOfMarks.has(name)));

/** Whether an element may be a mark, all of which have an id or a class: a quick test, since few are. */
const mayBeMark = ({ attribs: { class: names, id } }: Element): boolean =>
  (id !== undefined && idsOfMarks.has(id)) || (names !== undefined && holdsMark(names));

function generatorOf(tree: BlockTree, declared: string): ManualGenerator | undefined {
  const name = declared.toLowerCase();
  const declaring = manualGenerators.find((generator) =>
    generator.declared.some((beginning) => name.startsWith(beginning)),
  );
  if (declaring !== undefined) return declaring;
  for (let node = 0; node < tree.nodes.length; node++) {
    const element = elementAt(tree, node);
    if (element === undefined || !mayBeMark(element)) continue;
    const found = marked.find(({ marks }) => isAnyOf(element, marks));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The outermost elements that a selector names. */
function named(tree: BlockTree, selectors: readonly Selector[]): readonly number[] {
  const found: number[] = [];
  let node = 0;
  while (node < tree.nodes.length) {
    const element = elementAt(tree, node);
    const isNamed = element !== undefined && isAnyOf(element, selectors);
    if (isNamed) found.push(node);
    node = isNamed ? (tree.end[node] ?? node + 1) : node + 1;
  }
  return found;
}

/** Sets the blocks of elements; an element within a line has none of its own. */
function setBlocks(blocks: Uint8Array, value: 0 | 1, tree: BlockTree, nodes: readonly number[]): void {
  for (const node of nodes) {
    const end = tree.end[node] ?? node + 1;
    for (let at = tree.from[node] ?? 0; at < (tree.to[node] ?? 0); at++) {
      const container = tree.blocks[at]?.container ?? -1;
      if (container >= node && container < end) blocks[at] = value;
    }
  }
}

export interface ManualText {
  /** The program that made it. */
  readonly generator: string;
  /** 1 for each block of the text. */
  readonly text: Uint8Array;
  /** Elements in it that lead to other pages, such as the source of a function. */
  readonly aside: readonly ChildNode[];
}

/** A page with less text is a table of contents. */
const minTextWords = 30;

/**
 * The text of a manual; `undefined` for other pages. Its table of contents is text where most of it is accepted, or where
 * there is no other.
 */
export function manualText(
  { tree, words, count }: BlockPage,
  declared: string,
  accepted: Uint8Array,
): ManualText | undefined {
  const generator = generatorOf(tree, declared);
  if (generator === undefined) return undefined;
  const all = new Uint8Array(count);
  setBlocks(all, 1, tree, named(tree, generator.text));
  const beside = named(tree, generator.aside);
  setBlocks(all, 0, tree, beside);
  if (!all.includes(1)) return undefined;
  const found = { generator: generator.name, aside: beside.flatMap((node) => tree.nodes[node] ?? []) };
  const text = Uint8Array.from(all);
  setBlocks(text, 0, tree, named(tree, generator.contents));
  let textWords = 0;
  text.forEach((isText, block) => {
    if (isText === 1) textWords += words.over(block, block + 1);
  });
  if (textWords < minTextWords) return { ...found, text: all };
  for (const node of named(tree, generator.contents)) {
    const { from, to } = blocksOf(tree, node);
    const taken = accepted.subarray(from, to).reduce((sum, isAccepted) => sum + isAccepted, 0);
    if (2 * taken > to - from) for (let block = from; block < to; block++) text[block] = all[block] ?? 0;
  }
  return { ...found, text };
}
