import { type Element, isTag } from 'domhandler';

import {
  ancestor,
  classesOf,
  elementBeside,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { boldNames } from '#shared/content/dom/html-elements.ts';
import { readEquations } from './equations.ts';
import { readListings } from './listings.ts';
import { readNotes } from './notes.ts';

const isLabel = (element: Element): boolean => hasClass(element, 'ltx_tag_item');
const isParagraph = ({ name }: Element): boolean => name === 'p';

/** The paragraph with which an element begins; `undefined` where something else comes before. */
function firstParagraph(place: Element): Element | undefined {
  if (isParagraph(place)) return place;
  const first = place.children.find((child) => isTag(child) && child.name !== 'template' && !isLabel(child));
  return first !== undefined && isTag(first) ? firstParagraph(first) : undefined;
}

/** Puts an element before the text of the paragraph with which another begins. Returns whether there is one. */
function beginParagraph(place: Element, beginning: Element): boolean {
  const paragraph = firstParagraph(place);
  if (paragraph === undefined) return false;
  setChildren(paragraph, [beginning, newText(' '), ...paragraph.children]);
  return true;
}

const ownNumber = /^\(?(\d{1,4})[.):]?\)?$/;
const bullet = /^[^\p{L}\d]$/u;
const maxLabelCharacters = 80;

const itemsOf = (list: Element): readonly Element[] =>
  list.children.filter((child): child is Element => isTag(child) && child.name === 'li');

/** The number of a label; `undefined` for one such as `(a)`. */
function numberOf(label: string): number | undefined {
  const number = ownNumber.exec(label)?.[1];
  return number === undefined ? undefined : Number(number);
}

/**
 * Drops labels that the list has, too: bullets, and numbers that count up. Others, such as `(a)`, begin the text of their item. A list
 * whose labels count otherwise, such as 3 and 7, has no numbers beside them.
 */
function readLabels(list: Element): void {
  const items = itemsOf(list);
  const labels = items.map(({ children }) => children.filter(isTag).find(isLabel));
  const texts = labels.map((label) => (label === undefined ? '' : rawText(label, maxLabelCharacters).trim()));
  const numbers = texts.map(numberOf);
  const first = numbers[0] ?? 1;
  if (numbers.some((number, at) => number !== undefined && number !== first + at)) list.name = 'ul';
  if (list.name === 'ol' && first !== 1) list.attribs['start'] = String(first);
  for (const [at, label] of labels.entries()) {
    const item = items[at];
    const text = texts[at] ?? '';
    if (label === undefined || item === undefined) continue;
    const isCounted = list.name === 'ol' && numbers[at] !== undefined;
    if (isCounted || bullet.test(text)) makeSilent(label);
    else if (beginParagraph(item, newElement('span', {}, label.children))) makeSilent(label);
    else setChildren(label, [...label.children, newText(' ')]);
  }
}

const isBoldItself = ({ name }: Element): boolean => boldNames.has(name);
const maxFontLevels = 6;

const elementOfFont = (element: Element): string | undefined => {
  if (hasClass(element, 'ltx_font_typewriter'))
    return findElement(element, ({ name }) => name === 'math' || name === 'a') === undefined
      ? 'code'
      : undefined;
  if (hasClass(element, 'ltx_font_bold'))
    return ancestor(element, maxFontLevels, isBoldItself) === undefined ? 'strong' : undefined;
  return hasClass(element, 'ltx_font_italic') ? 'em' : undefined;
};

/** `Theorem 1.`, `Proof.`: begins the line of the text that follows. */
function readRunInTitle(title: Element): void {
  const next = elementBeside(title, 'next');
  if (next !== undefined && beginParagraph(next, newElement('strong', {}, title.children))) makeSilent(title);
}

const titlesOfSections = new Set([
  'ltx_title_abstract',
  'ltx_title_keywords',
  'ltx_title_acknowledgements',
  'ltx_title_classification',
]);

/** The abstract and the like have headings as the sections have. */
function readTitles(index: ElementIndex): void {
  for (const title of index.named('h6')) {
    if (hasClass(title, 'ltx_runin')) readRunInTitle(title);
    else if (classesOf(title).some((name) => titlesOfSections.has(name))) title.name = 'h2';
  }
}

/** Fonts are classes here, and the lines of an author's address are boxes in a line. */
function readSpans(index: ElementIndex): void {
  for (const span of index.named('span')) {
    if (span.name !== 'span') continue;
    if (hasClass(span, 'ltx_creator')) span.name = 'p';
    else if (hasClass(span, 'ltx_contact')) setChildren(span, [newElement('br', {}, []), ...span.children]);
    else if (hasClass(span, 'ltx_text')) span.name = elementOfFont(span) ?? span.name;
  }
}

/** What LaTeXML writes for an image that has no description. */
const noDescription = 'Refer to caption';

function dropNoDescriptions(index: ElementIndex): void {
  for (const { attribs } of index.named('img')) if (attribs['alt'] === noDescription) attribs['alt'] = '';
}

const isPaper = (index: ElementIndex): boolean =>
  index.named('div').some((element) => hasClass(element, 'ltx_page_content'));

/**
 * Brings what LaTeXML, which arXiv uses, makes of a paper to the elements of HTML that all later steps know: notes, equations,
 * listings, labels, fonts, titles. Changes the document in place; returns whether the page is a paper.
 */
export function readPaper(index: ElementIndex): boolean {
  if (!isPaper(index)) return false;
  // Before formulas and listings take the text of their boxes.
  readNotes(index);
  readEquations(index);
  readListings(index);
  for (const name of ['ul', 'ol'])
    for (const list of index.named(name)) if (list.name === name) readLabels(list);
  readTitles(index);
  readSpans(index);
  dropNoDescriptions(index);
  return true;
}
