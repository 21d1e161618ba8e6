import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import {
  ancestor,
  becomeElement,
  classesOf,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
  nodeBeside,
  setChildren,
  unwrap,
} from '#shared/content/dom/element-edit.ts';
import { findElement, isBlock, rawText, textEnd } from '#shared/content/dom/element-display.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { iconFormat } from '#shared/content/dom/image-names.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';
import { isBehindThreadLabel } from '#shared/content/dom/thread-label.ts';
import { isLayoutTable, tableGrid } from '#shared/content/dom/table-grid.ts';
import { findDate } from '#shared/values/dates.ts';
import { joinHeadingNumbers } from './heading-numbers.ts';

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const anchorName =
  /(?:^|-)(?:anchor|anchorjs-link|permalink|headerlink|header-link|heading-link|hash-link|heading-anchor|direct-link)(?:$|-)/;
const editName = /^(?:mw-editsection|edit-?link|edit-?section)/;
const anchorLabel =
  /^(?:permalink|permanent link|direct link|link to|anchor|copy link|постоянная ссылка|ссылка на|скопировать ссылку)/i;
/** The text of permalink anchors: a sign, or a letter of an icon font. */
const anchorText = /^(?:[#¶§∞⚓🔗🔖†*\s\u200b\ufeff\ue000-\uf8ff]|link|anchor|copy link)*$/iu;
/** The permalink of a definition. */
const anchorSign = /^\s*[¶🔗]\s*$/u;
const editText =
  /^\[?\s*(?:edit|edit source|править|править код|ред\.|bearbeiten|modifier)[\s|]*(?:edit source|править код|quelltext bearbeiten|modifier le code)?\s*\]?$/i;

function isAnchor(link: Element): boolean {
  const { href = '', title = '' } = link.attribs;
  const label = link.attribs['aria-label'] ?? title;
  const text = rawText(link).trim();
  const isSign = anchorText.test(text);
  if (isSign && (href.includes('#') || label !== '' || link.children.length === 0)) return true;
  if (!href.includes('#')) return false;
  return (
    (classesOf(link).some((name) => anchorName.test(name)) && text.length < 4) ||
    (isSign && anchorLabel.test(label))
  );
}

/** A URL without fragment and the parameters that only tell where a reader comes from. */
function addressOf(href: string, base: string): string | undefined {
  const url = URL.parse(href, base);
  if (url === null) return undefined;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (name.startsWith('utm_')) url.searchParams.delete(name);
  return url.href.replace(/\/$/, '');
}

/** Whether a link is the permalink of the post below, or leads to the page itself. */
const isOfPost = ({ attribs: { rel = '', href = '' } }: Element, url: string): boolean =>
  /(?:^|\s)bookmark(?:\s|$)/i.test(rel) || addressOf(href, url) === addressOf(url, url);

/** Whether another node than `time` has letters: the heading is no date alone. */
const holdsLetters =
  (time: Element) =>
  (node: ChildNode): boolean =>
    node !== time && /\p{L}{2}/u.test(isText(node) ? node.data : isTag(node) ? rawText(node, 100) : '');

/** Longer ones are not closed, or have a whole text in them. */
const maxTitleCharacters = 1_000;

/** Old newspapers name a sponsor in the headline. */
const sponsorName = /(?:^|\s)sponsor(?:ed)?(?:[-_]|panel|\s|$)/i;
const namesSponsor = /^\s*(?:sponsored|presented|supported) by\b/i;

/** Whether a part of a heading names its sponsor, and a title is left without it. */
const isNamedSponsor = (part: string, title: string): boolean =>
  namesSponsor.test(part) && /^\s*["“„«‘'¿¡(]?[\p{L}\p{N}]/u.test(title.replace(part.trim(), ''));

const namesFlag = /(?:^|[\s_-])(?:flag|logo|icon)s?(?:$|[\s_-])/i;
const maxFlagLevels = 3;

/** Whether an image beside a headline is named a flag or a logo, of what the headline names. */
function isFlag(image: Element, heading: Element, title = ''): boolean {
  const name = image.attribs['alt']?.trim() ?? '';
  const isNamed = ({ attribs }: Element): boolean => namesFlag.test(attribs['class'] ?? '');
  const box = ancestor(image, maxFlagLevels, (around) => around === heading || isNamed(around));
  return name !== '' && title.includes(name) && (isNamed(image) || (box !== undefined && box !== heading));
}

/**
 * Removes permalinks, dates, edit links, sponsors and flags from a heading, and the link around a heading that links to itself.
 * `headings` has all elements that were headings at the beginning.
 */
function cleanHeading(heading: Element, headings: ReadonlySet<Element>, url: string): void {
  const text = rawText(heading, maxTitleCharacters).trim();
  // In an accordion the whole heading is a button; a tool has text beside the heading's.
  const title = text.length < maxTitleCharacters ? text : undefined;
  const visit = (element: Element): void => {
    for (const child of element.children) {
      // Headings of a heading that is not closed are cleaned by themselves.
      if (!isTag(child) || headingNames.includes(child.name) || headings.has(child)) continue;
      const isEdit =
        classesOf(child).some((name) => editName.test(name)) ||
        (child.name === 'a' && editText.test(rawText(child).trim()));
      const isTool = child.name === 'button' && rawText(child).trim() !== title;
      const isSponsor =
        title !== undefined &&
        sponsorName.test(child.attribs['class'] ?? '') &&
        isNamedSponsor(rawText(child, maxTitleCharacters), title);
      const isRepeated = child.name === 'img' && heading.name === 'h1' && isFlag(child, heading, title);
      if (isEdit || isTool || isSponsor || isRepeated || (child.name === 'a' && isAnchor(child)))
        makeSilent(child);
      else {
        if (child.name === 'a' && (child.attribs['href'] ?? '').startsWith('#')) unwrap(child);
        // In a list of posts the heading of each leads to it, and in a list of versions the headings have dates.
        if (heading.name === 'h1') {
          if (child.name === 'a' && isOfPost(child, url)) unwrap(child);
          if (child.name === 'time' && element.children.some(holdsLetters(child))) makeSilent(child);
        }
        visit(child);
      }
    }
  };
  visit(heading);
  if (title !== undefined) dropWholeEmphasis(heading, title);
  stripTrailingSign(heading);
}

/** Words that are drawn are in other formats, and short. */
const isPhoto = ({ name, attribs }: Element): boolean =>
  name === 'img' && (/\.jpe?g(?:$|[?#])/i.test(attribs['src'] ?? '') || attribs['alt']?.trim() === '');

/** Makes a paragraph of a heading that has nothing but a photograph: editors take the style of the line before. */
function lowerPhoto(heading: Element): void {
  // Most headings begin with a word: nothing below them is looked through.
  if (heading.name === 'h1' || rawText(heading, 1).trim() !== '') return;
  if (findElement(heading, isPhoto) !== undefined && rawText(heading).trim() === '') lowerHeading(heading);
}

const emphasis = new Set(['b', 'strong', 'i', 'em']);

/** A heading that is bold or italic as a whole is no more than a heading. */
function dropWholeEmphasis(heading: Element, title: string): void {
  const mark = findElement(heading, ({ name }) => emphasis.has(name));
  if (mark === undefined || rawText(mark).trim() !== title) return;
  unwrap(mark);
  dropWholeEmphasis(heading, title);
}

/** Not `caption` alone: Bootstrap names the text of a card so. */
const captionName = /(?:^|\s)(?:picture|image|img|photo|media|wp)[-_]?caption(?:-text)?(?:\s|$)/i;
const isCaption = ({ name, attribs: { class: names } }: Element): boolean =>
  name === 'figcaption' || (names?.includes('aption') === true && captionName.test(names));

/** Captions may be written as headings. */
function unwrapInCaption(heading: Element): void {
  if (heading.name !== 'h1' && ancestor(heading, 3, isCaption) !== undefined) heading.name = 'div';
}

/** Bootstrap has these for what looks like a heading, other frameworks for heights. */
const headingClass = /(?:^|\s)(h[1-6])(?:\s|$)/;
const titleClass = /title|heading|headline/i;
const maxHeadingCharacters = 120;

/** `$29.95`, `29,95 €` */
const onlyPrice = /^(?:\p{Sc}\s?[\d.,\s]+|[\d.,\s]+\p{Sc})$/u;
/** Days head the entries of a list of changes; in the type of smaller headings they are those of the text. */
const smallHeading = /[56]$/;

/** Whether a text in large type is a price or a day rather than a heading. */
function isFact(text: string, level: string): boolean {
  if (onlyPrice.test(text)) return true;
  const day = smallHeading.test(level) ? findDate(text) : undefined;
  return day !== undefined && day.start === 0 && day.end === text.length;
}

/** A paragraph that is styled as a heading is one, and a box that is named as a title, too. */
function raiseBox(box: Element): void {
  const { class: names = '' } = box.attribs;
  const level = headingClass.exec(names)?.[1];
  if (level === undefined || (box.name !== 'p' && !titleClass.test(names))) return;
  const text = rawText(box, 2 * maxHeadingCharacters).trim();
  if (text === '' || text.length > maxHeadingCharacters || isFact(text, level)) return;
  if (findElement(box, isBlock) === undefined) box.name = level;
}

const linesOfText = nameSet('p li dt dd summary caption figcaption td th a label legend');

/** Whether an element is in a line that has a form of its own: the first words of a paragraph, a term, a summary. */
const isPartOfLine = ({ name, parent }: Element): boolean =>
  parent !== null &&
  isTag(parent) &&
  (name === 'span'
    ? linesOfText.has(parent.name) ||
      parent.children.some((child) => isText(child) && child.data.trim() !== '')
    : /^(?:dt|summary|caption|figcaption|p)$/.test(parent.name));

const isHeadingByRole = ({ attribs, name }: Element): boolean =>
  attribs['role'] === 'heading' && (name === 'div' || name === 'p' || name === 'span');

/** The only paragraph that an element consists of. */
function onlyParagraph({ children }: Element): Element | undefined {
  const [first, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== '');
  return first !== undefined && isTag(first) && first.name === 'p' && others.length === 0 ? first : undefined;
}

/** What an element says of its level; the second without a number (WAI-ARIA 1.2, `heading`). */
function levelByRole({ attribs }: Element, hasHeadline: boolean): number {
  const declared = Number.parseInt(attribs['aria-level'] ?? '', 10);
  return Number.isNaN(declared) ? 2 : Math.min(Math.max(declared, hasHeadline ? 2 : 1), 6);
}

/** Makes headings of the lines that call themselves so for screen readers. Returns them. */
function raiseByRole(index: ElementIndex, hasHeadline: boolean): readonly Element[] {
  const raised = index.all.filter((element) => {
    if (!isHeadingByRole(element) || isPartOfLine(element)) return false;
    const length = index.textLength(element);
    const box = onlyParagraph(element) ?? element;
    // A block without text is an icon.
    const isLine = findElement(box, (inner) => isBlock(inner) && index.textLength(inner) > 0) === undefined;
    return length > 0 && length <= maxHeadingLength && isLine;
  });
  for (const element of raised) {
    const paragraph = onlyParagraph(element);
    if (paragraph !== undefined) unwrap(paragraph);
    element.name = `h${levelByRole(element, hasHeadline)}`;
  }
  return raised;
}

const trailingSign = /(?<!\s)\s*[¶§🔗]\s*$/u;

/** Removes a permalink sign that a documentation tool writes as plain text. */
function stripTrailingSign(heading: Element): void {
  const last = heading.children.at(-1);
  if (last !== undefined && isText(last)) last.data = last.data.replace(trailingSign, '');
}

/** Removes an anchor beside the heading, as GitHub writes it. */
function dropAnchorBeside(heading: Element): void {
  for (const sibling of [heading.prev, heading.next])
    if (sibling !== null && isTag(sibling) && sibling.name === 'a' && isAnchor(sibling)) makeSilent(sibling);
}

const standfirstName = /(?:^|[\s_-])(?:chapo|chapeau|dek|stand-?first)(?:$|[\s_-])/i;
/** Longer headings are paragraphs, … */
const maxHeadingLength = 200;
const endCharacters = 40;
/** … except for the questions of an interview. */
const isQuestion = (heading: Element): boolean =>
  /[?？؟][»”"')\]]*$/.test(textEnd(heading, endCharacters).trim().slice(-8));

/** Makes a paragraph of a text that is written as a heading. An element of the page's own in it may be a tooltip. */
function lowerHeading(heading: Element): void {
  const box = findElement(heading, isBlock);
  if (box === undefined) heading.name = 'p';
  else if (!box.name.includes('-')) heading.name = 'div';
}

const maxDatelineCharacters = 80;
/** What stands before the day of a dateline, and perhaps a weekday. */
const opensDateline =
  /^\s*(?:(?:first|last) )?(?:posted|published|updated|modified|veröffentlicht|aktualisiert|zuletzt aktualisiert|stand|publié(?:e)? le|mis(?:e)? à jour le|publicado|actualizado|pubblicato|aggiornato|gepubliceerd|opublikowano|zaktualizowano|опубликовано|обновлено)(?: (?:on|am|el|il|op))?\s*:?\s*(?:\p{L}+[.,]\s*)?$/iu;

/** A time, perhaps with its zone. */
const onlyTime =
  /^[\s,]*(?:at )?(?:\d{1,2}[:.]\d\d(?:[:.]\d\d)?)?\s*(?:[ap]\.?m\.?|[AP]\.?M\.?|Uhr|h)?\s*(?:\(?(?:[ECMP][SD]?T|[A-Z]ST|UTC|GMT|BST|CES?T|IST|MSK)\)?)?\s*$/;

/** Whether a heading says no more than when the page was published or changed. */
function isDateline(heading: Element): boolean {
  const text = rawText(heading, maxDatelineCharacters + 1);
  if (text.length > maxDatelineCharacters || !/\d/.test(text)) return false;
  const day = findDate(text);
  return (
    day !== undefined && opensDateline.test(text.slice(0, day.start)) && onlyTime.test(text.slice(day.end))
  );
}

/** A page has been published and changed. */
const maxDatelines = 2;
const minTextCharacters = 80;

/** Makes paragraphs of datelines above the text; below it, such headings are those of a list of changes. */
function lowerDatelines(
  headings: Iterable<Element>,
  headline: Element | undefined,
  index: ElementIndex,
): void {
  const datelines = [...headings].filter((heading) => heading !== headline && isDateline(heading));
  if (datelines.length === 0 || datelines.length > maxDatelines) return;
  const text = index.named('p').find((paragraph) => index.textLength(paragraph) >= minTextCharacters);
  const areAbove = datelines.every((dateline) => text === undefined || index.precedes(dateline, text));
  if (areAbove) for (const dateline of datelines) lowerHeading(dateline);
}

/** The heading after the first `h1`, if it is named as the summary of the page. */
function standfirstOf(index: ElementIndex): Element | undefined {
  const headline = index.named('h1')[0];
  const next = headline && index.named('h2').find((heading) => index.precedes(headline, heading));
  return next !== undefined && standfirstName.test(next.attribs['class'] ?? '') ? next : undefined;
}

function lowerStandfirsts(index: ElementIndex): void {
  const named = standfirstOf(index);
  if (named?.name === 'h2') lowerHeading(named);
  for (const level of headingNames.slice(1))
    for (const heading of index.named(level))
      if (heading.name === level && index.textLength(heading) > maxHeadingLength && !isQuestion(heading))
        lowerHeading(heading);
}

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
function dropIcons({ children }: Element): void {
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
function raiseHeadline(headline: Element, index: ElementIndex): readonly Element[] {
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

/** The label above the title of a card is shorter: "Analysis", "Step 2". */
const maxKickerCharacters = 40;
const endsOpen = /\p{L}.*[\p{L}\p{N}]$/su;

/** Class names of the line above a headline in newspapers, also as parts of longer ones. `overline` alone, and behind `md:`, is a style. */
const kickerName =
  /(?:^|[_-])(?:kicker|roof-?line|top-?line|(?:top|super|pre)-?title|dachzeile|spitzmarke)$|[a-z_-]overline$/i;
const maxNamedCharacters = 90;
/** A headline that goes on with a small letter goes on with the sentence. */
const opensHeadline = /^\s*(?:[\p{Lu}\p{Lo}\p{N}]|["“„«‘'¿¡(])/u;
/** Signs that stand right behind a word. */
const hugging = /^\s*[:,.;!?)]/;

const titleWord = /\p{L}{2}/u;

/** Whether a node is text of a title, and no icon, button or word for screen readers. */
const tellsTitle = (node: ChildNode): boolean =>
  isText(node)
    ? titleWord.test(node.data)
    : isTag(node) &&
      node.name !== 'button' &&
      node.name !== 'svg' &&
      !isForScreenReaders(node) &&
      titleWord.test(rawText(node, 2 * maxKickerCharacters));

interface Kicker {
  readonly element: Element;
  readonly title: readonly ChildNode[];
  readonly maxCharacters: number;
}

/** The label that a heading begins with, in a box or named as one; its title follows in the line of the heading itself. */
function kickerOf({ children }: Element): Kicker | undefined {
  const [element, ...title] = children.filter((child) => !isText(child) || child.data.trim() !== '');
  if (element === undefined || !isTag(element)) return undefined;
  const isNamed = classesOf(element).some((name) => kickerName.test(name));
  if (!isNamed && !isBlock(element)) return undefined;
  const isLine = (node: ChildNode): boolean =>
    !isTag(node) || (!isBlock(node) && findElement(node, isBlock) === undefined);
  const isTold = title.some(tellsTitle) && title.every(isLine) && element.children.every(isLine);
  const maxCharacters = isNamed ? maxNamedCharacters : maxKickerCharacters;
  return isTold ? { element, title, maxCharacters } : undefined;
}

/** Removes the white space at the end of an element; returns whether it has other text. */
function trimEnd({ children }: Element): boolean {
  for (const child of children.toReversed()) {
    if (isText(child)) child.data = child.data.trimEnd();
    if (isText(child) ? child.data !== '' : isTag(child) && trimEnd(child)) return true;
  }
  return false;
}

/** Writes the label above a title into its line, as in print: "Analysis: The winners of the year". */
function joinKicker(heading: Element): void {
  const kicker = kickerOf(heading);
  if (kicker === undefined) return;
  const { element, title, maxCharacters } = kicker;
  const text = rawText(element, 2 * maxCharacters).trim();
  if (text.length > maxCharacters) return;
  const titleText = rawText({ children: title }, maxKickerCharacters);
  const getsColon = endsOpen.test(text) && opensHeadline.test(titleText);
  const hugs = hugging.test(titleText);
  if (getsColon || hugs) trimEnd(element);
  if (!hugs) setChildren(element, [...element.children, newText(getsColon ? ': ' : ' ')]);
}

/** Sphinx writes permalinks of this class beside headings, terms and captions. */
const isHeaderLink = (element: Element): boolean =>
  element.attribs['class']?.includes('headerlink') === true &&
  classesOf(element).includes('headerlink') &&
  element.attribs['href']?.includes('#') === true &&
  rawText(element, 8).trim().length < 4;

const isAnchorOfTerm = (element: Element): boolean =>
  element.name === 'a' && anchorSign.test(rawText(element, 4));

/** Removes permalinks, icons and edit links from headings and terms, and makes the headline one of the first level. */
export function normalizeHeadings(index: ElementIndex, url: string, headline?: Element): void {
  const raised = headline === undefined ? [] : raiseHeadline(headline, index);
  lowerStandfirsts(index);
  for (const name of ['div', 'p']) for (const box of index.named(name)) raiseBox(box);
  const hasHeadline = raised.length > 0 || index.named('h1').some((heading) => index.textLength(heading) > 0);
  const byRole = raiseByRole(index, hasHeadline);
  const headings = new Set([...headingNames.flatMap((name) => index.named(name)), ...raised, ...byRole]);
  for (const heading of raised) dropIcons(heading);
  for (const heading of headings) {
    cleanHeading(heading, headings, url);
    joinKicker(heading);
    lowerPhoto(heading);
    if (heading !== headline) unwrapInCaption(heading);
    dropAnchorBeside(heading);
  }
  lowerDatelines(headings, headline, index);
  joinHeadingNumbers(headings);
  for (const term of index.named('dt'))
    for (const child of term.children) if (isTag(child) && isAnchorOfTerm(child)) makeSilent(child);
  for (const link of index.named('a')) if (isHeaderLink(link)) makeSilent(link);
  for (const element of index.named('span')) {
    if (classesOf(element).some((name) => editName.test(name))) makeSilent(element);
    // Between the label and the title of a thread in XenForo: "Solved: The tide tables".
    if (isBehindThreadLabel(element)) setChildren(element, [newText(': ')]);
  }
}
