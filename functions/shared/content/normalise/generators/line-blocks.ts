import { type ChildNode, type Element, isTag } from 'domhandler';

import { becomeElement, type ElementIndex, hasClass, newElement } from '#shared/content/dom/element-edit.ts';

/** The lines of a block, with those of the blocks in it, which are indented. */
const linesOf = (block: Element): readonly Element[] =>
  block.children.filter(isTag).flatMap((child) => (hasClass(child, 'line-block') ? linesOf(child) : [child]));

const withBreaks = (lines: readonly Element[]): ChildNode[] =>
  lines.flatMap(({ children }, at) => (at === 0 ? children : [newElement('br', {}, []), ...children]));

/** Makes a paragraph with line breaks of verses and addresses of docutils, which have an element for each line. Returns whether there are any. */
export function joinLineBlocks(index: ElementIndex): boolean {
  const blocks = index
    .outermost(index.named('div').filter((box) => hasClass(box, 'line-block')))
    .map((block) => ({ block, lines: linesOf(block) }))
    .filter(({ lines }) => lines.length > 0 && lines.every((line) => hasClass(line, 'line')));
  for (const { block, lines } of blocks) becomeElement(block, 'p', {}, withBreaks(lines));
  return blocks.length > 0;
}
