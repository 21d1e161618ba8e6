import type { Element } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { classesOf } from '#shared/content/dom/element-edit.ts';

/** The captions are shorter. */
const maxCharacters = 40;
const sourceCaption = /^\[?(?:src|source)\]?$/i;
/** What RDoc and rustdoc write beside a text to operate the page, by class: it shows or folds code, or leads to it. */
const toolsOfManuals: Readonly<Record<string, RegExp>> = {
  'method-click-advice': /^click to toggle source$/i,
  srclink: sourceCaption,
  src: sourceCaption,
  'collapse-toggle': /^\[[-+−]\]$/,
  hideme: /^expand description$/i,
};

/** Whether an element is such a tool: other pages have links and summaries of these classes, too. */
export const isToolOfManual = (element: Element): boolean =>
  classesOf(element).some(
    (name) =>
      Object.hasOwn(toolsOfManuals, name) &&
      toolsOfManuals[name]?.test(rawText(element, maxCharacters).trim()) === true,
  );
