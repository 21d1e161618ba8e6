import { type ChildNode, type Document, type Element, isTag } from 'domhandler';

import { setChildren } from '#shared/content/dom/element-edit.ts';

/** Elements of AMP, and those of HTML that they stand for. */
const namesInHtml = new Map([
  ['amp-img', 'img'],
  ['amp-anim', 'img'],
  ['amp-video', 'video'],
  ['amp-audio', 'audio'],
  ['amp-iframe', 'iframe'],
  ['amp-youtube', 'iframe'],
]);

const ampElement = /<amp-(?:img|anim|video|audio|iframe|youtube)\b/i;

/** Whether a markup may have elements of AMP. */
export const hasAmpElements = (markup: string): boolean => ampElement.test(markup);

/** A video or recording has its files inside; the others have what is shown in their place: a preview, a copy without scripts. */
const holdsFiles = (name: string): boolean => name === 'video' || name === 'audio';

/** In this layout, width and height are a ratio: `width="16" height="9"`. */
const givesRatio = ({ attribs }: Element): boolean => attribs['layout']?.toLowerCase() === 'responsive';

function rename(element: Element, name: string): void {
  const { attribs } = element;
  const { 'data-videoid': video } = attribs;
  if (givesRatio(element)) {
    delete attribs['width'];
    delete attribs['height'];
  }
  if (element.name === 'amp-youtube' && video !== undefined)
    attribs['src'] = `https://www.youtube.com/embed/${video}`;
  element.name = name;
  if (!holdsFiles(name)) setChildren(element, []);
}

function renameIn(children: readonly ChildNode[]): void {
  for (const child of children) {
    if (!isTag(child)) continue;
    const name = namesInHtml.get(child.name);
    if (name !== undefined) rename(child, name);
    renameIn(child.children);
  }
}

/**
 * Gives images, recordings and frames of AMP the names that they have in HTML, which all later steps know. Changes the document
 * in place.
 */
export const renameAmpElements = ({ children }: Document): void => renameIn(children);
