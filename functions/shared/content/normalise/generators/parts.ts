import type { Element } from 'domhandler';

import { classesOf } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';

/** The first element inside a box with a class, which is in lower case. */
export const partOf = (box: Element, className: string): Element | undefined =>
  findElement(box, (element) => classesOf(element).includes(className));

/** The text of an element as one line; empty without an element. */
export const lineOf = (element: Element | undefined): string =>
  element === undefined ? '' : rawText(element).replaceAll(/\s+/g, ' ').trim();
