import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { footnoteMark } from '#shared/content/dom/own-markers.ts';
import {
  becomeElement,
  classesOf,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { becomeDefinition, elementParent } from './definition.ts';

const noteName =
  /^(?:sidenote|side-note|marginnote|margin-note|inline-footnote|footnote-content|footnote__content|easy-footnote-text)$/;
/** A class that references have too: only the checkbox before it, or the words around it that open it, make it a note. */
const switchedName = /^(?:foot)?note$/;
const openingName = /^(?:foot)?note-?(?:link|ref|trigger)$/;
const contentName = /content|text|body/;

function followsSwitch(element: Element): boolean {
  let before = element.prev;
  while (before !== null && !isTag(before)) before = before.prev;
  return before?.name === 'input' && before.attribs['type'] === 'checkbox';
}

/** Whether a note is in the words that it explains: `<span class="footnoteLink">DC Comics<span class="footnote">…`. */
const isInOpening = (note: Element): boolean => {
  const { parent } = note;
  if (parent === null || !isTag(parent) || parent.name !== 'span') return false;
  // A number is a reference.
  return classesOf(parent).some((name) => openingName.test(name)) && /\p{L}{2}/u.test(rawText(note, 80));
};

const isSidenote = (element: Element): boolean => {
  const names = classesOf(element);
  return (
    names.some((name) => noteName.test(name)) ||
    (names.some((name) => switchedName.test(name)) && (followsSwitch(element) || isInOpening(element)))
  );
};

/** Removes the number and the checkbox that open a note. */
function dropSwitch(note: Element): 'linked' | 'plain' {
  for (let before = note.prev, steps = 0; before !== null && steps < 4; before = before.prev, steps++) {
    if (isText(before)) {
      if (before.data.trim() !== '') break;
    } else if (isTag(before)) {
      if (
        footnoteMark in before.attribs ||
        findElement(before, ({ attribs }) => footnoteMark in attribs) !== undefined
      )
        return 'linked';
      if (!/^(?:label|input|sup)$/.test(before.name) || !/^\W*\d{0,3}\W*$/.test(rawText(before, 12))) break;
      makeSilent(before);
    }
  }
  return 'plain';
}

/** The element with the text of a note: some tools put it beside the number in the note's element. */
const contentOf = (note: Element): Element =>
  note.children.filter(isTag).find((child) => classesOf(child).some((name) => contentName.test(name))) ??
  note;

const labelOf = (note: Element): string => /^\W*(\d{1,3})(?=\W)/.exec(rawText(note, 20))?.[1] ?? '';

const partsOfLists = nameSet('li ul ol dt dd dl');
const partsOfTables = nameSet('td th tr thead tbody tfoot caption table');

/** The paragraph around a note, or the whole list or table: no note can follow an item or a cell. Paragraphs in a cell are a layout. */
function blockAround(note: Element): Element | undefined {
  let block: Element | undefined;
  for (let at = elementParent(note); at !== undefined; at = elementParent(at)) {
    const isWhole =
      partsOfLists.has(at.name) ||
      (block !== undefined && partsOfTables.has(at.name) && partsOfTables.has(block.name));
    if (isWhole || (block === undefined && isBlock(at))) block = at;
  }
  return block;
}

/** Moves notes that are written inside a sentence, such as margin notes, behind its block. Returns the last number. */
export function liftSidenotes(index: ElementIndex, from: number): number {
  const added = new Map<Element, Map<ChildNode, Element[]>>();
  let number = from;
  for (const note of ['span', 'small', 'aside'].flatMap((name) => index.named(name))) {
    if (!isSidenote(note) || rawText(note, 20).trim() === '') continue;
    // The same text is at the end of the page, and its reference is here already.
    if (dropSwitch(note) === 'linked') {
      makeSilent(note);
      continue;
    }
    const block = blockAround(note);
    const outer = block === undefined ? undefined : elementParent(block);
    if (block === undefined || outer === undefined || block.name === 'body') continue;
    number += 1;
    const label = labelOf(note);
    const definition = newElement('p', {}, contentOf(note).children);
    becomeDefinition(definition, number, label);
    becomeElement(note, 'sup', { [footnoteMark]: String(number) }, [newText(`[${number}]`)]);
    const places = added.get(outer) ?? new Map<ChildNode, Element[]>();
    const after = places.get(block) ?? [];
    after.push(definition);
    places.set(block, after);
    added.set(outer, places);
  }
  for (const [outer, places] of added) {
    const children: ChildNode[] = [];
    for (const child of outer.children) {
      children.push(child);
      for (const definition of places.get(child) ?? []) children.push(definition);
    }
    setChildren(outer, children);
  }
  return number;
}
