import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlockName } from '#shared/content/dom/element-display.ts';
import { findElement, firstCharacter, lastCharacter, rawText } from '#shared/content/dom/element-text.ts';
import {
  ancestor,
  classesOf,
  elementBeside,
  type ElementIndex,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { continuesWord, layoutOf, spacesChildren, wordsMeet } from '#shared/content/dom/layout-classes.ts';

const codeNames = nameSet('pre code samp tt kbd');
const maxLevels = 12;

/** Whether white space counts in an element, near enough: deeper code has been brought to one form before. */
function keepsSpace(element: Element): boolean {
  let around: Element | null = element;
  for (let level = 0; level < maxLevels && around !== null; level++) {
    if (codeNames.has(around.name)) return true;
    around = around.parent !== null && isTag(around.parent) ? around.parent : null;
  }
  return false;
}

const isSpace = (character: string): boolean => character.trim() === '';

/** Parts of a word or formula, and what goes without a space before or behind it. */
const partsOfWord = nameSet('sub sup wbr');
const hugsWord = /^[,.;:!?)\]%]$/;
const opensBracket = /^[([]$/;

/** Whether children that a container spaces need a space in the text; the letters of an animated word do not. */
function areSpacedApart(before: ChildNode, child: ChildNode): boolean {
  if (isText(before) && isText(child)) return false;
  const parts = [before, child].some((node) => isTag(node) && partsOfWord.has(node.name));
  const [end, start] = [lastCharacter(before), firstCharacter(child)];
  return !parts && !isSpace(end) && !isSpace(start) && !hugsWord.test(start) && !opensBracket.test(end);
}

const layoutOfNode = (node: ChildNode): ReturnType<typeof layoutOf> =>
  isTag(node) ? layoutOf(node) : undefined;

/** Whether a child and the one before it are laid out apart, so that their words need a space. */
function areLaidOutApart(before: ChildNode, child: ChildNode): boolean {
  const [own, other] = [layoutOfNode(child), layoutOfNode(before)];
  const layout = own ?? other;
  const [end, start] = [lastCharacter(before), firstCharacter(child)];
  if (layout === undefined || !wordsMeet(end, start)) return false;
  return own === 'apart' || (other === 'apart' && !isText(child)) || !continuesWord(layout, end, start);
}

const isLetter = (node: ChildNode): boolean => isTag(node) && rawText(node, 2).trim().length === 1;

/** Puts a space between children of an element that have none. */
function separate(element: Element, areApart: (before: ChildNode, child: ChildNode) => boolean): void {
  const apart: ChildNode[] = [];
  let before: ChildNode | undefined;
  for (const child of element.children) {
    if (firstCharacter(child) !== '') {
      if (before !== undefined && areApart(before, child)) apart.push(newText(' '));
      before = child;
    }
    apart.push(child);
  }
  if (apart.length > element.children.length && !keepsSpace(element)) setChildren(element, apart);
}

/** Separates the items of a container, unless they are the letters of an animated word. */
function separateItems(container: Element, areApart: (before: ChildNode, child: ChildNode) => boolean): void {
  const shown = container.children.filter((child) => firstCharacter(child).trim() !== '');
  if (!shown.every(isLetter)) separate(container, areApart);
}

const small = /\p{Ll}/u;

/** Whether two facts meet: "2026" and "1h 54m". Small letters may be halves of a word. */
function areFacts(before: ChildNode, child: ChildNode): boolean {
  const [end, start] = [lastCharacter(before), firstCharacter(child)];
  return wordsMeet(end, start) && !(small.test(end) && small.test(start));
}

const maxFactCharacters = 200;

/** `SKU: C1026` */
const labelled = /^\s*\p{L}[^:]{0,30}:\s*\S/u;

/**
 * Whether a box holds nothing but spans that are the facts of a card. Either all have one class and one of them has several words (the
 * parts of a word or a number, which a script sets, have not), or none has a class and each has a label.
 */
function holdsFacts({ name, children: [first, ...others] }: Element): boolean {
  if (name !== 'div' || others.length === 0 || first === undefined) return false;
  const isSpan = (node: ChildNode): node is Element => isTag(node) && node.name === 'span';
  if (!isSpan(first)) return false;
  const names = first.attribs['class'];
  if (!others.every((node) => isSpan(node) && node.attribs['class'] === names)) return false;
  if (names === undefined)
    return [first, ...others].every((node) => isTag(node) && labelled.test(rawText(node, maxFactCharacters)));
  return [first, ...others].some((node) => isTag(node) && /\S\s+\S/.test(rawText(node, maxFactCharacters)));
}

/** Writing without spaces needs none here. */
const label = /^\s*\p{Lu}(?:[^:/\u2e80-\uffff]{0,29}[\p{L})]|\d{0,3}):$/u;
const startsValue = /^[\p{L}\p{N}\p{Sc}]$/u;
const maxLabelCharacters = 40;

/** Whether a label meets its value in another element: `Price:<b>£12</b>`. A script or style sheet sets them apart. */
function areLabelAndValue(before: ChildNode, child: ChildNode): boolean {
  const areParts = isTag(before) || isTag(child);
  const isSmall = isTag(child) && partsOfWord.has(child.name);
  if (!areParts || isSmall || !startsValue.test(firstCharacter(child))) return false;
  return label.test(isText(before) ? before.data : isTag(before) ? rawText(before, maxLabelCharacters) : '');
}

/** The place of the first child that shows something; -1 where that is a block, which is apart in any case. */
function placeOfLine({ children }: Element): number {
  for (const [at, child] of children.entries()) {
    if (isTag(child) && isBlockName(child.name)) return -1;
    if (firstCharacter(child).trim() !== '') return at;
  }
  return -1;
}

/** Puts a space between the label that a line begins with and its value. */
function separateLabel(line: Element): void {
  const { children } = line;
  const at = placeOfLine(line);
  const first = children[at];
  if (first === undefined || lastCharacter(first) !== ':') return;
  const value = children.slice(at + 1).find((child) => firstCharacter(child).trim() !== '');
  if (value === undefined || !areLabelAndValue(first, value) || keepsSpace(line)) return;
  setChildren(line, [...children.slice(0, at + 1), newText(' '), ...children.slice(at + 1)]);
}

const isBlockOrImage = (element: Element): boolean => isBlockName(element.name) || element.name === 'img';

const namesLabel = /(?:^|[\s_-])label(?:\s|$)/;
const namesValue = /(?:^|[\s_-])value(?:\s|$)/;
/** In names such as `fact__label`, the part of a component. */
const namesPart = /\w__\w/;
const endsOpen = /[\p{L}\p{N})]$/u;
const maxFactLevels = 2;

/** Whether a line is one of several items in a list. */
function isListed(line: Element): boolean {
  const item = line.name === 'li' ? line : ancestor(line, maxFactLevels, ({ name }) => name === 'li');
  return (
    item !== undefined && (['prev', 'next'] as const).some((side) => elementBeside(item, side)?.name === 'li')
  );
}

/** Writes the colon between the two spans of a listed fact that are named as a label and its value, which a style sheet tells apart. */
function addColon(line: Element): void {
  const [first, second, ...others] = line.children.filter(
    (child) => !isText(child) || child.data.trim() !== '',
  );
  if (first === undefined || second === undefined || others.length > 0) return;
  if (!isTag(first) || !isTag(second) || first.name !== 'span' || second.name !== 'span') return;
  const [name, other] = [first.attribs['class'] ?? '', second.attribs['class'] ?? ''];
  const isFact =
    namesLabel.test(name) && (namesValue.test(other) || (namesPart.test(name) && !namesPart.test(other)));
  if (!isFact || !isListed(line) || !startsValue.test(firstCharacter(second).trim())) return;
  const text = rawText(first, maxLabelCharacters).trim();
  if (text.length < maxLabelCharacters && endsOpen.test(text))
    setChildren(first, [...first.children, newText(': ')]);
}

const boxNames = nameSet('div p');
const maxValueCharacters = 120;

/** The label and the value of a row of facts, two boxes of which the second is named a value; `undefined` for other rows. */
function factOf(row: Element): readonly [label: Element, value: Element] | undefined {
  const [label, value, ...others] = row.children.filter(
    (child) => isTag(child) || firstCharacter(child).trim() !== '',
  );
  if (label === undefined || value === undefined || others.length > 0 || !isTag(label) || !isTag(value))
    return undefined;
  if (!boxNames.has(label.name) || !boxNames.has(value.name)) return undefined;
  if (!namesValue.test(value.attribs['class'] ?? '') || namesValue.test(label.attribs['class'] ?? ''))
    return undefined;
  if ([label, value].some((box) => findElement(box, isBlockOrImage) !== undefined)) return undefined;
  const text = rawText(label, maxLabelCharacters).trim();
  const isLabel = text.length < maxLabelCharacters && /^[\p{L}\p{N}]/u.test(text) && endsOpen.test(text);
  const fact = rawText(value, maxValueCharacters).trim();
  return isLabel && fact !== '' && fact.length < maxValueCharacters ? [label, value] : undefined;
}

const isFactRow = (row: Element): boolean =>
  factOf(row) !== undefined ||
  row.children.some(
    (child) => isTag(child) && child.name === 'span' && namesValue.test(child.attribs['class'] ?? ''),
  );

/** Writes a row of facts, which is one of several, as a line: `Weight: 2 kg`. */
function joinFact(row: Element): void {
  // A cheap test for most elements.
  if (!row.children.some((child) => isTag(child) && child.attribs['class']?.includes('value') === true))
    return;
  const fact = factOf(row);
  if (fact === undefined) return;
  // The row before is a line by now.
  const isOneOfSeveral = (['prev', 'next'] as const).some((side) => {
    const other = elementBeside(row, side);
    return other?.name === row.name && other.attribs['class'] === row.attribs['class'] && isFactRow(other);
  });
  if (!isOneOfSeveral) return;
  const [label, value] = fact;
  label.name = 'span';
  value.name = 'span';
  setChildren(label, [...label.children, newText(': ')]);
}

const isChosenValue = (node: ChildNode): boolean => isTag(node) && classesOf(node).includes('selected-value');

/** Puts commas between the chosen values of a property, around each of which Notion draws a box. */
function separateValues(cell: Element): void {
  const { children } = cell;
  if (!children.every(isChosenValue)) return;
  setChildren(
    cell,
    children.flatMap((child, at) => (at === 0 ? [child] : [newText(', '), child])),
  );
}

/** MyBB floats the date of a quotation to the right: `<cite><span>(2019-02-24)</span>Ada Wrote:</cite>`. */
const isDateBeforeName = (before: ChildNode, child: ChildNode): boolean =>
  isTag(before) && isText(child) && lastCharacter(before) === ')' && startsValue.test(firstCharacter(child));

/** The type behind a term of docutils, which its style sheets put a colon before: `<dt>z<span class="classifier">float</span></dt>`. */
const isClassifier = (element: Element): boolean =>
  element.parent !== null &&
  isTag(element.parent) &&
  element.parent.name === 'dt' &&
  classesOf(element).includes('classifier') &&
  element.prev !== null &&
  !/[:\s]/.test(lastCharacter(element.prev));

function separateClassifiers(index: ElementIndex): void {
  for (const element of index.named('span'))
    if (isClassifier(element)) setChildren(element, [newText(' : '), ...element.children]);
}

/**
 * Puts a space between inline elements that are laid out apart and have none in the source: the children of a container
 * of utility classes with a gap, spans of one class in a box, labels, tabs, elements with a line of their own, and texts for screen readers:
 * `<div class="flex gap-2"><span>Solar</span><span>Wind</span></div>`. Labels of listed facts get the colon that they lack.
 */
export function separateSideBySide(index: ElementIndex): void {
  separateClassifiers(index);
  const parents = new Set<Element>();
  for (const element of index.all) {
    if (element.children.length > 1) {
      if (spacesChildren(element)) separateItems(element, areSpacedApart);
      else if (holdsFacts(element)) separateItems(element, areFacts);
      else if (element.name === 'cite') separate(element, isDateBeforeName);
      else if (element.name === 'td') separateValues(element);
      separateLabel(element);
      addColon(element);
      joinFact(element);
    }
    const { name, parent, prev, next } = element;
    // A block is apart in any case.
    if (isBlockName(name) || (prev === null && next === null)) continue;
    if (parent !== null && isTag(parent) && !parents.has(parent) && layoutOf(element) !== undefined)
      parents.add(parent);
  }
  for (const parent of parents) separate(parent, areLaidOutApart);
}
