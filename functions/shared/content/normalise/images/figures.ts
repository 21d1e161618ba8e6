import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import {
  ancestor,
  becomeElement,
  classesOf,
  type ElementIndex,
  makeSilent,
  newElement,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { isImageUrl, isSameFile } from '#shared/content/dom/image-names.ts';
import { imageFile } from './image-sources.ts';

/** Whether an image is a blurred copy that is replaced once the image has loaded. */
const isPreview = ({ attribs }: Element): boolean => {
  const source = attribs['src'] ?? '';
  return source === '' || source.startsWith('data:');
};

/** The file in full size to which an image links; empty without one. */
function enlargedFile({ parent }: Element): string {
  const href = parent !== null && isTag(parent) && parent.name === 'a' ? (parent.attribs['href'] ?? '') : '';
  return isImageUrl(href) ? href : '';
}

/** Whether two images of one name are two in full size, as those of a gallery. */
function areEnlargedApart(one: Element, other: Element): boolean {
  const [file, otherFile] = [enlargedFile(one), enlargedFile(other)];
  return file !== '' && otherFile !== '' && !isSameFile(file, otherFile);
}

/** Drops copies of one image in a figure. */
function dropRepeatedInFigure(figure: Element, real: ReadonlySet<Element>): void {
  const seen = new Map<string, Element>();
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      const alt = node.name === 'img' ? (node.attribs['alt']?.trim() ?? '') : '';
      const named = alt.length > 8 ? seen.get(alt) : undefined;
      const before = named !== undefined && areEnlargedApart(named, node) ? undefined : named;
      if (before !== undefined && !real.has(node) && !isPreview(before)) makeSilent(node);
      else if (alt !== '') {
        if (before !== undefined) makeSilent(before);
        seen.set(alt, node);
      }
      visit(node.children);
    }
  };
  visit(figure.children);
}

const isPicture = ({ name }: Element): boolean => name === 'img' || name === 'picture';

const imageObject = /^https?:\/\/schema\.org\/ImageObject$/i;

/** Adds the declared image of a figure whose image is inserted by a script. */
function showDeclared(figure: Element, index: ElementIndex): void {
  const { itemtype = '', itemid = '' } = figure.attribs;
  if (!imageObject.test(itemtype) || !imageFile.test(itemid) || index.holds(figure, 'img')) return;
  setChildren(figure, [newElement('img', { src: itemid }, []), ...figure.children]);
}

const maxCaptionCharacters = 300;

/** The text of an element in one line, up to one that is too long for a caption. */
const textOf = (element: Element): string =>
  rawText(element, 2 * maxCaptionCharacters)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Makes the last line of a figure its caption: pages write it as `small` or `span` beside the image. */
function nameCaption(figure: Element, index: ElementIndex): void {
  if (index.holds(figure, 'figcaption') || !index.holds(figure, 'img')) return;
  const last = figure.children.findLast((child) => !isText(child) || child.data.trim() !== '');
  if (last === undefined || !isTag(last) || isBlock(last) || last.name === 'a') return;
  const length = index.textLength(last);
  const isOnlyText = length > 0 && length === index.textLength(figure);
  if (isOnlyText && length <= maxCaptionCharacters && findElement(last, isPicture) === undefined)
    becomeElement(last, 'figcaption', last.attribs, [...last.children]);
}

const namesTitleOfMedia = /title/i;

/** Drops the title over a player or an image that its caption repeats. */
function dropTitleLikeCaption(figure: Element, index: ElementIndex): void {
  if (index.holds(figure, 'figure')) return;
  const caption = index.firstIn(figure, 'figcaption');
  const text = caption === undefined ? '' : textOf(caption);
  if (text === '' || text.length > maxCaptionCharacters) return;
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node) || node === caption || index.textLength(node) < text.length / 2) continue;
      const isTitle = namesTitleOfMedia.test(node.attribs['class'] ?? '') && textOf(node) === text;
      if (isTitle) makeSilent(node);
      else visit(node.children);
    }
  };
  visit(figure.children);
}

const namesTitle = /(?:^|\s)cmp-image(?:__|--)title(?:\s|$)/;

/** Makes figures of the images of Adobe Experience Manager that have a title. */
function nameFiguresOfAdobe(index: ElementIndex): void {
  for (const name of ['div', 'span'])
    for (const title of index.named(name)) {
      const { parent } = title;
      if (!namesTitle.test(title.attribs['class'] ?? '') || parent === null || !isTag(parent)) continue;
      if (parent.name !== 'div' || !index.holds(parent, 'img')) continue;
      parent.name = 'figure';
      title.name = 'figcaption';
    }
}

const maxFigureLevels = 6;

const isImageOfNpr = (element: Element): boolean => {
  const names = classesOf(element);
  return names.includes('bucketwrap') && names.includes('image');
};

/** Buttons of an image of NPR, and its second copy that a click enlarges. */
const ofEnlarging = new Set([
  'enlarge-options',
  'enlarge_measure',
  'enlarge_html',
  'hide-caption',
  'toggle-caption',
]);

/** Whether a credit of NPR repeats that of the caption beside it. */
function repeatsCredit(credit: Element, index: ElementIndex): boolean {
  const { parent } = credit;
  if (credit.attribs['aria-label'] !== 'Image credit' || parent === null || !isTag(parent)) return false;
  const other = index.firstIn(parent, 'b');
  return other?.attribs['aria-label'] === 'Image credit' && textOf(other) === textOf(credit);
}

/** Makes figures of the images of NPR and its stations. */
function nameFiguresOfNpr(index: ElementIndex): void {
  for (const credit of index.named('span')) if (repeatsCredit(credit, index)) makeSilent(credit);
  for (const name of ['div', 'b'])
    for (const element of index.named(name)) {
      const isCaption = element.attribs['aria-label'] === 'Image caption';
      const isOperating = classesOf(element).some((own) => ofEnlarging.has(own));
      const figure = isCaption || isOperating ? ancestor(element, maxFigureLevels, isImageOfNpr) : undefined;
      if (figure === undefined) continue;
      if (isOperating) makeSilent(element);
      else {
        figure.name = 'figure';
        element.name = 'figcaption';
      }
    }
}

/** Makes figures of images that sites write as boxes with a caption. */
export function nameFigures(index: ElementIndex): void {
  nameFiguresOfAdobe(index);
  nameFiguresOfNpr(index);
}

/** Gives each figure its declared image and its caption, and drops what it repeats. `real` are images of `<noscript>`. */
export function normalizeFigures(index: ElementIndex, real: ReadonlySet<Element>): void {
  for (const figure of index.named('figure')) {
    dropRepeatedInFigure(figure, real);
    showDeclared(figure, index);
    dropTitleLikeCaption(figure, index);
    nameCaption(figure, index);
  }
}
