import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isSilent } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { ancestor, type ElementIndex } from '#shared/content/dom/element-edit.ts';
import { remembered } from '#shared/kernel/remembered.ts';
import { type DateOptions, dateOrderOf, findDate } from '#shared/values/dates.ts';
import { isOtherElement, withoutStates } from './article-beginning.ts';
import { momentOf } from './article-dates.ts';
import type { ArticleSetting } from './article-markup.ts';
import {
  authorSayings,
  fullNameIn,
  isAuthorLabel,
  isAuthorPath,
  isSectionPath,
  nameSaidIn,
  withoutSaying,
} from './byline.ts';
import { kindOf } from './dateline.ts';
import { cleanText } from './head-facts.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';
import { isOfOtherWork } from './microdata.ts';
import words from './byline-words.json' with { type: 'json' };

// Below the text, or far from the headline, a page may still name its author or its day. Cards, comments and teasers
// name theirs there, too: a value counts only if the page has no other of its kind.

const minNameCharacters = 3;
const maxNameCharacters = 80;
/** A line goes on with a role or a date. */
const maxLineCharacters = 160;
/** A label, and the names behind it with their roles. */
const maxListCharacters = 400;
const maxListElements = 100;
const maxBoxCharacters = 2_000;
const maxMarks = 60;
const maxClassCharacters = 300;
const maxTextLevels = 8;
const levels = 12;

function namedAfter(parts: readonly string[]): (names: string) => boolean {
  const one = new RegExp(`(?:^|[^a-z])(?:${parts.join('|')})`, 'i');
  return remembered((names) => one.test(withoutStates(names).replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')));
}
/** Whether the names of an element are those of comments, cards and other parts that tell of something else. */
export const isOfOthers = namedAfter([...words.partsOfOthers, ...words.partsBesideText]);
const isOfOthersInText = namedAfter(words.partsOfOthers);

/** Whether an element is named after comments, reviews, cards or other pages. */
const isNamedElsewhere = (element: Element): boolean =>
  isOfOthers(element.attribs['class'] ?? '') ||
  isOfOthers(element.attribs['id'] ?? '') ||
  isOfOtherWork(element);
const isElsewhere = (element: Element): boolean => isOtherElement(element) || isNamedElsewhere(element);
/** Whether an element is around the only headline: `layout-2-sidebars`, `card`. What it is named after is not all of it. */
const isWrapper = (element: Element, index: ElementIndex): boolean =>
  index.named('h1').length === 1 && index.holds(element, 'h1');
/** Whether an element is in no part of the page that tells of something else. */
export const isOwn = (element: Element, index: ElementIndex): boolean =>
  !isElsewhere(element) &&
  ancestor(element, levels, (around) => isElsewhere(around) && !isWrapper(around, index)) === undefined;
const isOfAnother = (element: Element): boolean =>
  isOtherElement(element) ||
  isOfOthersInText(element.attribs['class'] ?? '') ||
  isOfOthersInText(element.attribs['id'] ?? '') ||
  isOfOtherWork(element);
/** Whether the box of an author or a moment is that of the page's: it may be in a sidebar. */
export const isBoxOfPage = (box: Element): boolean =>
  !isOfAnother(box) && ancestor(box, levels, isOfAnother) === undefined;

/** Tells whether class names have one of the words, also in `postAuthor` and `author_2`. */
function namedBy(classes: readonly string[]): (names: string) => boolean {
  // Most class names have none of the letters.
  const mayBe = new RegExp(classes.join('|'), 'i');
  const isWord = new RegExp(`(?<![a-z])(?:${classes.join('|')})(?![a-z])`, 'i');
  return (names) =>
    mayBe.test(names) &&
    isWord.test(names.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll(/[_\d]/g, ' '));
}
const namesAuthor = namedBy([...words.authorClasses, 'authored']);

const letter = /\p{L}/u;

const opensBookFact = new RegExp(`^\\s*(?:${words.bookFacts.join('|')})`, 'iu');
const maxFactCharacters = 40;

function nextElement(node: ChildNode, side: 'prev' | 'next'): Element | undefined {
  let other = node[side];
  while (other !== null && !isTag(other)) other = other[side];
  return other ?? undefined;
}

/** Whether a label is one of the facts of a book, above or below its publisher, its number or its pages. */
function isOfBook(label: Element): boolean {
  const { parent } = label;
  const lines = parent !== null && isTag(parent) ? [label, parent] : [label];
  return lines.some((line) =>
    (['prev', 'next'] as const).some((side) => {
      const fact = nextElement(line, side);
      return fact !== undefined && opensBookFact.test(rawText(fact, maxFactCharacters));
    }),
  );
}

/** The first words inside, up to the end of their element. */
function firstText(element: Element, inside = maxTextLevels): string {
  for (const child of element.children) {
    if (!isTag(child)) {
      const text = isText(child) ? cleanText(child.data) : undefined;
      if (text !== undefined) return text;
    } else if (inside > 0 && !isSilent(child.name)) {
      const text = firstText(child, inside - 1);
      if (text !== '') return text;
    }
  }
  return '';
}

/** The words behind an element: a text of their own, or the first of the next element. */
function textAfter({ next }: Element): string {
  let after = next;
  while (after !== null && (isTag(after) ? after.name === 'br' : !isText(after) || !letter.test(after.data)))
    after = after.next;
  if (after === null) return '';
  return isTag(after) ? firstText(after) : isText(after) ? (cleanText(after.data) ?? '') : '';
}

/** The links to pages of authors inside of an element, among the first of its elements. */
function authorLinksIn(element: Element): readonly Element[] {
  const links: Element[] = [];
  let elements = 0;
  const visit = ({ children }: Element): void => {
    for (const child of children) {
      if (!isTag(child)) continue;
      elements += 1;
      if (elements > maxListElements) return;
      if (child.name === 'a' && isAuthorPath(child.attribs['href'] ?? '')) links.push(child);
      else visit(child);
    }
  };
  visit(element);
  return links;
}

/** The names behind a label: those of all links beside it to pages of authors, or that in the next element. */
function namesBehind(label: Element, index: ElementIndex): string | undefined {
  const { parent } = label;
  if (parent === null || !isTag(parent) || index.textLength(parent) > maxListCharacters)
    return fullNameIn(textAfter(label));
  const names = authorLinksIn(parent)
    .filter((link) => index.precedes(label, link))
    .map((link) => fullNameIn(rawText(link, maxNameCharacters)))
    .filter((name) => name !== undefined);
  return names.length > 1 ? [...new Set(names)].join(', ') : fullNameIn(textAfter(label));
}

/** The value that all are. */
export const only = (values: readonly string[]): string | undefined => {
  const distinct = new Set(values);
  return distinct.size === 1 ? values[0] : undefined;
};

/** Whether an element begins with words such as `Written by`: most begin with others, which costs little to see. */
export const opensWith = ({ children: [first] }: Element, says: (text: string) => boolean): boolean =>
  first !== undefined && isText(first) && first.data.length <= 2 * maxNameCharacters && says(first.data);

/** Authors that a page names somewhere. */
interface NamedElsewhere {
  /** The one whom lines such as `Written by Ada Lind` name on the whole page. */
  readonly said: string | undefined;
  /** The one whom boxes with such a class name, where no line says another. */
  readonly marked: string | undefined;
}

/** The authors that a page names anywhere. */
export function authorsElsewhere({ index }: MetadataEvidence, language: string | undefined): NamedElsewhere {
  const says = authorSayings(language);
  const said: string[] = [];
  const marked: string[] = [];
  let saying = 0;
  for (const element of index.all) {
    if (marked.length + saying > maxMarks) return { said: undefined, marked: undefined };
    if (opensWith(element, says) && index.textLength(element) <= maxLineCharacters && isOwn(element, index)) {
      saying += 1;
      const text = rawText(element, 2 * maxLineCharacters).trim();
      const name = isAuthorLabel(text, language)
        ? isOfBook(element)
          ? undefined
          : namesBehind(element, index)
        : nameSaidIn(text, language);
      if (name !== undefined) said.push(name);
    }
    const names = element.attribs['class'] ?? element.attribs['id'];
    if (names === undefined || names.length > maxClassCharacters || !namesAuthor(names)) continue;
    const length = index.textLength(element);
    if (length < minNameCharacters || length > maxBoxCharacters) continue;
    if (isSectionPath(index.firstIn(element, 'a')?.attribs['href'] ?? '')) continue;
    const name = fullNameIn(withoutSaying(firstText(element), language));
    if (name !== undefined && isBoxOfPage(element)) marked.push(name);
  }
  return { said: only(said), marked: said.length === 0 ? only(marked) : undefined };
}

const namesDate = namedBy(words.dateClasses);
const minDateCharacters = 6;
const maxDateCharacters = 60;
/** `Posted on`. */
const maxLabelCharacters = 10;
const labelLevels = 3;
const ofProduct = /release|выход/i;

function parentsOf(element: Element, count: number): readonly Element[] {
  const { parent } = element;
  return count === 0 || parent === null || !isTag(parent) ? [] : [parent, ...parentsOf(parent, count - 1)];
}

/** The words before a date: in the class names around it, and in the first element around it that has more text. */
function labelOf(element: Element, index: ElementIndex): string {
  const length = index.textLength(element);
  const all = [element, ...parentsOf(element, labelLevels)];
  const at = all.findIndex((each) => index.textLength(each) > length);
  const around = all[at];
  const isLine = around !== undefined && index.textLength(around) <= 2 * maxDateCharacters;
  const own = rawText(element, 2 * maxDateCharacters);
  const line = isLine ? rawText(around, 4 * maxDateCharacters) : own;
  const place = line.indexOf(own);
  const before = line.slice(0, Math.max(0, place) + (findDate(own)?.end ?? own.length));
  const names = all.slice(0, at < 0 ? all.length : at).map(({ attribs }) => attribs['class'] ?? '');
  return `${names.toReversed().join(' ')} ${before}`;
}

/** Whether an element is in a link that says more: the card of another page. */
const isInCard = (element: Element, index: ElementIndex): boolean => {
  const link = ancestor(element, labelLevels, ({ name }) => name === 'a');
  return link !== undefined && index.textLength(link) > index.textLength(element) + maxLabelCharacters;
};

/** The field of Drupal with the day of the last change, which templates show without a label. */
const isChangeField = ({ attribs }: Element): boolean =>
  /(?:^|\s)field--name-changed(?:\s|$)/.test(attribs['class'] ?? '');

/**
 * The one day that elements with such a class show on the whole page, below the headline or in the only article; never
 * that of the last change.
 */
export function dayElsewhere(
  { index }: MetadataEvidence,
  { headline, language }: ArticleSetting,
  modified: string | undefined,
): string | undefined {
  const articles = index.named('article');
  const start = headline ?? (articles.length === 1 ? articles[0] : undefined);
  if (start === undefined) return undefined;
  const order = dateOrderOf(language);
  const days: string[] = [];
  for (const element of index.all) {
    const { attribs, name } = element;
    const names = attribs['class'] ?? '';
    if (name !== 'time' && (names === '' || names.length > maxClassCharacters || !namesDate(names))) continue;
    const length = index.textLength(element);
    if (length < minDateCharacters || length > maxDateCharacters) continue;
    const moment = momentOf(attribs['datetime'] ?? rawText(element, 2 * maxDateCharacters), order);
    // Above the headline is the day of the visit.
    if (moment === undefined || !index.precedes(start, element) || !isOwn(element, index)) continue;
    if (isInCard(element, index)) continue;
    if (findElement(element, isChangeField) ?? ancestor(element, labelLevels, isChangeField)) continue;
    const label = labelOf(element, index);
    const kind = ofProduct.test(label) ? 'other' : kindOf(label);
    if (kind === 'plain' || kind === 'published') days.push(moment.slice(0, 10));
    if (days.length >= maxMarks) return undefined;
  }
  const day = only(days);
  return day === modified?.slice(0, 10) ? undefined : day;
}

const maxTimes = 40;

const isOfOtherThanFooter = (element: Element): boolean =>
  isNamedElsewhere(element) && !/footer/i.test(element.attribs['class'] ?? '');

/**
 * The one moment that `time` elements with words such as "Last modified" show on the whole page, also in its footer; never
 * that of a comment.
 */
export function changeElsewhere({ index }: MetadataEvidence, order: DateOptions): string | undefined {
  const moments = index
    .named('time')
    .slice(0, maxTimes)
    .flatMap((time): readonly string[] => {
      const written = time.attribs['datetime'];
      const isChange =
        written !== undefined &&
        kindOf(labelOf(time, index)) === 'updated' &&
        ancestor(time, levels, (around) => isOfOtherThanFooter(around) && !isWrapper(around, index)) ===
          undefined;
      const moment = isChange ? momentOf(written, order) : undefined;
      return moment === undefined ? [] : [moment];
    });
  return only(moments);
}
