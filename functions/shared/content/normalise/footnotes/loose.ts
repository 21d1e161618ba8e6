import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { footnoteMark } from '#shared/content/dom/own-markers.ts';
import { ancestor, classesOf, type ElementIndex } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { becomeDefinition, becomeMark, isDefinition } from './definition.ts';

const notesHeading =
  /^(?:foot|end)?notes(?: and references)?:?$|^references(?: and notes)?:?$|^примечани[ея]:?$|^сноски:?$|^anmerkungen:?$|^fußnoten:?$/i;
const notesName = /^(?:footnotes?|endnotes?|notes|fn-list|footnote-list|snoski|primechaniya)$/;

/** The superscript or bold number at the beginning of a block. */
function leadingNumber(nodes: readonly ChildNode[]): number | undefined {
  for (const node of nodes) {
    if (isText(node)) {
      if (node.data.trim() !== '') return undefined;
    } else if (isTag(node)) {
      const text = rawText(node, 400).trim();
      if (text === '') continue;
      const [, digits] = /^[[(]?(\d{1,3})[\])]?[.:]?$/.exec(text) ?? [];
      if (digits !== undefined && /^(?:sup|b|strong|span|small)$/.test(node.name)) return Number(digits);
      return leadingNumber(node.children);
    }
  }
  return undefined;
}

const maxMarkLevels = 12;

const hasTextBefore = (element: Element): boolean => {
  for (let before = element.prev; before !== null; before = before.prev)
    if (isText(before) ? before.data.trim() !== '' : isTag(before) && rawText(before, 20).trim() !== '')
      return true;
  return false;
};

/** Superscript numbers in the text by number, each in document order. */
function raisedMarks(index: ElementIndex): ReadonlyMap<number, readonly Element[]> {
  const marks = new Map<number, Element[]>();
  for (const sup of index.named('sup')) {
    if (
      sup.name !== 'sup' ||
      footnoteMark in sup.attribs ||
      findElement(sup, ({ name }) => name === 'a' || name === 'sup') !== undefined
    )
      continue;
    const [, digits] = /^[[(]?(\d{1,3})[\])]?$/.exec(rawText(sup, 10).trim()) ?? [];
    if (digits === undefined || !hasTextBefore(sup)) continue;
    const number = Number(digits);
    const alike = marks.get(number) ?? [];
    alike.push(sup);
    marks.set(number, alike);
  }
  return marks;
}

/** Whether a block has words: a table may have a number alone in a cell. */
const saysMore = (block: Element): boolean => /\p{L}/u.test(rawText(block));

/** Blocks that begin with 1, 2, 3 … in this order. */
function numberedBlocks(index: ElementIndex): readonly Element[] {
  const blocks: Element[] = [];
  const position = new Map(index.all.map((element, at) => [element, at]));
  const candidates = ['p', 'li', 'div']
    .flatMap((name) => index.named(name))
    .filter((block) => !isDefinition(block));
  candidates.sort((a, b) => (position.get(a) ?? 0) - (position.get(b) ?? 0));
  for (const block of candidates) {
    if (findElement(block, ({ name }) => name === 'p' || name === 'li' || name === 'div') !== undefined)
      continue;
    if (leadingNumber(block.children) === blocks.length + 1 && saysMore(block)) blocks.push(block);
  }
  return blocks;
}

/** The items of a list with a class or heading for notes. */
function listedNotes(index: ElementIndex): readonly Element[] {
  const items: Element[] = [];
  for (const list of index.named('ol')) {
    let before = list.prev;
    while (before !== null && !isTag(before)) before = before.prev;
    const { parent } = list;
    const isNamed = [list, parent].some(
      (element) =>
        element !== null &&
        isTag(element) &&
        (classesOf(element).some((name) => notesName.test(name)) ||
          notesName.test(element.attribs['id'] ?? '') ||
          element.name === 'aside'),
    );
    const isHeaded = before !== null && notesHeading.test(rawText(before, 60).trim());
    if (!isNamed && !isHeaded) continue;
    const start = Number.parseInt(list.attribs['start'] ?? '1', 10);
    if (start !== items.length + 1) continue;
    items.push(
      ...list.children.filter(
        (child): child is Element => isTag(child) && child.name === 'li' && !isDefinition(child),
      ),
    );
  }
  return items;
}

/** Matches references and notes without links by their numbers. Returns the last number. */
export function matchLooseFootnotes(index: ElementIndex, from: number): number {
  const marks = raisedMarks(index);
  if (marks.size === 0) return from;
  // A block with its own number as a mark is no note: "1. Only 34 % have a strategy¹".
  const isReferredTo = (block: Element, at: number): boolean =>
    marks
      .get(at + 1)
      ?.some((mark) => ancestor(mark, maxMarkLevels, (around) => around === block) === undefined) === true;
  const notes = [numberedBlocks(index), listedNotes(index)].find(
    (blocks) => blocks.length > 0 && blocks.every(isReferredTo),
  );
  if (notes === undefined) return from;
  for (const [at, block] of notes.entries()) {
    for (const mark of marks.get(at + 1) ?? []) becomeMark(mark, from + at + 1);
    becomeDefinition(block, from + at + 1, String(at + 1));
  }
  return from + notes.length;
}
