import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { ancestor, type ElementIndex, newElement, setChildren } from '#shared/content/dom/element-edit.ts';

const headingNames = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;
/** The link lies over the card, so that the heading is in the box of the link or in one around it. */
const maxCardLevels = 3;
const maxLinkLevels = 4;
const maxHeadingCharacters = 300;
const maxHeadingElements = 30;
/** A shorter heading may be part of the label by chance. */
const minPartCharacters = 12;

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

const textOf = (node: ChildNode): string =>
  isText(node) ? node.data : isTag(node) ? rawText(node, maxHeadingCharacters) : '';

const otherScheme = /^(?!https?:)[a-z][a-z\d+.-]*:/i;

const imageFile = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;

/** The label of a link that shows nothing, or only an image that has it, and leads to another page; `undefined` of any other. */
function labelOfOverlay(link: Element, index: ElementIndex): string | undefined {
  const { href, 'aria-label': own } = link.attribs;
  if (href === undefined || href.includes('#') || otherScheme.test(href) || imageFile.test(href))
    return undefined;
  if (index.textLength(link) > 0 || index.holds(link, 'svg', 'video')) return undefined;
  const image = index.firstIn(link, 'img');
  const label = image === undefined ? own : image.attribs['alt'];
  return label !== undefined && label.trim() !== '' && label.length <= maxHeadingCharacters
    ? squeezed(label)
    : undefined;
}

/** The first heading below the first level in the card around a link. */
function headingOfCard(link: Element, index: ElementIndex): Element | undefined {
  let heading: Element | undefined;
  ancestor(link, maxCardLevels, (box) => {
    const inside = headingNames
      .map((name) => index.firstIn(box, name))
      .filter((found) => found !== undefined);
    heading = inside.toSorted((one, other) => (index.precedes(one, other) ? -1 : 1))[0];
    return heading !== undefined;
  });
  return heading;
}

/** Whether a label names the page that a heading announces: in the same words, with more around, or without its kicker. */
function isNamedBy(text: string, label: string): boolean {
  if (text === label) return true;
  const isPart = Math.min(text.length, label.length) >= minPartCharacters;
  return isPart && (text.endsWith(label) || label.startsWith(text));
}

/** Puts the part of a heading that a label names into a link, else all of it. */
function linkHeading(heading: Element, label: string, href: string): void {
  const { children } = heading;
  const named = children.filter((child) => squeezed(textOf(child)) === label);
  const linked = named.length === 1 ? named : children;
  const from = children.indexOf(linked[0] ?? heading);
  const link = newElement('a', { href }, [...linked]);
  setChildren(heading, [...children.slice(0, from), link, ...children.slice(from + linked.length)]);
}

/** Whether a heading is in no link and holds none. */
const isUnlinked = (heading: Element, index: ElementIndex): boolean =>
  !index.holds(heading, 'a') && ancestor(heading, maxLinkLevels, ({ name }) => name === 'a') === undefined;

/** Links the headings of cards with a link without text, over the card or around its image, that is labelled with the heading. */
export function linkHeadingsOfCards(index: ElementIndex): void {
  const linked = new Set<Element>();
  for (const link of index.named('a')) {
    const label = labelOfOverlay(link, index);
    const heading = label === undefined ? undefined : headingOfCard(link, index);
    if (label === undefined || heading === undefined || linked.has(heading)) continue;
    if (index.elementsIn(heading) > maxHeadingElements || !isUnlinked(heading, index)) continue;
    if (!isNamedBy(squeezed(rawText(heading, maxHeadingCharacters)), label)) continue;
    linkHeading(heading, label, link.attribs['href'] ?? '');
    linked.add(heading);
  }
}
