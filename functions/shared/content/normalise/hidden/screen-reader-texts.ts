import { type Element, isTag, isText } from 'domhandler';

import { isBlock } from '#shared/content/dom/element-display.ts';
import {
  ancestor,
  becomeElement,
  elementBeside,
  type ElementIndex,
  makeSilent,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { isForScreenReaders } from '#shared/content/dom/screen-readers.ts';
import { isHidden } from './hidden.ts';

const operating =
  /\b(?:new (?:window|tab)|opens? in|skip to|jump to|toggle|close|open menu|menu|search|loading|previous|next slide|current page|page|expand|collapse|selected)\b|(?:новом окне|открыть|закрыть|перейти к|меню|поиск|загрузка|назад|вперёд)/i;

const maxVisibleCharacters = 80;
const abbreviation = /\p{L}\.\s*$/u;

/** Whether a text reads out the abbreviation beside it, which screen readers skip: `/mo.` and "per month". */
const readsOutAbbreviation = (element: Element): boolean =>
  (['prev', 'next'] as const).some((side) => {
    const shown = elementBeside(element, side, { onlySpace: true });
    return (
      shown?.attribs['aria-hidden'] === 'true' &&
      !isHidden(shown) &&
      abbreviation.test(rawText(shown, maxVisibleCharacters))
    );
  });

const opensHeadline = (element: Element): boolean => {
  const { parent } = element;
  if (parent === null || !isTag(parent) || parent.name !== 'h1') return false;
  return parent.children.find((child) => !isText(child) || child.data.trim() !== '') === element;
};

/**
 * Whether scripts write messages into an element (WAI-ARIA 1.2, section 6.6.3, live regions): "Added to your cart". A
 * number may be that of results or stars.
 */
const isAnnouncement = (element: Element): boolean =>
  (/^(?:polite|assertive)$/.test(element.attribs['aria-live'] ?? '') ||
    /^(?:alert|log|status|timer)$/.test(element.attribs['role'] ?? '')) &&
  !/\d/.test(rawText(element, maxSpokenCharacters));

/** From the kind of an entry to its item in a tree of files. */
const maxEntryLevels = 8;
const namesFolder = /(?:^|\s)(?:directory|folder)(?:\s|$)/;

const folder =
  /^(?:folder|directory|ordner|verzeichnis|dossier|répertoire|carpeta|directorio|pasta|diretório|cartella|папка|каталог|フォルダー?|ディレクトリ|文件夹|目录)$/iu;

/** Whether a text before the name of an entry in a tree of files says that it is a folder, which an icon shows. */
function isKindOfEntry(element: Element, index: ElementIndex): boolean {
  const entry = ancestor(element, maxEntryLevels, ({ name }) => name === 'li');
  return (
    entry !== undefined &&
    namesFolder.test(entry.attribs['class'] ?? '') &&
    index.textLength(entry) > index.textLength(element) &&
    index.opensText(entry, element) &&
    folder.test(rawText(element, maxSpokenCharacters).trim())
  );
}

/**
 * Drops text for screen readers that explains how to operate the page, names its regions or the folders of a tree, or stands
 * before the headline ("Collection:"). Text that says what others see stays ("Original price was", "4.5 out of 5 stars"), and so does the
 * only text of a link.
 */
export function dropScreenReaderText(index: ElementIndex, element: Element): void {
  const { attribs, name, parent } = element;
  // Shown to nobody: scripts refer to it.
  if (attribs['aria-hidden'] === 'true') return makeSilent(element);
  const isOnlyText =
    parent !== null && isTag(parent) && index.textLength(parent) === index.textLength(element);
  if (isAnnouncement(element) && !(isOnlyText && parent.name === 'a')) return makeSilent(element);
  if (isKindOfEntry(element, index) && !(isOnlyText && parent.name === 'a')) return makeSilent(element);
  const isLabel =
    /^h[1-6]$/.test(name) ||
    opensHeadline(element) ||
    operating.test(rawText(element, 200)) ||
    readsOutAbbreviation(element);
  if (parent === null || !isTag(parent) || !isLabel) return;
  if (!isOnlyText || parent.name === 'div') makeSilent(element);
}

const textLevel = nameSet('span del ins s b strong small');
const ofTablesAndLists = nameSet('td th li dt dd');
/** Fewer words, without a number, may be another text: "Red" beside "Red and white". */
const minVisibleWords = 2;
const maxSpokenCharacters = 240;
const wordsAndNumbers = (text: string): readonly string[] =>
  text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];

/** Whether some words of a text, one after the other, have these letters and digits: `7999` in "Price $79.99". */
function saysInARow(spoken: string, letters: string): boolean {
  const words = wordsAndNumbers(spoken);
  return words.some((_, from) => {
    let said = '';
    for (let at = from; said.length < letters.length && at < words.length; at++) said += words[at] ?? '';
    return said === letters;
  });
}

const isLine = (element: Element): boolean =>
  element.name === 'div' && findElement(element, isBlock) === undefined;

/** Whether an element is a short text that screen readers skip. */
const isSkippedText = (element: Element, index: ElementIndex): boolean =>
  element.attribs['aria-hidden'] === 'true' &&
  (textLevel.has(element.name) || isLine(element)) &&
  index.textLength(element) <= maxVisibleCharacters;

/** Whether an element, which others may not see, says the words of a text in a row. */
function repeats(spoken: Element | undefined, element: Element, index: ElementIndex): boolean {
  const words = wordsAndNumbers(rawText(element));
  const own = words.join('');
  if (words.length < minVisibleWords && !/\p{N}/u.test(own)) return false;
  return (
    spoken !== undefined &&
    !ofTablesAndLists.has(spoken.name) &&
    spoken.attribs['aria-hidden'] !== 'true' &&
    !isHidden(spoken) &&
    index.textLength(spoken) <= maxSpokenCharacters &&
    saysInARow(rawText(spoken), own)
  );
}

/** The text for screen readers right before an element, which may end the element before it: `10`, " minutes". */
function spokenBefore(element: Element): Element | undefined {
  const before = elementBeside(element, 'prev', { onlySpace: true });
  if (before === undefined || isForScreenReaders(before)) return before;
  const last = before.children.findLast((child) => !isText(child) || child.data.trim() !== '');
  return last !== undefined && isTag(last) && isForScreenReaders(last) ? last : undefined;
}

/** Whether the text for screen readers right before an element is the same, be it one word. */
function isSpokenBefore(element: Element): boolean {
  const spoken = spokenBefore(element);
  if (spoken === undefined || !isForScreenReaders(spoken)) return false;
  const own = wordsAndNumbers(rawText(element)).join('');
  return own !== '' && own === wordsAndNumbers(rawText(spoken, maxSpokenCharacters)).join('');
}

/**
 * Whether a text that screen readers skip (`aria-hidden`) is repeated beside it for them, in the same words or more: `$79`
 * `99` and "Price $79.99", `(4)` and "4 reviews".
 */
const isRepeatedForScreenReaders = (element: Element, index: ElementIndex): boolean =>
  isSkippedText(element, index) &&
  (isSpokenBefore(element) ||
    (['prev', 'next'] as const).some((side) =>
      repeats(elementBeside(element, side, { onlySpace: true }), element, index),
    ));

const onlyDash = /^\s*[-–—~]\s*$/;

/**
 * A price, the dash behind it and the second price of a range, where the text behind them says both to screen readers:
 * "Price range: $49 through $69".
 */
function rangeRepeatedBehind(low: Element, index: ElementIndex): readonly Element[] {
  const behind = (element: Element | undefined): Element | undefined =>
    element && elementBeside(element, 'next', { onlySpace: true });
  const dash = behind(low);
  const high = behind(dash);
  if (dash === undefined || high === undefined) return [];
  const range = [low, dash, high];
  const isRange = range.every((part) => isSkippedText(part, index)) && onlyDash.test(rawText(dash));
  const spoken = isRange ? behind(high) : undefined;
  return repeats(spoken, low, index) && repeats(spoken, high, index) ? range : [];
}

/** The prices before and after a reduction. */
const edits = nameSet('del ins');

/** Drops a text that is repeated for screen readers; between the repetitions of two prices a space stays. */
export function dropRepeatedForScreenReaders(element: Element, index: ElementIndex): void {
  if (element.attribs['aria-hidden'] !== 'true') return;
  for (const part of rangeRepeatedBehind(element, index)) makeSilent(part);
  if (!isRepeatedForScreenReaders(element, index)) return;
  if (edits.has(element.name)) becomeElement(element, 'span', {}, [newText(' ')]);
  else makeSilent(element);
}
