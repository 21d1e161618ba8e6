import { type Element, isTag, isText, type ParentNode } from 'domhandler';

import { ancestor, classesOf, type ElementIndex } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { labelledKind } from './notice-labels.ts';
import { holdsHeading, holdsText, isHeading, type Notice } from './notice.ts';

/** Whether nothing on this side of an element in its parent can be read. */
function isAtEdge(element: Element, side: 'prev' | 'next'): boolean {
  for (let beside = element[side]; beside !== null; beside = beside[side])
    if (holdsText([beside])) return false;
  return true;
}

const maxLevels = 6;
const boxes = new Set(['div', 'section', 'aside', 'blockquote']);
const inLines = new Set(['span', 'p']);

/** The box around a label that it begins, with the text behind it; `undefined` where it stands in a line or alone. */
function boxOf(label: Element): Element | undefined {
  let inner = label;
  for (let level = 0; level < maxLevels; level++) {
    const { parent } = inner;
    if (parent === null || !isTag(parent) || !isAtEdge(inner, 'prev')) return undefined;
    if (!isAtEdge(inner, 'next')) return outermost(parent, inner);
    inner = parent;
  }
  return undefined;
}

/** The outermost box with the same text as this element; a label that is part of a line opens no box without a name. */
function outermost(element: Element, label: Element): Element | undefined {
  let box: Element | undefined;
  let around: ParentNode | null = element;
  for (let level = 0; level < maxLevels && around !== null && isTag(around); level++) {
    if (boxes.has(around.name)) box = around;
    else if (!inLines.has(around.name)) break;
    if (!isAtEdge(around, 'prev') || !isAtEdge(around, 'next')) break;
    around = around.parent;
  }
  const isLine = label.name !== 'p' && label.name !== 'div';
  return box === undefined || (isLine && !isNamedNotice(box)) ? undefined : box;
}

const noticeName =
  /(?:^|[-_])(?:callouts?|admonitions?|alert|notice|note|tip|hint|warning|important|caution)(?:$|[-_])/;

const isNamedNotice = (box: Element): boolean => classesOf(box).some((name) => noticeName.test(name));

const windowName = /(?:^|[-_])(?:modal|dialog|pop-?up|toast)(?:$|[-_])/;
const maxWindowLevels = 4;

const isWindow = (element: Element): boolean =>
  (element.attribs['role'] ?? element.name).endsWith('dialog') ||
  classesOf(element).some((name) => windowName.test(name));

/** Whether a box is a message of the page, such as a request to sign in, whose name later steps go by. */
const isInWindow = (box: Element): boolean =>
  isWindow(box) || ancestor(box, maxWindowLevels, isWindow) !== undefined;

/** A rating ("Note 4,5/5") and a fact of a product are shorter, a section of a page is longer. */
const fewestWords = 6;
const mostCharacters = 2000;

function noticeOf(box: Element, label: Element, kind: string): Notice | undefined {
  const text = rawText(box, mostCharacters + 1);
  if (text.length > mostCharacters || isInWindow(box)) return undefined;
  if (
    text.trim().split(/\s+/).length <= fewestWords &&
    !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]{8}/u.test(text)
  )
    return undefined;
  const isHead = isHeading(label);
  if (
    isHead
      ? findElement(box, (inner) => isHeading(inner) && inner !== label) !== undefined
      : holdsHeading(box)
  )
    return undefined;
  if (label.next !== null && isText(label.next)) label.next.data = label.next.data.replace(/^\s*[:：]/u, '');
  return { kind, title: label, content: box.children };
}

/**
 * Boxes that begin with a label such as "Note" of its own and have no name by which `namedNotice` knows them, with their
 * notices.
 */
export function labelledNotices(index: ElementIndex): readonly (readonly [Element, Notice])[] {
  const found: (readonly [Element, Notice])[] = [];
  for (const name of ['p', 'div', 'span', 'strong', 'b', 'h2', 'h3', 'h4', 'h5', 'h6'])
    for (const label of index.named(name)) {
      const kind = labelledKind(label);
      const box = kind === undefined ? undefined : boxOf(label);
      if (kind === undefined || box === undefined) continue;
      const notice = noticeOf(box, label, kind);
      if (notice !== undefined) found.push([box, notice]);
    }
  return found;
}
