import { type ChildNode, type Element, isTag } from 'domhandler';

import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { isImageUrl } from '#shared/content/dom/image-names.ts';

/** A link, a picture and a box or two. */
const maxWrappers = 4;
/** More are the images of a whole site. */
const maxImages = 40;

const elementsIn = (element: Element): readonly Element[] => element.children.filter(isTag);

/** The outermost element that holds an image, and no other element beside it. */
function boxOf(image: Element): Element {
  let box = image;
  for (let level = 0; level < maxWrappers; level++) {
    const { parent } = box;
    if (parent === null || !isTag(parent) || elementsIn(parent).length > 1) break;
    box = parent;
  }
  return box;
}

/** Whether a box shows nothing but an image that leads to its own file. */
function isEnlarged(box: Element): boolean {
  const link = box.name === 'a' ? box : findElement(box, ({ name }) => name === 'a');
  return (
    isImageUrl(link?.attribs['href'] ?? '') &&
    findElement(box, ({ name }) => name === 'img') !== undefined &&
    rawText(box, 1).trim() === ''
  );
}

/** The other images of the gallery that an image is in: boxes of one name side by side, each of which leads to its file. */
export function galleryAround(image: ChildNode): readonly ChildNode[] {
  if (!isTag(image)) return [];
  const box = boxOf(image);
  const { parent } = box;
  const { class: names } = box.attribs;
  if (parent === null || !isTag(parent) || names === undefined || !isEnlarged(box)) return [];
  const [first = ''] = names.split(/\s/);
  const others = elementsIn(parent).filter(
    (other) =>
      other !== box && other.name === box.name && other.attribs['class']?.split(/\s/, 1)[0] === first,
  );
  return others.length < maxImages && others.every(isEnlarged) ? others : [];
}
