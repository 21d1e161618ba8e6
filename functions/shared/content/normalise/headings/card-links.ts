import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import {
  ancestor,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newElement,
  setChildren,
} from '#shared/content/dom/element-edit.ts';

const titleNames = ['h2', 'h3', 'h4', 'h5', 'h6'];
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

const homePage = /^(?:(?:https?:)?\/\/[^/?#]+)?\/?$/i;

/** The label of a link without text that leads to another page: its own, or that of the image that it shows; `undefined` of any other. */
function labelOfLink(link: Element, index: ElementIndex, image: Element | undefined): string | undefined {
  const { href, 'aria-label': own } = link.attribs;
  if (href === undefined || href.includes('#') || otherScheme.test(href)) return undefined;
  if (index.textLength(link) > 0 || index.holds(link, 'svg', 'video')) return undefined;
  if (image !== undefined && (imageFile.test(href) || homePage.test(href))) return undefined;
  const label = image === undefined ? own : image.attribs['alt'];
  return label !== undefined && label.trim() !== '' && label.length <= maxHeadingCharacters
    ? squeezed(label)
    : undefined;
}

const maxBoxLevels = 2;

/** The heading right behind the image of a card, or behind the box around it. */
function headingBehind(link: Element, index: ElementIndex): Element | undefined {
  let box = link;
  for (let level = 0; level <= maxBoxLevels && index.textLength(box) === 0; level++) {
    const next = elementBeside(box, 'next', { onlySpace: true });
    if (next !== undefined) return firstHeadingIn(next);
    const { parent } = box;
    if (parent === null || !isTag(parent)) return undefined;
    box = parent;
  }
  return undefined;
}

/** The heading that an element is or begins with. */
function firstHeadingIn(element: Element): Element | undefined {
  let first: ChildNode | undefined = element;
  for (let level = 0; level <= maxCardLevels && first !== undefined && isTag(first); level++) {
    if (titleNames.includes(first.name)) return first;
    first = first.children.find((child) => !isText(child) || child.data.trim() !== '');
  }
  return undefined;
}

/** The first heading below the first level in the card around a link. */
function headingOfCard(link: Element, index: ElementIndex): Element | undefined {
  let heading: Element | undefined;
  ancestor(link, maxCardLevels, (box) => {
    const inside = titleNames.map((name) => index.firstIn(box, name)).filter((found) => found !== undefined);
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

/** The only link of an element, with all of its text. */
function onlyLink(element: Element, index: ElementIndex): Element | undefined {
  const link = element.name === 'a' ? element : index.firstIn(element, 'a');
  return link !== undefined && index.textLength(link) === index.textLength(element) ? link : undefined;
}

/** Links headings with the link right below that repeats them, in whose place they are then. */
function linkRepeatedHeadings(index: ElementIndex): void {
  for (const heading of titleNames.flatMap((name) => index.named(name))) {
    const below = elementBeside(heading, 'next', { onlySpace: true });
    if (below === undefined || (below.name !== 'a' && below.name !== 'p')) continue;
    const link = onlyLink(below, index);
    const href = link?.attribs['href'];
    if (link === undefined || href === undefined || otherScheme.test(href) || !isUnlinked(heading, index))
      continue;
    if (index.holds(link, 'img', 'svg')) continue;
    const text = squeezed(rawText(heading, maxHeadingCharacters));
    if (text === '' || text !== squeezed(rawText(link, maxHeadingCharacters))) continue;
    linkHeading(heading, text, href);
    makeSilent(below);
  }
}

/** Links the headings of cards with a link without text, over the card or around its image, that is labelled with the heading. */
export function linkHeadingsOfCards(index: ElementIndex): void {
  linkRepeatedHeadings(index);
  const linked = new Set<Element>();
  for (const link of index.named('a')) {
    const image = index.firstIn(link, 'img');
    const label = labelOfLink(link, index, image);
    if (label === undefined) continue;
    const heading = image === undefined ? headingOfCard(link, index) : headingBehind(link, index);
    if (heading === undefined || linked.has(heading)) continue;
    if (index.elementsIn(heading) > maxHeadingElements || !isUnlinked(heading, index)) continue;
    const text = squeezed(rawText(heading, maxHeadingCharacters));
    if (image === undefined ? !isNamedBy(text, label) : text !== label) continue;
    linkHeading(heading, label, link.attribs['href'] ?? '');
    linked.add(heading);
  }
}
