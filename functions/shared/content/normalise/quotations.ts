import { type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import {
  ancestor,
  becomeElement,
  classesOf,
  type ElementIndex,
  makeSilent,
  newText,
} from '#shared/content/dom/element-edit.ts';

const maxLevels = 3;

const isInQuotation = (element: Element): boolean =>
  ancestor(element, maxLevels, ({ name }) => name === 'blockquote') !== undefined;

/** XenForo 1 and vBulletin 4 write the whole text of a post so. */
const isTextOfPost = (quotation: Element): boolean =>
  classesOf(quotation).some((name) => name === 'messagetext' || name === 'postcontent');

const isImage = ({ name }: Element): boolean => name === 'img';
const isCategory = (element: Element): boolean => classesOf(element).includes('badge-category__wrapper');

/** Makes one quotation of a box with the author of a quotation above it, as Discourse and XenForo 1 write it. */
function joinAuthor(box: Element): void {
  const parts = box.children.filter(isTag);
  const quotation = parts.find(({ name }) => name === 'blockquote');
  if (quotation === undefined) return;
  // XenForo names only the quotation.
  const isWhole = parts.length === 2 && classesOf(quotation).includes('quotecontainer');
  if (!isWhole && !classesOf(box).includes('quote')) return;
  const title = parts
    .slice(0, parts.indexOf(quotation))
    .find((part) => classesOf(part).some((name) => name === 'title' || name === 'attribution'));
  if (title === undefined) return;
  // Discourse also links to the category of the quoted thread.
  for (const isBeside of [isImage, isCategory]) {
    const beside = findElement(title, isBeside);
    if (beside !== undefined) makeSilent(beside);
  }
  box.name = 'blockquote';
  quotation.name = 'div';
}

/** Makes one quotation of a box with nothing but a `<cite>` and the quotation below it, as FluxBB and PunBB write it. */
function joinCitation(quotation: Element): void {
  const box = quotation.parent;
  if (box === null || !isTag(box) || box.name !== 'div') return;
  const parts = box.children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ''));
  const [citation] = parts;
  if (parts.length !== 2 || parts[1] !== quotation || !citation || !isTag(citation)) return;
  if (citation.name !== 'cite') return;
  box.name = 'blockquote';
  citation.name = 'p';
  quotation.name = 'div';
}

/** Makes a box of a quotation that is named an example and holds nothing but code: nginx and others indent code so. */
function unquoteCode(quotation: Element): void {
  const parts = quotation.children.filter((child) => !isText(child) || child.data.trim() !== '');
  const isCode = parts.length > 0 && parts.every((part) => isTag(part) && part.name === 'pre');
  if (isCode && classesOf(quotation).some((name) => /^(?:example|code|listing)$/.test(name)))
    quotation.name = 'div';
}

const upArrow = /^\s*[↑⬆⇑]\s*$/u;
/** An arrow with the white space around it is shorter. */
const maxArrowCharacters = 20;

/** Drops the arrow that leads to the quoted post: phpBB writes it between the author and the date, which style sheets set apart. */
function dropArrow(citation: Element): void {
  for (const child of citation.children)
    if (isTag(child) && child.name === 'a' && upArrow.test(rawText(child, maxArrowCharacters)))
      becomeElement(child, 'span', {}, [newText(' ')]);
}

/** The footer of a quotation names its source, and is no footer of the page; the author above it is a part of it. */
export function normalizeQuotations(index: ElementIndex): void {
  for (const footer of index.named('footer'))
    if (isInQuotation(footer)) footer.name = findElement(footer, isBlock) === undefined ? 'p' : 'div';
  for (const citation of index.named('cite')) if (isInQuotation(citation)) dropArrow(citation);
  for (const quotation of index.named('blockquote')) {
    if (isTextOfPost(quotation)) quotation.name = 'div';
    else unquoteCode(quotation);
    if (quotation.name === 'blockquote') joinCitation(quotation);
  }
  for (const box of index.named('aside')) joinAuthor(box);
}
