import { type ChildNode, type Element, isTag, isText, type Text } from 'domhandler';

import {
  ancestor,
  becomeElement,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newElement,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { headings, nameSet } from '#shared/content/dom/html-elements.ts';
import { isHidden } from '#shared/content/normalise/hidden/hidden.ts';

const listNames = ['ul', 'ol'] as const;
const maxLinkLevels = 6;

const isInLink = (list: Element): boolean =>
  ancestor(list, maxLinkLevels, ({ name, attribs }) => name === 'a' && 'href' in attribs) !== undefined;

/** Makes boxes of a list without text: the images of a card, which a slider moves, or one image. */
function unlist(list: Element): void {
  for (const child of list.children) if (isTag(child) && child.name === 'li') child.name = 'div';
  list.name = 'div';
}

/** Whether a list only indents a line of text, as pages did before style sheets. */
const isIndentedText = ({ children }: Element): boolean =>
  children.some((child) => isText(child) && child.data.trim() !== '') &&
  !children.some((child) => isTag(child) && (child.name === 'li' || isBlock(child)));

/** Makes an item of the text of a list that is in another list, and of any other list a box. */
function unlistText(list: Element): void {
  const { parent } = list;
  if (parent !== null && isTag(parent) && listNames.some((name) => name === parent.name))
    setChildren(list, [newElement('li', {}, [...list.children])]);
  else list.name = 'div';
}

const startNumber = /^\d{1,6}$/;

const hasOneItem = ({ children }: Element): boolean =>
  children.filter((child) => isTag(child) && child.name === 'li').length === 1;

const hasClass = ({ attribs }: Element): boolean => (attribs['class'] ?? '') !== '';

const isOneImage = (list: Element, index: ElementIndex): boolean =>
  list.name === 'ul' && hasOneItem(list) && index.holds(list, 'img');

/** Sections have a heading or a table; comments are longer, or hold their replies in lists. */
const maxItemCharacters = 500;

/** Whether a list has one item, which is a point. The class of its list says so of an item that holds a list. */
const isPoint = (list: Element, index: ElementIndex): boolean =>
  hasOneItem(list) &&
  index.textLength(list) <= maxItemCharacters &&
  !index.holds(list, ...headings, 'table') &&
  (hasClass(list) || !index.holds(list, ...listNames));

/** Two lists without a class may be about different things. */
const minSingleItems = 3;

/** A list and the lists that follow it, each right behind the one before and going on from it. */
function listsFrom(list: Element, goesOn: (next: Element, before: Element) => boolean): readonly Element[] {
  const found: Element[] = [list];
  let before = list;
  let next = elementBeside(list, 'next', { onlySpace: true });
  while (next !== undefined && goesOn(next, before)) {
    found.push(next);
    before = next;
    next = elementBeside(next, 'next', { onlySpace: true });
  }
  return found;
}

/** Moves the items of the lists that follow into the first. */
function joinLists([list, ...others]: readonly Element[]): void {
  if (list === undefined || others.length === 0) return;
  setChildren(
    list,
    [list, ...others].flatMap(({ children }) => children),
  );
  for (const other of others) makeSilent(other);
}

/** Joins lists of one point each: editors write a list for each item, and Notion does with the class of the list. */
function joinSingleItems(list: Element, index: ElementIndex): void {
  if (!isPoint(list, index)) return;
  const lists = listsFrom(
    list,
    (next) =>
      next.name === list.name && next.attribs['class'] === list.attribs['class'] && isPoint(next, index),
  );
  if (hasClass(list) || lists.length >= minSingleItems) joinLists(lists);
}

/** The number of the first item behind a list; `undefined` where items have numbers of their own, or it counts down. */
function numberBehind({ attribs: { start = '1', reversed }, children }: Element): number | undefined {
  const items = children.filter((child): child is Element => isTag(child) && child.name === 'li');
  const isCounted = reversed === undefined && !items.some(({ attribs }) => 'value' in attribs);
  return isCounted && startNumber.test(start) ? Number(start) + items.length : undefined;
}

/** Joins numbered lists whose numbers go on: Notion writes a list for each item, and Google Docs for the items around another list. */
const joinContinued = (list: Element): void =>
  joinLists(
    listsFrom(
      list,
      (next, before) =>
        next.name === 'ol' &&
        next.attribs['start'] !== undefined &&
        next.attribs['type'] === list.attribs['type'] &&
        Number(next.attribs['start']) === numberBehind(before) &&
        numberBehind(next) !== undefined,
    ),
  );

/**
 * Ticks say yes, and signs in a row stand for words left out. Behind a dash, word processors write several spaces; what somebody says
 * has one at most.
 */
const bullet = /^\s*(?:([•‣◦▪●■➢➤])(?!\1)|·(?=\u00a0)|[-–](?=\s?\u00a0\s?\u00a0))\s*/u;
const maxHeadingLevels = 3;
const isHeading = ({ name }: Element): boolean => headings.has(name);
/** A single line may begin with any sign. */
const minBulletLines = 2;

const media = nameSet('img picture svg video audio iframe object embed input');

/** The first words of a paragraph may be bold in a link; nested lists are deeper. */
const maxInlineLevels = 4;

/** The first text or image of nodes, a few levels down. */
function firstShown(nodes: readonly ChildNode[], levels = maxInlineLevels): Text | Element | undefined {
  for (const node of nodes) {
    if (isText(node) && node.data.trim() !== '') return node;
    if (!isTag(node)) continue;
    const isWhole = media.has(node.name) || levels === 0;
    const first = isWhole ? node : firstShown(node.children, levels - 1);
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The first text of nodes, if it begins with a bullet. */
function bulletIn(nodes: readonly ChildNode[]): Text | undefined {
  const first = firstShown(nodes);
  return first !== undefined && isText(first) && bullet.test(first.data) ? first : undefined;
}

const beginsWithBullet = (nodes: readonly ChildNode[]): boolean => bulletIn(nodes) !== undefined;

const isBulletLine = (line: Element): boolean =>
  line.name === 'p' && beginsWithBullet(line.children) && !isHidden(line);

/** The lines of a paragraph, where each begins with a bullet; else the paragraph as one line. */
function linesOf({ children }: Element): readonly (readonly ChildNode[])[] {
  const lines: ChildNode[][] = [[]];
  for (const child of children)
    if (isTag(child) && child.name === 'br') lines.push([]);
    else lines.at(-1)?.push(child);
  const written = lines.filter((line) => firstShown(line) !== undefined);
  return written.every((line) => beginsWithBullet(line)) ? written : [children];
}

/** Paragraphs in a row that begin with a bullet, from the first of them on. */
function bulletLinesFrom(line: Element): readonly Element[] {
  const lines: Element[] = [];
  for (
    let next: Element | undefined = line;
    next !== undefined && isBulletLine(next);
    next = elementBeside(next, 'next', { onlySpace: true })
  )
    lines.push(next);
  return lines;
}

/** Makes a list of lines that each begin with a bullet, as word processors write them. */
function listBulletLines(line: Element): void {
  const paragraphs = bulletLinesFrom(line);
  const items = paragraphs.flatMap((paragraph) => linesOf(paragraph));
  if (items.length < minBulletLines) return;
  for (const item of items) {
    const text = bulletIn(item);
    if (text !== undefined) text.data = text.data.replace(bullet, '');
  }
  becomeElement(
    line,
    'ul',
    {},
    items.map((item) => newElement('li', {}, [...item])),
  );
  for (const other of paragraphs.slice(1)) makeSilent(other);
}

/** Drops the bullets that items write themselves, where styles hide those of the list. Different signs are a legend. */
function dropBullets(list: Element): void {
  const texts = list.children.flatMap((item) => (isTag(item) ? (bulletIn(item.children) ?? []) : []));
  const signs = new Set(texts.map(({ data }) => data.trimStart()[0]));
  if (signs.size !== 1) return;
  for (const text of texts) text.data = text.data.replace(bullet, '');
}

const ownNumber = /^\s*(\d{1,3})[.)]\s*/;

/** Drops the numbers that items of a numbered list write themselves, where styles hide those of the list. */
function dropNumbers(list: Element): void {
  const items = list.children.filter((child): child is Element => isTag(child) && child.name === 'li');
  const texts = items.map(({ children }) => firstShown(children));
  const isNumbered = texts.every(
    (text, at) => text !== undefined && isText(text) && Number(ownNumber.exec(text.data)?.[1]) === at + 1,
  );
  if (items.length < 2 || !isNumbered) return;
  for (const text of texts)
    if (text !== undefined && isText(text)) text.data = text.data.replace(ownNumber, '');
}

/** The first text of an item that shows something. */
function firstTextIn(nodes: readonly ChildNode[]): Text | undefined {
  for (const node of nodes) {
    if (isText(node) && node.data.trim() !== '') return node;
    const inside = isTag(node) && !isSilent(node.name) ? firstTextIn(node.children) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Writes the numbers of a list that counts down, which Markdown cannot: it counts up from the first. */
function writeReversedNumbers(list: Element): void {
  const items = list.children.filter((child): child is Element => isTag(child) && child.name === 'li');
  const { start } = list.attribs;
  const from = start !== undefined && startNumber.test(start) ? Number(start) : items.length;
  for (const [at, { children }] of items.entries()) {
    const text = firstTextIn(children);
    if (text === undefined) continue;
    const own = Number(ownNumber.exec(text.data)?.[1]);
    if (own !== from - at) text.data = `${from - at}. ${text.data.trimStart()}`;
  }
  list.name = 'ul';
}

/**
 * Makes one list of points that have a list each and of paragraphs with bullets, and no list of one image, of images
 * side by side in a link, or of text without items.
 */
export function normalizeLists(index: ElementIndex): void {
  for (const line of index.named('p'))
    if (isBulletLine(line) && ancestor(line, maxHeadingLevels, isHeading) === undefined)
      listBulletLines(line);
  for (const list of index.named('ul')) dropBullets(list);
  for (const list of index.named('ol')) {
    // A list that was joined with one before it is silent.
    if (list.name !== 'ol') continue;
    if ('reversed' in list.attribs) writeReversedNumbers(list);
    else {
      joinContinued(list);
      dropNumbers(list);
    }
  }
  for (const name of listNames)
    for (const list of index.named(name)) {
      const isOfImages = index.textLength(list) === 0 && (isInLink(list) || isOneImage(list, index));
      if (isOfImages) unlist(list);
      else if (isIndentedText(list)) unlistText(list);
      else if (name === 'ul') joinSingleItems(list, index);
    }
}
