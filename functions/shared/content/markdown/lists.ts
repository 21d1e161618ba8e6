import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { footnoteDefinition } from '#shared/content/dom/own-markers.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { headings } from '#shared/content/dom/html-elements.ts';
import type { MarkdownContext } from './context.ts';
import type { BlockSpacing } from './lines.ts';
import type { Choice, Selection } from '#shared/content/dom/selection.ts';

const isList = ({ name }: Element): boolean =>
  name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir';

const wrappers = new Set(['label', 'p', 'span', 'div']);

/** Whether a checkbox says what is done; others open the menu of a list item without a script. */
const isTask = ({ attribs }: Element): boolean =>
  attribs['type'] === 'checkbox' && !/toggle/i.test(attribs['class'] ?? '');

/** Whether the checkbox at the beginning of a list item is checked; `undefined` without one. */
function taskState({ children }: Element): boolean | undefined {
  for (const child of children) {
    if (isText(child) && child.data.trim() === '') continue;
    if (!isTag(child)) return undefined;
    if (child.name === 'input') return isTask(child) ? 'checked' in child.attribs : undefined;
    return wrappers.has(child.name) ? taskState(child) : undefined;
  }
  return undefined;
}

function firstNumber({ attribs, children }: Element): number {
  const first = children.find((child): child is Element => isTag(child) && child.name === 'li');
  const number = Number.parseInt(attribs['start'] ?? first?.attribs['value'] ?? '1', 10);
  return Number.isInteger(number) && number >= 0 && number < 999_999_999 ? number : 1;
}

function delimiterOf(context: MarkdownContext, isOrdered: boolean): string {
  const usual = isOrdered ? '.' : '-';
  const { lastList } = context;
  if (lastList?.isOrdered !== isOrdered || lastList.delimiter !== usual) return usual;
  return isOrdered ? ')' : '*';
}

function writeItem(context: MarkdownContext, node: ChildNode, choice: Choice): void {
  if (!isTag(node) || node.name !== 'li') return context.nodes([node], choice);
  const isDone = taskState(node);
  if (isDone !== undefined) {
    context.inline.verbatim(isDone ? '[x]' : '[ ]');
    context.inline.space();
  }
  context.nodes(node.children, choice);
}

/** A footnote (GFM: footnotes). */
export function writeFootnote(context: MarkdownContext, note: Element, choice: Choice): void {
  context.endParagraph();
  context.startBlock();
  context.lines.enter(`[^${note.attribs[footnoteDefinition]}]: `, '    ');
  context.inNote = true;
  context.nodes(note.children, choice);
  context.endParagraph();
  context.inNote = false;
  context.lines.leave();
}

export const isFootnote = ({ attribs }: Element): boolean => footnoteDefinition in attribs;

/** An item without content that no style or script makes use of. */
const isEmptyItem = ({ name, attribs, children }: Element): boolean =>
  name === 'li' && children.length === 0 && Object.keys(attribs).length === 0;

/** Whether a node has chosen content of its own, outside of lists. */
function hasOwnContent(selection: Selection, node: ChildNode, above: Choice): boolean {
  const choice = selection.of(node, above);
  if (choice === 'drop') return false;
  if (isText(node)) return choice === 'keep' && node.data.trim() !== '';
  if (!isTag(node) || isList(node)) return false;
  if (node.children.length === 0) return choice === 'keep' && node.name !== 'br';
  return node.children.some((child) => hasOwnContent(selection, child, choice));
}

/** Whether an item only indents the lists that it holds. */
const isIndentation = ({ selection }: MarkdownContext, item: ChildNode, chosen: Choice): item is Element =>
  isTag(item) &&
  item.name === 'li' &&
  !isFootnote(item) &&
  item.children.some((child) => isTag(child) && isList(child)) &&
  !item.children.some((child) => hasOwnContent(selection, child, chosen));

interface Item {
  readonly node: ChildNode;
  readonly chosen: Choice;
  /** The choice of the list that the item stands in. */
  readonly above: Choice;
}

interface Items {
  readonly items: readonly Item[];
  /** Whether items that only indent lists belong to the item before them; where all items do, they are a list of lists. */
  readonly areIndented: boolean;
}

/** Whether a list may be written as the beginning of the list around it. */
const isLike = (list: Element, { name, attribs }: Element): boolean =>
  name === list.name && !('start' in attribs);

interface ChosenList {
  readonly list: Element;
  readonly chosen: Choice;
}

/**
 * The lists with which a list begins where its first item should be, without an item of their own. Those of an ordered
 * list have numbers of their own.
 */
function leadingLists(list: Element, own: readonly Item[]): readonly ChosenList[] {
  const lists: ChosenList[] = [];
  if (list.name === 'ol') return lists;
  for (const { node, chosen } of own) {
    if (!(isTag(node) && isList(node))) break;
    lists.push({ list: node, chosen });
  }
  return lists;
}

/** The lists that an item only indents. */
const indentedLists = ({ selection }: MarkdownContext, { node, chosen }: Item): readonly ChosenList[] =>
  (isTag(node) ? node.children : [])
    .filter((child): child is Element => isTag(child) && isList(child))
    .map((list) => ({ list, chosen: selection.of(list, chosen) }));

/** The chosen items of a list. A list that begins with an indentation, or with lists, begins with what these hold. */
function itemsOf(context: MarkdownContext, list: Element, choice: Choice): Items {
  const own: Item[] = [];
  for (const node of list.children) {
    if (!(isTag(node) || (isText(node) && node.data.trim() !== ''))) continue;
    const chosen = context.selection.of(node, choice);
    if (chosen !== 'drop') own.push({ node, chosen, above: choice });
  }
  const [first] = own;
  if (first === undefined) return { items: own, areIndented: false };
  const isIndented = isIndentation(context, first.node, first.chosen);
  const areIndented =
    own.length === 1 || !isIndented || !own.every(({ node, chosen }) => isIndentation(context, node, chosen));
  const leading = leadingLists(list, own);
  const inner = isIndented && areIndented ? indentedLists(context, first) : leading;
  if (inner.length === 0 || !inner.every((one) => isLike(list, one.list))) return { items: own, areIndented };
  const items: Item[] = [];
  for (const one of inner) {
    const held = itemsOf(context, one.list, one.chosen);
    // A list of lists stays one: its items would be indented under each other.
    if (leading.length > 0 && !held.areIndented) return { items: own, areIndented };
    for (const item of held.items) items.push(item);
  }
  for (const item of own.slice(Math.max(1, leading.length))) items.push(item);
  return { items, areIndented };
}

/** Whether content has a heading or a table, but not in an item of a list. */
const holdsSection = ({ children }: Element): boolean =>
  children
    .filter(isTag)
    .some(
      (child) =>
        headings.has(child.name) ||
        child.name === 'table' ||
        (isList(child) ? isOneSection(child) : holdsSection(child)),
    );

/** Whether a list only arranges a section, as in Javadoc: it is the only item. Several are cards. */
function isOneSection({ children }: Element): boolean {
  const [item, ...others] = children.filter((child): child is Element => isTag(child) && child.name === 'li');
  return item !== undefined && others.length === 0 && !isFootnote(item) && holdsSection(item);
}

const isHeadline = ({ name }: Element): boolean => name === 'h1';

const isParagraph = ({ name }: Element): boolean => name === 'p';
const isPlain = ({ attribs }: Element): boolean => Object.keys(attribs).length === 0;

/** Whether an item may be what somebody has written in a list: no more than a heading, without classes. */
const isWritten = (list: Element, item: Element): boolean =>
  isPlain(list) && isPlain(item) && findElement(item, isParagraph) === undefined;

/** Whether chosen items arrange a page: the only one with content has a section, or each slide has a headline. */
function areSections({ selection }: MarkdownContext, list: Element, all: readonly Item[]): boolean {
  const items = all.filter(
    ({ node, chosen }) =>
      !isTag(node) ||
      findElement(node, isList) !== undefined ||
      node.children.some((child) => hasOwnContent(selection, child, chosen)),
  );
  const isSection = ({ node }: Item): boolean => {
    if (!isTag(node) || node.name !== 'li' || isWritten(list, node)) return false;
    return items.length === 1 ? holdsSection(node) : findElement(node, isHeadline) !== undefined;
  };
  return (list.name === 'ul' || items.length === 1) && items.length > 0 && items.every(isSection);
}

export function writeList(context: MarkdownContext, list: Element, choice: Choice): void {
  // In an item of another list, it may be the only reply to a comment.
  if (context.itemDepth === 0 && isOneSection(list)) return context.nodes(list.children, choice);
  const { items, areIndented } = itemsOf(context, list, choice);
  if (context.itemDepth === 0 && areSections(context, list, items))
    return context.nodes(list.children, choice);
  const { lines } = context;
  const isOrdered = list.name === 'ol';
  const delimiter = delimiterOf(context, isOrdered);
  let number = firstNumber(list);
  // An ordered list can interrupt a paragraph only when it begins with 1 (CommonMark, section 5.3).
  const joinsItem = context.joinsItem && (!isOrdered || number === 1);
  let spacing: BlockSpacing = joinsItem ? 'tight' : 'apart';
  let marker = '';
  for (const { node: child, chosen, above } of items) {
    if (isTag(child) && isFootnote(child)) {
      writeFootnote(context, child, chosen);
      continue;
    }
    // Old pages put a nested list beside its item, not into it, and editors into an item of its own.
    const isNested =
      isTag(child) && (isList(child) || (areIndented && isIndentation(context, child, chosen)));
    const goesOn = marker !== '' && isNested;
    if (!goesOn) marker = isOrdered ? `${number}${delimiter} ` : `${delimiter} `;
    lines.startBlock(spacing);
    const ifEmpty = isTag(child) && isEmptyItem(child) ? 'keep' : 'drop';
    const { isEmpty, isLoose } = context.item(goesOn ? ' '.repeat(marker.length) : marker, ifEmpty, () =>
      writeItem(context, child, isTag(child) && child.name === 'li' ? chosen : above),
    );
    if (isEmpty) continue;
    spacing = isLoose ? 'apart' : 'tight';
    if (!goesOn) number += 1;
  }
  if (marker === '') return;
  context.endBlock();
  context.lastList = { isOrdered, delimiter };
}

const isEntry = (node: ChildNode): boolean => isTag(node) && (node.name === 'dt' || node.name === 'dd');

/** The entries of a `<dl>`, which may stand in `<div>` groups, and what pages wrongly put between them. */
function definitionParts(list: Element): readonly ChildNode[] {
  return list.children.flatMap((child): readonly ChildNode[] => {
    if (isText(child)) return child.data.trim() === '' ? [] : [child];
    if (!isTag(child)) return [];
    return child.name === 'div' && findElement(child, isEntry) !== undefined
      ? definitionParts(child)
      : [child];
  });
}

/** Words between the entries, which follow each other in one line. */
const isInline = (part: ChildNode): boolean => !isEntry(part) && !(isTag(part) && isBlock(part));

const nameOf = (part: ChildNode): string => (isTag(part) ? part.name : '');

const endsWithColon = (part: ChildNode): boolean => isTag(part) && /[:：]\s*$/.test(rawText(part));

/** Separates a term or definition from the one before it in the same line. */
function separate({ inline, afterParagraph }: MarkdownContext, before: ChildNode, name: string): void {
  if (inline.isEmpty || afterParagraph) return;
  if (nameOf(before) !== 'dt') inline.lineBreak();
  else if (name === 'dt') inline.separate(',');
  else inline.separate(endsWithColon(before) ? '' : ':');
}

function writeDefinition(
  context: MarkdownContext,
  parts: readonly ChildNode[],
  choice: Choice,
  areTerms: boolean,
): void {
  for (const [at, part] of parts.entries()) {
    const name = nameOf(part);
    const before = parts[at - 1];
    const holdsBlocks = isTag(part) && findElement(part, isBlock) !== undefined;
    if (holdsBlocks) context.endParagraph();
    else if (before !== undefined && !(isInline(part) && isInline(before))) separate(context, before, name);
    if (name === 'dt' && isTag(part) && !holdsBlocks && areTerms)
      context.marked({ kind: 'strong' }, part, choice);
    else context.nodes(isTag(part) ? part.children : [part], choice);
    if (holdsBlocks) context.endParagraph();
  }
}

const isLink = (part: ChildNode): boolean => {
  const link = isTag(part) ? findElement(part, ({ name }) => name === 'a') : undefined;
  return link !== undefined && rawText(link).trim() === rawText(part as Element).trim();
};

/** Whether a definition is no more than another list. */
const isNestedList = (part: ChildNode): boolean => {
  const list = isTag(part) ? findElement(part, ({ name }) => name === 'dl') : undefined;
  return list !== undefined && rawText(list).trim() === rawText(part as Element).trim();
};

/** Whether a list is a table of contents as DocBook writes it: terms that lead to chapters, with lists of their sections. */
const isContents = (parts: readonly ChildNode[]): boolean =>
  parts.every((part) => (nameOf(part) === 'dt' ? isLink(part) : isNestedList(part)));

/** The terms and what defines them. */
function definitionGroups(parts: readonly ChildNode[]): readonly ChildNode[][] {
  const groups: ChildNode[][] = [];
  const areApart = isContents(parts);
  // Without a term, each line is a point.
  const arePoints = parts.every(
    (part) => isTag(part) && part.name === 'dd' && findElement(part, isBlock) === undefined,
  );
  let before = '';
  for (const part of parts) {
    const name = nameOf(part);
    if (groups.length === 0 || arePoints || (name === 'dt' && (areApart || before !== 'dt'))) groups.push([]);
    groups.at(-1)?.push(part);
    before = name;
  }
  return groups;
}

/** Writes definitions as a list of **term**: definition, since Markdown has no syntax for them; a heading ends the list. */
export function writeDefinitions(context: MarkdownContext, list: Element, choice: Choice): void {
  let parts: ChildNode[] = [];
  for (const part of definitionParts(list)) {
    if (context.selection.of(part, choice) === 'drop') continue;
    if (!headings.has(nameOf(part))) {
      parts.push(part);
      continue;
    }
    writeDefinitionList(context, parts, choice);
    parts = [];
    context.nodes([part], choice);
  }
  writeDefinitionList(context, parts, choice);
}

function writeDefinitionList(context: MarkdownContext, parts: readonly ChildNode[], choice: Choice): void {
  const groups = definitionGroups(parts);
  // Pages that give each definition a list of its own mean one list.
  const isOneDefinition = groups.length === 1;
  // The chapters of a table of contents are defined by nothing.
  const areTerms = !isContents(parts);
  const { lastList } = context;
  const goesOn = isOneDefinition && lastList?.isOneDefinition === true;
  const delimiter = goesOn ? lastList.delimiter : delimiterOf(context, false);
  let spacing: BlockSpacing = context.joinsItem ? 'tight' : 'apart';
  for (const group of groups) {
    context.lines.startBlock(spacing);
    const { isEmpty, isLoose } = context.item(`${delimiter} `, 'drop', () =>
      writeDefinition(context, group, choice, areTerms),
    );
    if (!isEmpty) spacing = isLoose ? 'apart' : 'tight';
  }
  if (groups.length === 0) return;
  context.endBlock();
  context.lastList = { isOrdered: false, delimiter, isOneDefinition };
}
