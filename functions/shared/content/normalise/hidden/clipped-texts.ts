import { type Element, isTag } from 'domhandler';

import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { elementBeside, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';
import { foldedLetters } from '#shared/content/dom/words.ts';
import type { Trace } from '#shared/content/dom/trace.ts';
import { isHidden } from './hidden.ts';

/** Shorter texts begin alike by chance. */
const minClipCharacters = 40;
const maxClipCharacters = 2_000;
const clipMark = /\.{3}|…/gu;
/** The control behind the mark: `Read more about this`. */
const maxControlWords = 5;
const maxEndCharacters = 80;
const isControlWord = (word: string): boolean => /^[\p{L}-]{1,20}$/u.test(word);
/** Classes by which scripts hide an element, in all style libraries. */
const hidingClass = /(?:^|\s)(?:hide|hidden|d-none)(?:\s|$)/;
/** The control at the end of the whole text. */
const closes =
  /^(?:(?:read|show|see|view) less|(?:weniger|voir moins|leer menos|свернуть|скрыть)(?: \p{L}+)?)$/iu;
const maxControlCharacters = 30;
/** What a text shows beside its words; drawings are the icons of controls. */
const shown = new Set(['img', 'picture', 'video', 'iframe']);

/** A text that ends with the mark of a clip, and a control at most, without these. */
function clipOf(text: string): string | undefined {
  const from = Math.max(0, text.length - maxEndCharacters);
  const mark = [...text.slice(from).matchAll(clipMark)].at(-1);
  if (mark === undefined) return undefined;
  const behind = text
    .slice(from + mark.index + mark[0].length)
    .split(/\s+/)
    .filter((word) => word !== '');
  const isControl = behind.length <= maxControlWords && behind.every(isControlWord);
  return isControl ? text.slice(0, from + mark.index) : undefined;
}

const withoutHiding = ({ hidden: _hidden, style: _style, ...attribs }: Element['attribs']) => attribs;

/** Part of all hidden elements that may be shown: a cheap test for most. */
const mayHide = ({ attribs: { hidden, style, class: names } }: Element): boolean =>
  hidden !== undefined ||
  style !== undefined ||
  (names !== undefined && (names.includes('hid') || names.includes('d-none')));

/** Whether an element is shown without its attributes `hidden` and `style`, and is hidden with them or by its class. */
function mayBeShown(element: Element): boolean {
  if (!isHidden(element)) return hidingClass.test(element.attribs['class'] ?? '');
  const { attribs } = element;
  element.attribs = withoutHiding(attribs);
  const isStillHidden = isHidden(element);
  element.attribs = attribs;
  return !isStillHidden;
}

function linksIn(element: Element, found: Set<string> = new Set()): ReadonlySet<string> {
  const { href = '#' } = element.attribs;
  if (element.name === 'a' && !/^(?:#|javascript:)/i.test(href)) found.add(href);
  for (const child of element.children) if (isTag(child)) linksIn(child, found);
  return found;
}

/** Whether the clip has nothing that the whole text lacks: it begins with its words, and has its links. */
function isBeginningOf(clip: Element, whole: Element): boolean {
  const begun = clipOf(rawText(clip, 2 * maxClipCharacters).trimEnd());
  const letters = foldedLetters(begun ?? '');
  const own = foldedLetters(rawText(whole, 2 * maxClipCharacters));
  if (letters.length < minClipCharacters || own.length <= letters.length || !own.startsWith(letters))
    return false;
  return (
    findElement(clip, ({ name }) => shown.has(name)) === undefined && linksIn(clip).isSubsetOf(linksIn(whole))
  );
}

/** The clipped beginning of a hidden text that is shown before it, until a reader asks for all. */
function clipBefore(whole: Element, index: ElementIndex): Element | undefined {
  const clip = elementBeside(whole, 'prev', { onlySpace: true });
  if (clip === undefined || clip.name !== whole.name || isHidden(clip)) return undefined;
  const length = index.textLength(clip);
  if (length < minClipCharacters || length > maxClipCharacters) return undefined;
  return isBeginningOf(clip, whole) ? clip : undefined;
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
    if (!mayHide(whole) || !mayBeShown(whole) || index.textLength(whole) < minClipCharacters) continue;
    const clip = clipBefore(whole, index);
    if (clip === undefined) continue;
    trace?.add({
      step: 'hidden',
      verdict: 'kept',
      reason: 'the whole of a text whose beginning is shown',
      subject: rawText(clip, minClipCharacters),
    });
    makeSilent(clip);
    whole.attribs = withoutHiding(whole.attribs);
    dropClosingControl(whole);
  }
}
