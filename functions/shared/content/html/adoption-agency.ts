import { Element } from 'domhandler';

import { scope, specialElements } from '#shared/content/dom/html-elements.ts';
import { appendNode, detachNode, type HtmlTree } from './html-tree.ts';

const cloneOf = (element: Element): Element => new Element(element.name, { ...element.attribs });

/** The block that the misnested formatting element is left open in: `<b><div></b>`. */
function furthestBlock({ open }: HtmlTree, formattingIndex: number): Element | undefined {
  for (let index = formattingIndex + 1; index < open.height; index++) {
    const element = open.at(index) as Element;
    if (specialElements.has(element.name)) return element;
  }
  return undefined;
}

/**
 * Clones the formatting elements between `block` and `subject` around the block. Returns the outermost clone, and
 * the position of `subject` in the list.
 */
function rebuildBetween({ open, formatting }: HtmlTree, subject: Element, block: Element) {
  let last = block;
  let bookmark = formatting.indexOf(subject);
  const lowest = open.indexOf(subject);
  let steps = 0;
  for (let index = open.indexOf(block) - 1; index > lowest; index--) {
    const node = open.at(index) as Element;
    steps += 1;
    if (steps > 3) formatting.remove(node);
    if (!formatting.has(node)) {
      open.remove(node);
      continue;
    }
    const clone = cloneOf(node);
    const listIndex = formatting.indexOf(node);
    formatting.replaceAt(listIndex, clone);
    open.replace(node, clone);
    if (last === block) bookmark = listIndex + 1;
    detachNode(last);
    appendNode(clone, last);
    last = clone;
  }
  return { last, bookmark };
}

/** One round: splits `subject` at the furthest block. False when there was nothing to split. */
function adopt(tree: HtmlTree, subject: Element): boolean {
  const { open, formatting } = tree;
  const subjectIndex = open.indexOf(subject);
  const block = furthestBlock(tree, subjectIndex);
  if (block === undefined) {
    open.popTo(subjectIndex);
    formatting.remove(subject);
    return false;
  }
  const ancestor = open.at(subjectIndex - 1) ?? tree.html;
  const { last, bookmark } = rebuildBetween(tree, subject, block);
  detachNode(last);
  const wasFostering = tree.fostering;
  tree.fostering = true;
  tree.place(last, ancestor);
  tree.fostering = wasFostering;

  const clone = cloneOf(subject);
  const moved = block.children;
  block.children = [];
  clone.children = moved;
  for (const child of moved) child.parent = clone;
  appendNode(block, clone);

  const listIndex = formatting.indexOf(subject);
  formatting.insertAt(bookmark, clone);
  formatting.remove(subject);
  if (listIndex === -1) formatting.remove(clone);
  open.remove(subject);
  open.insertAfter(block, clone);
  return true;
}

/**
 * The standard's "adoption agency": ends a formatting element that was misnested with blocks, so that
 * `<b>a<p>b</b>c` is bold in both blocks and not after. False when no such element is open.
 */
export function endFormatting(tree: HtmlTree, name: string): boolean {
  const { open, formatting } = tree;
  if (tree.current.name === name && !formatting.has(tree.current)) {
    open.pop();
    return true;
  }
  for (let round = 0; round < 8; round++) {
    const subject = formatting.find(name);
    if (subject === undefined) return round > 0;
    if (open.indexOf(subject) === -1) {
      formatting.remove(subject);
      return true;
    }
    if (!open.inScope(name, scope)) return true;
    if (!adopt(tree, subject)) return true;
  }
  return true;
}
