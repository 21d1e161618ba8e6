import { type Element, isTag } from 'domhandler';

import {
  ancestor,
  becomeElement,
  classesOf,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { attributesThatHide } from '#shared/content/normalise/hidden/hidden.ts';
import { isHiddenByClass } from '#shared/content/normalise/hidden/screen-twins.ts';
import { labelledNotices } from './labelled-notices.ts';
import { namedNotice } from './named-notices.ts';
import { holdsText, isSign, type Notice } from './notice.ts';

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** An emoji has up to ten. */
const maxSignCharacters = 10;

/** Removes the title of a notice and returns it. */
function takeTitle(box: Element, { kind, title }: Notice): string {
  const inTitle = title === undefined ? undefined : findElement(title, isSign);
  const sign = inTitle ?? box.children.filter(isTag).find(isSign);
  if (sign !== undefined && rawText(sign, maxSignCharacters + 1).trim().length <= maxSignCharacters)
    makeSilent(sign);
  const text =
    title === undefined
      ? ''
      : rawText(title)
          .replace(/\s+/g, ' ')
          .trim()
          .replace(/\s?[:：]$/u, '');
  if (title !== undefined && text.length <= 120 && (text !== '' || sign !== undefined)) {
    makeSilent(title);
    if (text !== '') return text;
  }
  const label = findElement(box, ({ name }) => name === 'strong' || name === 'b');
  const isLabel = label !== undefined && rawText(label, 40).trim().toLowerCase() === `${kind}:`;
  // MDN writes it into the text.
  if (isLabel && rawText(box, 200).trimStart().startsWith(rawText(label).trim())) makeSilent(label);
  return capitalized(kind);
}

/** Puts the sign of a callout of Ghost into the line of its text. */
function joinSigns(index: ElementIndex): void {
  for (const sign of index.named('div')) {
    if (!classesOf(sign).includes('kg-callout-emoji')) continue;
    const text = elementBeside(sign, 'next', { onlySpace: true });
    if (text === undefined || !classesOf(text).includes('kg-callout-text')) continue;
    setChildren(text, [...sign.children, newText(' '), ...text.children]);
    setChildren(sign, []);
    makeSilent(sign);
  }
}

const maxLinkLevels = 3;

/** Links to the next page have boxes of such names, too. */
const isInLink = (box: Element): boolean =>
  ancestor(box, maxLinkLevels, ({ name }) => name === 'a') !== undefined;

/** Makes a notice a quotation that begins with `[!kind] Title`, the form GitHub and Obsidian read. */
function quoteNotice(box: Element, notice: Notice, attributes: Record<string, string>, trace?: Trace): void {
  if (!holdsText(box.children) || isInLink(box)) return;
  // A message for a case that has not occurred, such as a wrong entry in a form.
  if (isHiddenByClass(box.attribs['class'])) return makeSilent(box);
  const { kind, content } = notice;
  const title = takeTitle(box, notice);
  trace?.add({ step: 'callouts', verdict: kind, reason: 'marked up as a notice', subject: title });
  const fold = box.attribs['data-callout-fold'] ?? '';
  const first = newElement('p', {}, [newText(`[!${kind}]${fold} ${title}`)]);
  becomeElement(box, 'blockquote', attributes, [first, ...content]);
}

/** Notes and warnings become quotations. */
export function normalizeCallouts(index: ElementIndex, trace?: Trace): void {
  joinSigns(index);
  for (const name of ['div', 'aside', 'blockquote', 'section', 'details', 'p'])
    for (const box of index.named(name)) {
      // Nested empty boxes would be searched for text once for each level.
      const isEmpty = index.textLength(box) === 0 && !index.holds(box, 'img');
      const notice = box.name === name && !isEmpty ? namedNotice(box, index) : undefined;
      if (notice !== undefined) quoteNotice(box, notice, attributesThatHide(box), trace);
    }
  // Later steps go by the names of other boxes, such as those that ask for consent.
  for (const [box, notice] of labelledNotices(index)) quoteNotice(box, notice, box.attribs, trace);
}
