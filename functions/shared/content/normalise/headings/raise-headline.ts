import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import {
  ancestor,
  becomeElement,
  type ElementIndex,
  makeSilent,
  newElement,
  nodeBeside,
} from '#shared/content/dom/element-edit.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement } from '#shared/content/dom/element-text.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { iconFormat } from '#shared/content/dom/image-names.ts';
import { isLayoutTable, tableGrid } from '#shared/content/dom/table-grid.ts';

const maxIconSize = 48;

const isIcon = ({ name, attribs: { src = '', width = '0' } }: Element): boolean =>
  name === 'img' && iconFormat.test(src) && Number.parseFloat(width) <= maxIconSize;

const isPicture = (element: Element): boolean => element.name === 'img' && !isIcon(element);

/** The element around a text-level one that has no other text, and no picture. */
function boxAround(element: Element, index: ElementIndex): Element {
  const { parent } = element;
  if (isBlock(element) || parent === null || !isTag(parent)) return element;
  const isAlone = index.textLength(parent) === index.textLength(element);
  return isAlone && findElement(parent, isPicture) === undefined ? boxAround(parent, index) : element;
}

/** The innermost element with all the text of another. */
function innermost(element: Element, index: ElementIndex): Element {
  const length = index.textLength(element);
  const inner = element.children.find(
    (child): child is Element => isTag(child) && isBlock(child) && index.textLength(child) === length,
  );
  return inner === undefined ? element : innermost(inner, index);
}

const dialogName = /(?:^|[\s_-])(?:modal|dialog|popup|lightbox)(?:$|[\s_-])/i;

const maxDialogLevels = 6;

const isNamedDialog = ({ attribs }: Element): boolean =>
  attribs['role'] === 'dialog' || dialogName.test(attribs['class'] ?? '');

/** Whether a heading is the title of a dialog: "Log in". */
const isOfDialog = (heading: Element): boolean =>
  isNamedDialog(heading) || ancestor(heading, maxDialogLevels, isNamedDialog) !== undefined;

/** Drops the icons beside the text of a headline. */
export function dropIcons({ children }: Element): void {
  for (const child of children.filter(isTag))
    if (isIcon(child)) makeSilent(child);
    else dropIcons(child);
}

const maxTableLevels = 4;

/** Whether a cell is one of a table that arranges the page, which has a row for the headline. */
function isInLayout(cell: Element): boolean {
  const table = ancestor(cell, maxTableLevels, ({ name }) => name === 'table');
  return table !== undefined && isLayoutTable(table, tableGrid(table));
}

/** Whether all of a heading is a link: the name of the site, or of the newspaper that has written the text. */
function isAllLink(heading: Element, index: ElementIndex): boolean {
  const link = index.firstIn(heading, 'a');
  return link?.attribs['href'] !== undefined && index.textLength(link) === index.textLength(heading);
}

const lineMarkup = nameSet('span b strong font big');

const otherParts = nameSet('li dt dd blockquote a figcaption caption');

const maxPartLevels = 8;

/** Whether a text-level element is a line of its own, which no sentence goes on with, outside of lists, quotations and tables of data. */
function isAloneInLine(element: Element): boolean {
  if (!lineMarkup.has(element.name)) return false;
  if (ancestor(element, maxPartLevels, ({ name }) => otherParts.has(name)) !== undefined) return false;
  const cell = ancestor(element, maxPartLevels, ({ name }) => name === 'td' || name === 'th');
  if (cell !== undefined && !isInLayout(cell)) return false;
  const endsLine = (side: 'prev' | 'next'): boolean => {
    const beside = nodeBeside(element, side);
    return beside === null || (isTag(beside) && (beside.name === 'br' || isBlock(beside)));
  };
  const next = nodeBeside(element, 'next');
  const behind = next !== null && isTag(next) && next.name === 'br' ? nodeBeside(next, 'next') : null;
  const goesOn = behind !== null && /^\s*\p{Ll}/u.test(isText(behind) ? behind.data : '');
  return endsLine('prev') && endsLine('next') && !goesOn;
}

const hasAlike = (heading: Element, siblings: readonly ChildNode[]): boolean =>
  siblings.some((other) => other !== heading && isTag(other) && other.name === heading.name);

/**
 * Old pages and blogs have no `h1`, or one with the name of the site: their headline is a lower heading, whatever the `h1` says,
 * or else a box or line of its own, or a cell. Returns the new heading.
 */
export function raiseHeadline(headline: Element, index: ElementIndex): readonly Element[] {
  const hasFirst = index
    .named('h1')
    .some(
      (heading) =>
        heading.name === 'h1' &&
        index.textLength(heading) > 0 &&
        !isOfDialog(heading) &&
        !isAllLink(heading, index),
    );
  const box = innermost(boxAround(headline, index), index);
  const isHeading = /^h[2-6]$/.test(box.name);
  // Where an h1 is above them, several headings of one box are its sections.
  const isSection = hasFirst && isHeading && box.parent !== null && hasAlike(box, box.parent.children);
  if ((hasFirst && !isHeading) || isSection || findElement(box, isBlock) !== undefined) return [];
  if (isHeading || box.name === 'div' || box.name === 'p' || isAloneInLine(box)) {
    box.name = 'h1';
    return [box];
  }
  if ((box.name !== 'td' && box.name !== 'th') || !isInLayout(box)) return [];
  const heading = newElement('h1', {}, box.children);
  becomeElement(box, 'td', box.attribs, [heading]);
  return [heading];
}
