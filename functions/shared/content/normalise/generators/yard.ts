import { type ChildNode, type Element, isTag } from 'domhandler';

import {
  becomeElement,
  classesOf,
  type ElementIndex,
  hasClass,
  makeSilent,
} from '#shared/content/dom/element-edit.ts';
import { findElement } from '#shared/content/dom/element-text.ts';

/** Links that fold a part of the page, such as "show all" behind the first ancestor of a class. */
const foldName = /^(?:inheritancetree|(?:constants_)?summary_toggle)$/;

const isBlank = (node: ChildNode): boolean => !isTag(node) && 'data' in node && node.data.trim() === '';

/** Makes the description of a parameter part of its line. */
function joinDescription(box: Element): void {
  const [text, ...more] = box.children.filter((child) => !isBlank(child));
  if (text !== undefined && isTag(text) && text.name === 'p' && more.length === 0)
    becomeElement(box, 'span', {}, text.children);
}

/** Takes the source of a method out of the table with the numbers of its lines. */
function takeSource(table: Element): void {
  const source = findElement(table, ({ name, attribs }) => name === 'pre' && attribs['class'] === 'code');
  if (source === undefined) return;
  source.attribs['class'] = 'code ruby';
  becomeElement(table, 'div', {}, [source]);
}

/** Brings references of YARD to the form of others. Returns whether the page is one. */
export function readYard(index: ElementIndex): boolean {
  if (!index.named('p').some(({ attribs }) => attribs['class'] === 'tag_title')) return false;
  for (const link of index.named('a'))
    if (classesOf(link).some((name) => foldName.test(name))) makeSilent(link);
  for (const box of index.named('div')) if (hasClass(box, 'inline')) joinDescription(box);
  for (const table of index.outermost(index.named('table').filter((each) => hasClass(each, 'source_code'))))
    takeSource(table);
  return true;
}
