import { type Element, isTag, isText } from 'domhandler';

import { classesOf, makeSilent } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

const anchorName =
  /(?:^|-)(?:anchor|anchorjs-link|permalink|headerlink|header-link|heading-link|hash-link|heading-anchor|direct-link)(?:$|-)/;

const anchorLabel =
  /^(?:permalink|permanent link|direct link|link to|anchor|copy link|постоянная ссылка|ссылка на|скопировать ссылку)/i;

/** The text of permalink anchors: a sign, or a letter of an icon font. */
const anchorText = /^(?:[#¶§∞⚓🔗🔖†*\s\u200b\ufeff\ue000-\uf8ff]|link|anchor|copy link)*$/iu;

/** The permalink of a definition. */
const anchorSign = /^\s*[¶🔗]\s*$/u;

export function isAnchor(link: Element): boolean {
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

const trailingSign = /(?<!\s)\s*[¶§🔗]\s*$/u;

/** Removes a permalink sign that a documentation tool writes as plain text. */
export function stripTrailingSign(heading: Element): void {
  const last = heading.children.at(-1);
  if (last !== undefined && isText(last)) last.data = last.data.replace(trailingSign, '');
}

/** Removes an anchor beside the heading, as GitHub writes it. */
export function dropAnchorBeside(heading: Element): void {
  for (const sibling of [heading.prev, heading.next])
    if (sibling !== null && isTag(sibling) && sibling.name === 'a' && isAnchor(sibling)) makeSilent(sibling);
}

/** Sphinx writes permalinks of this class beside headings, terms and captions. */
export const isHeaderLink = (element: Element): boolean =>
  element.attribs['class']?.includes('headerlink') === true &&
  classesOf(element).includes('headerlink') &&
  element.attribs['href']?.includes('#') === true &&
  rawText(element, 8).trim().length < 4;

export const isAnchorOfTerm = (element: Element): boolean =>
  element.name === 'a' && anchorSign.test(rawText(element, 4));
