import type { Element } from 'domhandler';

import { headingNames } from '#shared/content/dom/html-elements.ts';
import { ancestor, type ElementIndex, hasClass } from '#shared/content/dom/element-edit.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText, textEnd } from '#shared/content/dom/element-text.ts';
import { findDate } from '#shared/values/dates.ts';
import { maxHeadingLength } from './heading-elements.ts';

/** Words that are drawn are in other formats, and short. */
const isPhoto = ({ name, attribs }: Element): boolean =>
  name === 'img' && (/\.jpe?g(?:$|[?#])/i.test(attribs['src'] ?? '') || attribs['alt']?.trim() === '');

/** Makes a paragraph of a heading that has nothing but a photograph: editors take the style of the line before. */
export function lowerPhoto(heading: Element): void {
  // Most headings begin with a word: nothing below them is looked through.
  if (heading.name === 'h1' || rawText(heading, 1).trim() !== '') return;
  if (findElement(heading, isPhoto) !== undefined && rawText(heading).trim() === '') lowerHeading(heading);
}

/** Not `caption` alone: Bootstrap names the text of a card so. */
const captionName = /(?:^|\s)(?:picture|image|img|photo|media|wp)[-_]?caption(?:-text)?(?:\s|$)/i;

const isCaption = ({ name, attribs: { class: names } }: Element): boolean =>
  name === 'figcaption' || (names?.includes('aption') === true && captionName.test(names));

/** Captions may be written as headings. */
export function unwrapInCaption(heading: Element): void {
  if (heading.name !== 'h1' && ancestor(heading, 3, isCaption) !== undefined) heading.name = 'div';
}

const standfirstName = /(?:^|[\s_-])(?:chapo|chapeau|dek|stand-?first)(?:$|[\s_-])/i;

const endCharacters = 40;

/** Questions of an interview are headings of any length. */
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
export function lowerDatelines(
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

const linesOfTitle = [
  ['h3', new Set(['subtitle'])],
  ['h4', new Set(['author', 'date'])],
] as const;

/** Makes paragraphs of the subtitle, the authors and the date that R Markdown writes as headings below the title. */
function lowerLinesOfTitle(index: ElementIndex): void {
  if (!index.named('h1').some((heading) => hasClass(heading, 'title'))) return;
  for (const [name, names] of linesOfTitle)
    for (const heading of index.named(name))
      if (heading.name === name && names.has(heading.attribs['class'] ?? '')) lowerHeading(heading);
}

/** The heading after the first `h1`, if it is named as the summary of the page. */
function standfirstOf(index: ElementIndex): Element | undefined {
  const headline = index.named('h1')[0];
  const next = headline && index.named('h2').find((heading) => index.precedes(headline, heading));
  return next !== undefined && standfirstName.test(next.attribs['class'] ?? '') ? next : undefined;
}

export function lowerStandfirsts(index: ElementIndex): void {
  lowerLinesOfTitle(index);
  const named = standfirstOf(index);
  if (named?.name === 'h2') lowerHeading(named);
  for (const level of headingNames.slice(1))
    for (const heading of index.named(level))
      if (heading.name === level && index.textLength(heading) > maxHeadingLength && !isQuestion(heading))
        lowerHeading(heading);
}
