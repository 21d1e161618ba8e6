import { type Element, isTag, isText } from 'domhandler';

import { findElement, isBlock } from '#shared/content/dom/element-display.ts';
import { ancestor, classesOf, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';

const maxLevels = 3;

/** Makes one quotation of a box with the author of a quotation above it, as Discourse writes it. */
function joinAuthor(box: Element): void {
  const parts = box.children.filter(isTag);
  const quotation = parts.find(({ name }) => name === 'blockquote');
  const title = parts.find((part) => classesOf(part).includes('title'));
  if (quotation === undefined || title === undefined) return;
  const avatar = findElement(title, ({ name }) => name === 'img');
  if (avatar !== undefined) makeSilent(avatar);
  box.name = 'blockquote';
  quotation.name = 'div';
}

/** Makes a box of a quotation that is named an example and holds nothing but code: nginx and others indent code so. */
function unquoteCode(quotation: Element): void {
  const parts = quotation.children.filter((child) => !isText(child) || child.data.trim() !== '');
  const isCode = parts.length > 0 && parts.every((part) => isTag(part) && part.name === 'pre');
  if (isCode && classesOf(quotation).some((name) => /^(?:example|code|listing)$/.test(name)))
    quotation.name = 'div';
}

/** The footer of a quotation names its source, and is no footer of the page; the author above it is a part of it. */
export function normalizeQuotations(index: ElementIndex): void {
  for (const footer of index.named('footer'))
    if (ancestor(footer, maxLevels, ({ name }) => name === 'blockquote') !== undefined)
      footer.name = findElement(footer, isBlock) === undefined ? 'p' : 'div';
  for (const quotation of index.named('blockquote')) unquoteCode(quotation);
  for (const box of index.named('aside')) if (classesOf(box).includes('quote')) joinAuthor(box);
}
