import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { headings as headingElements } from '#shared/content/dom/html-elements.ts';
import { ancestor, classesOf, makeSilent, unwrap } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { isPermalink } from '#shared/content/dom/permalinks.ts';
import { stripTrailingSign } from './permalinks.ts';

export const editName = /^(?:mw-editsection|edit-?link|edit-?section)/;

const editText =
  /^\[?\s*(?:edit|edit source|править|править код|ред\.|bearbeiten|modifier)[\s|]*(?:edit source|править код|quelltext bearbeiten|modifier le code)?\s*\]?$/i;

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
export function cleanHeading(heading: Element, headings: ReadonlySet<Element>, url: string): void {
  const text = rawText(heading, maxTitleCharacters).trim();
  // In an accordion the whole heading is a button; a tool has text beside the heading's.
  const title = text.length < maxTitleCharacters ? text : undefined;
  const visit = (element: Element): void => {
    for (const child of element.children) {
      // Headings of a heading that is not closed are cleaned by themselves.
      if (!isTag(child) || headingElements.has(child.name) || headings.has(child)) continue;
      const isEdit =
        classesOf(child).some((name) => editName.test(name)) ||
        (child.name === 'a' && editText.test(rawText(child).trim()));
      const isTool = child.name === 'button' && rawText(child).trim() !== title;
      const isSponsor =
        title !== undefined &&
        sponsorName.test(child.attribs['class'] ?? '') &&
        isNamedSponsor(rawText(child, maxTitleCharacters), title);
      const isRepeated = child.name === 'img' && heading.name === 'h1' && isFlag(child, heading, title);
      if (isEdit || isTool || isSponsor || isRepeated || isPermalink(child, heading)) makeSilent(child);
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

const emphasis = new Set(['b', 'strong', 'i', 'em']);

/** A heading that is bold or italic as a whole is no more than a heading. */
function dropWholeEmphasis(heading: Element, title: string): void {
  const mark = findElement(heading, ({ name }) => emphasis.has(name));
  if (mark === undefined || rawText(mark).trim() !== title) return;
  unwrap(mark);
  dropWholeEmphasis(heading, title);
}
