import { type Element, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { classesOf, type ElementIndex, makeSilent } from '#shared/content/dom/element-edit.ts';

/** The captions are shorter. */
const maxCharacters = 40;
const sourceCaption = /^\[?(?:src|source)\]?$/i;
/** Around an expression that was not run, Jupyter writes `In [ ]:`. */
const promptOfCell = /^(?:in|out)\s?\[[\d *]*\]:$/i;
/**
 * What RDoc, rustdoc and Sphinx write beside a text to operate the page, by class: it shows or folds code, or leads to it.
 * Jupyter writes the number of a cell before its code and its result.
 */
const toolsOfManuals: Readonly<Record<string, RegExp>> = {
  'method-click-advice': /^click to toggle source$/i,
  srclink: sourceCaption,
  'viewcode-link': sourceCaption,
  src: sourceCaption,
  'collapse-toggle': /^\[[-+−]\]$/,
  hideme: /^expand description$/i,
  'jp-inputprompt': promptOfCell,
  'jp-outputprompt': promptOfCell,
  input_prompt: promptOfCell,
  output_prompt: promptOfCell,
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
  // The name of a class first: pages have hundreds of boxes.
  const prompts = index.named('div').filter(({ attribs }) => attribs['class']?.includes('rompt') === true);
  for (const tool of [...['a', 'span', 'summary'].flatMap((name) => index.named(name)), ...prompts]) {
    if (!isToolOfManual(tool)) continue;
    makeSilent(tool);
    const { prev } = tool;
    if (prev !== null && isText(prev) && prev.data.trim() === '·') prev.data = ' ';
  }
}
