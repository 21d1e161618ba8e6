import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isSilent } from './element-display.ts';
import { classesOf } from './element-edit.ts';
import { rawText } from './element-text.ts';
import { shownText } from './screen-readers.ts';

const anchorName =
  /(?:^|-)(?:anchor|anchorjs-link|permalink|headerlink|header-link|heading-link|hash-link|heading-anchor|direct-link)(?:$|-)/;

const anchorLabel =
  /^(?:permalink|permanent link|direct link|link to|anchor|copy link|постоянная ссылка|ссылка на|скопировать ссылку)/i;

/** The text of permalink anchors: a sign, or a letter of an icon font. */
const anchorText = /^(?:[#¶§∞⚓🔗🔖†*\s\u200b\ufeff\ue000-\uf8ff]|link|anchor|copy link)*$/iu;

/** The encoded fragment of a URL; empty without one. */
const fragmentOf = (href: string): string => URL.parse(href, 'https://site.invalid')?.hash ?? '';

const leadsTo = (heading: Element, href: string): boolean => {
  const { id = '' } = heading.attribs;
  return id !== '' && fragmentOf(href) === fragmentOf(`#${id}`);
};

const hasWords = (node: ChildNode): boolean =>
  isText(node)
    ? node.data.trim() !== ''
    : isTag(node) && !isSilent(node.name) && node.children.some(hasWords);

const hasWordsBeside = (node: ChildNode, side: 'prev' | 'next'): boolean => {
  for (let other = node[side]; other !== null; other = other[side]) if (hasWords(other)) return true;
  return false;
};

/**
 * Whether a heading says more than a link that stands in or beside it. In a heading of many links the next one is near,
 * while all the text would be read for each.
 */
function saysMore(heading: Element, link: Element): boolean {
  const path: Element[] = [];
  let at: Element = link;
  while (at !== heading && at.parent !== null && isTag(at.parent)) {
    path.push(at);
    at = at.parent;
  }
  if (at !== heading) return rawText(heading).trim() !== rawText(link).trim();
  // A link in a drawing is not shown. It would search the whole heading, where the others have no words either.
  if (path.some(({ name }) => isSilent(name))) return false;
  return (['next', 'prev'] as const).some((side) => path.some((part) => hasWordsBeside(part, side)));
}

/** Whether a link that calls itself one ("link", "anchor") is the permalink of a heading, and no word of it. */
function isAnchorInWords(link: Element, heading: Element, label: string): boolean {
  const { href = '' } = link.attribs;
  const isNamed = classesOf(link).some((name) => anchorName.test(name)) || anchorLabel.test(label);
  return (isNamed || href.startsWith('#') || leadsTo(heading, href)) && saysMore(heading, link);
}

/** Whether a link is the sign by which documentation tools let readers link to a heading. */
function isAnchor(link: Element, heading: Element): boolean {
  const { href = '', title = '' } = link.attribs;
  const label = link.attribs['aria-label'] ?? title;
  const text = rawText(link).trim();
  const isSign = anchorText.test(text);
  if (isSign && /\p{L}/u.test(text) && !isAnchorInWords(link, heading, label)) return false;
  if (isSign && (href.includes('#') || label !== '' || link.children.length === 0)) return true;
  if (!href.includes('#')) return false;
  return (
    (classesOf(link).some((name) => anchorName.test(name)) && text.length < 4) ||
    (isSign && anchorLabel.test(label))
  );
}

/** Whether a link leads to the heading it stands in or beside, and shows a sign at most: "Section titled …" is for screen readers. */
function isSpokenAnchor(link: Element, heading: Element): boolean {
  if (!leadsTo(heading, link.attribs['href'] ?? '')) return false;
  return anchorText.test(shownText(link).trim()) && saysMore(heading, link);
}

/** Whether an element is the permalink of the heading that it stands in or beside. */
export const isPermalink = (element: Element, heading: Element): boolean =>
  element.name === 'a' && (isAnchor(element, heading) || isSpokenAnchor(element, heading));
