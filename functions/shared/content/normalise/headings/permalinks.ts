import { type Element, isTag, isText } from 'domhandler';

import { classesOf, makeSilent } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { isPermalink } from '#shared/content/dom/permalinks.ts';

/** The permalink of a definition. */
const anchorSign = /^\s*[¶🔗]\s*$/u;

const trailingSign = /(?<!\s)\s*[¶§🔗]\s*$/u;

/** Removes a permalink sign that a documentation tool writes as plain text. */
export function stripTrailingSign(heading: Element): void {
  const last = heading.children.at(-1);
  if (last !== undefined && isText(last)) last.data = last.data.replace(trailingSign, '');
}

/** Removes an anchor beside the heading, as GitHub and Starlight write it. */
export function dropAnchorBeside(heading: Element): void {
  for (const sibling of [heading.prev, heading.next])
    if (sibling !== null && isTag(sibling) && isPermalink(sibling, heading)) makeSilent(sibling);
}

/** Sphinx writes permalinks of this class beside headings, terms and captions. */
export const isHeaderLink = (element: Element): boolean =>
  element.attribs['class']?.includes('headerlink') === true &&
  classesOf(element).includes('headerlink') &&
  element.attribs['href']?.includes('#') === true &&
  rawText(element, 8).trim().length < 4;

export const isAnchorOfTerm = (element: Element): boolean =>
  element.name === 'a' && anchorSign.test(rawText(element, 4));
