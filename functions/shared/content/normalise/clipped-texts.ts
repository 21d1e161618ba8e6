import { type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { elementBeside, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { isHidden } from './hidden.ts';

/** Shorter texts begin alike by chance. */
const minClipCharacters = 40;
const maxClipCharacters = 2_000;
/** A clip may end within a word. */
const maxLastWord = 12;
/** The mark of a clip and the control behind it: `… Read more about this`. */
const clipEnd = /\s*(?:\.{3}|…)[\s.…]*(?:[\p{L}-]{1,20}\s*){0,5}$/u;
const maxEndCharacters = 80;
/** Classes that hide an element, mostly. */
const hidingClass = /(?:^|\s)(?:hide|hidden|d-none)(?:\s|$)/;
/** The control at the end of the whole text. */
const closes =
  /^(?:(?:read|show|see|view) less|(?:weniger|voir moins|leer menos|свернуть|скрыть)(?: \p{L}+)?)$/iu;
const maxControlCharacters = 30;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** A text that ends with the mark of a clip, without it. */
function clipOf(text: string): string | undefined {
  const end = clipEnd.exec(text.slice(-maxEndCharacters));
  return end === null ? undefined : text.slice(0, text.length - end[0].length);
}

/** The clipped beginning of a hidden text that is shown before it, until a reader asks for all. */
function clipBefore(whole: Element, index: ElementIndex): Element | undefined {
  const shown = elementBeside(whole, 'prev', { onlySpace: true });
  if (shown === undefined || shown.name !== whole.name || isHidden(shown)) return undefined;
  const length = index.textLength(shown);
  if (length < minClipCharacters || length > maxClipCharacters) return undefined;
  const begun = clipOf(rawText(shown, 2 * maxClipCharacters));
  if (begun === undefined) return undefined;
  const [letters, own] = [begun, rawText(whole, 2 * maxClipCharacters)].map(lettersOf) as [string, string];
  const isBeginning = own.length > letters.length && own.startsWith(letters.slice(0, -maxLastWord));
  return letters.length >= minClipCharacters && isBeginning ? shown : undefined;
}

function dropClosingControl({ children }: Element): void {
  const last = children.findLast((child) => isTag(child));
  if (last !== undefined && closes.test(rawText(last, maxControlCharacters).trim())) makeSilent(last);
}

/**
 * Replaces the beginning of a text, `Three hours a week are … Read more`, by the whole text, which is hidden behind it.
 * To be called before hidden elements are dropped.
 */
export function showClippedTexts(index: ElementIndex, trace?: Trace): void {
  for (const whole of index.all) {
    if (!isHidden(whole) && !hidingClass.test(whole.attribs['class'] ?? '')) continue;
    const shown = index.textLength(whole) < minClipCharacters ? undefined : clipBefore(whole, index);
    if (shown === undefined) continue;
    trace?.add({
      step: 'hidden',
      verdict: 'kept',
      reason: 'the whole of a text whose beginning is shown',
      subject: rawText(shown, minClipCharacters),
    });
    makeSilent(shown);
    delete whole.attribs['hidden'];
    delete whole.attribs['style'];
    dropClosingControl(whole);
  }
}
