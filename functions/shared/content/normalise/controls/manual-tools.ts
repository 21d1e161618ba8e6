import { type Element, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { classesOf, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';

/** The captions are shorter. */
const maxCharacters = 40;
const sourceCaption = /^\[?(?:src|source)\]?$/i;
/** What RDoc, rustdoc and Sphinx write beside a text to operate the page, by class: it shows or folds code, or leads to it. */
const toolsOfManuals: Readonly<Record<string, RegExp>> = {
  'method-click-advice': /^click to toggle source$/i,
  srclink: sourceCaption,
  'viewcode-link': sourceCaption,
  src: sourceCaption,
  'collapse-toggle': /^\[[-+−]\]$/,
  hideme: /^expand description$/i,
};

/** Other pages have links and summaries of these classes, too. */
const isToolOfManual = (element: Element): boolean =>
  classesOf(element).some(
    (name) =>
      Object.hasOwn(toolsOfManuals, name) &&
      toolsOfManuals[name]?.test(rawText(element, maxCharacters).trim()) === true,
  );

/** Removes such tools, the dot between the version and the source of an item, and the offer of an account below Google's texts. */
export function dropManualTools(index: ElementIndex): void {
  for (const offer of index.named('cloud-free-trial')) makeSilent(offer);
  for (const tool of ['a', 'span', 'summary'].flatMap((name) => index.named(name))) {
    if (!isToolOfManual(tool)) continue;
    makeSilent(tool);
    const { prev } = tool;
    if (prev !== null && isText(prev) && prev.data.trim() === '·') prev.data = ' ';
  }
}
