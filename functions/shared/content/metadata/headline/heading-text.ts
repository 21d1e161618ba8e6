import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { firstCharacter } from '#shared/content/dom/element-text.ts';
import { continuesWord, layoutOf, spacesChildren, wordsMeet } from '#shared/content/dom/layout-classes.ts';
import { isPermalink } from '#shared/content/dom/permalinks.ts';
import { standsApart } from '#shared/content/dom/stands-apart.ts';
import { isBehindThreadLabel } from '#shared/content/dom/thread-label.ts';
import { cleanText } from '#shared/content/metadata/head-facts.ts';

/** What a page is about, in the words of its headline. */
export interface Headline {
  readonly text: string | undefined;
  /** The heading that shows it. */
  readonly heading: Element | undefined;
}

export interface Heading {
  readonly element: Element;
  readonly text: string;
}

/** Longer titles are cut: patterns search them. */
const maxTitleCharacters = 4_000;

/** Documentation tools write a permalink after each heading. */
const permalinkSign = /(?<!\s)\s*[¶🔗]\s*$/u;

/** Titles are often escaped twice. */
const ampersand = /&(?:amp|#38|#x26);/gi;

export const titleText = (text: string | undefined): string | undefined =>
  text === undefined
    ? undefined
    : cleanText(text.slice(0, maxTitleCharacters).replaceAll(ampersand, '&').replace(permalinkSign, ''));

/** Whether an element begins a word. A small letter may go on with the one before it: `Th`, `e Winter`. */
const beginsWord = (element: Element, before: string): boolean => {
  const after = firstCharacter(element);
  return standsApart(element) && wordsMeet(before, after) && !/\p{Ll}/u.test(after);
};

/** The text of some children of a heading without permalinks and buttons, in one line. */
export function textOf(nodes: readonly ChildNode[]): string | undefined {
  const chunks: string[] = [];
  const parent = nodes[0]?.parent ?? null;
  const heading = parent !== null && isTag(parent) ? parent : undefined;
  /** How the next word is laid out beside the last one; a text behind an element may go on with its word. */
  let next: ReturnType<typeof layoutOf>;
  let isBehind = false;
  const write = (text: string): void => {
    const before = chunks.at(-1)?.at(-1) ?? '';
    const mayGoOn = isBehind || next !== 'apart';
    const isApart =
      next !== undefined && wordsMeet(before, text) && !(mayGoOn && continuesWord(next, before, text));
    if (isApart) chunks.push(' ');
    next = undefined;
    chunks.push(text);
  };
  const collect = (node: ChildNode, isSpaced: boolean): void => {
    if (isText(node) && node.data !== '') write(node.data);
    // Such as "Copy path" beside a name.
    if (!isTag(node) || isSilent(node.name) || node.name === 'button') return;
    if (heading !== undefined && isPermalink(node, heading)) return;
    if (isBehindThreadLabel(node)) return write(': ');
    if (beginsWord(node, chunks.at(-1)?.at(-1) ?? '')) chunks.push(' ');
    const isLine = isBlock(node) || node.name === 'br';
    const layout = isSpaced ? 'apart' : layoutOf(node);
    const areSpaced = spacesChildren(node);
    if (isLine) chunks.push(' ');
    if (layout !== undefined) [next, isBehind] = [layout, false];
    for (const child of node.children) collect(child, areSpaced);
    if (layout !== undefined) [next, isBehind] = [layout, true];
    if (isLine) chunks.push(' ');
  };
  const areSpaced = heading !== undefined && spacesChildren(heading);
  for (const node of nodes) collect(node, areSpaced);
  return cleanText(chunks.join(''));
}
