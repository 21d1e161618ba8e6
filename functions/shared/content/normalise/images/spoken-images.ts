import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import {
  ancestor,
  becomeElement,
  elementBeside,
  type ElementIndex,
  newText,
  nodeBeside,
} from '#shared/content/dom/element-edit.ts';
import { isBlock } from '#shared/content/dom/element-display.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { headings } from '#shared/content/dom/html-elements.ts';

const maxLabelCharacters = 60;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const isDrawn = ({ name, attribs }: Element): boolean => name === 'svg' || attribs['role'] === 'img';

/**
 * What screen readers say for an image without a file (`role="img"` or an SVG): its label or title. Empty without one, and where
 * the image is drawn with characters.
 */
export function spokenText(element: Element, index: ElementIndex): string {
  if (!isDrawn(element) || (element.name !== 'svg' && index.textLength(element) > 0)) return '';
  const title = element.children.filter(isTag).find(({ name }) => name === 'title');
  const written = element.attribs['aria-label'] ?? (title === undefined ? '' : rawText(title, 200));
  const text = oneLine(written);
  return text.length <= maxLabelCharacters ? text : '';
}

/** `4 out of 5 stars`, `4,5/5`, `5 Sterne`. */
const rating =
  /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:(?:\/|\p{L}+(?:\s\p{L}+)?)\s?\d{1,3}(?!\d)|(?:stars?|stern|étoile|estrell|estrela|stell[ae]|звезд|звёзд))/iu;

/** A link and a button are named by their label, and a heading by its words. */
const namesOthers = (element: Element): boolean =>
  element.name === 'a' || element.name === 'button' || headings.has(element.name);
const maxLevels = 6;
/** Characters that are read beside a rating, to see whether they repeat it: `4.5 (120)`. */
const maxTextBeside = 40;

function textBeside(element: Element, side: 'prev' | 'next'): string {
  const node: ChildNode | null = nodeBeside(element, side);
  if (node === null) return '';
  const text = isText(node) ? node.data : isTag(node) ? rawText(node, 2 * maxTextBeside) : '';
  return side === 'prev' ? text.slice(-maxTextBeside) : text.slice(0, maxTextBeside);
}

function isSaidBeside(element: Element, value: string): boolean {
  return (['prev', 'next'] as const).some((side) =>
    textBeside(element, side)
      .split(/[^\d.,]+/)
      .includes(value),
  );
}

/** Whether a word stands before an element in its line. */
function followsWord(element: Element): boolean {
  const before = nodeBeside(element, 'prev');
  const isInLine = before !== null && !(isTag(before) && isBlock(before));
  return isInLine && /\p{L}/u.test(textBeside(element, 'prev'));
}

/** Stars that a visitor clicks have a label each. */
const isOneOfSeveral = (element: Element, index: ElementIndex): boolean =>
  (['prev', 'next'] as const).some((side) => {
    const other = elementBeside(element, side, { onlySpace: true });
    return other !== undefined && spokenText(other, index) !== '';
  });

/**
 * Writes ratings that are drawn as stars (`role="img"`) in words, behind a word that they belong to ("Rating:") and where no number
 * beside them says the same. Stars alone are mostly those of teasers.
 */
export function writeRatings(index: ElementIndex): void {
  for (const element of index.all) {
    if (element.attribs['role'] !== 'img' || element.name === 'img') continue;
    const text = spokenText(element, index);
    const value = rating.exec(text)?.[1];
    if (value === undefined || !followsWord(element)) continue;
    if (ancestor(element, maxLevels, namesOthers) !== undefined) continue;
    if (!isSaidBeside(element, value) && !isOneOfSeveral(element, index))
      becomeElement(element, 'span', {}, [newText(text)]);
  }
}
