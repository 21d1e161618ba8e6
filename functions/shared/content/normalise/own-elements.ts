import { type Element, isTag, isText } from 'domhandler';

import { isBlock, isOwnName } from '#shared/content/dom/element-display.ts';
import { type ElementIndex, unwrap } from '#shared/content/dom/element-edit.ts';

/** Custom elements have names with a hyphen, and scripts: `<relative-time>` is read by its name, `<x-tooltip>` is a box over the line. */
const isCustom = (name: string): boolean => name.includes('-');

/** Others may be boxes over the line, too. */
const isWordOfParagraph = ({ parent, children }: Element): boolean =>
  parent !== null && isTag(parent) && parent.name === 'p' && children.every(isText);

/**
 * Elements that HTML does not have (`<org>`) become `span` where they are words of a paragraph, as browsers lay them out. A
 * sentence would be three blocks otherwise, the last one ".", which is dropped.
 */
export function unwrapInParagraphs(index: ElementIndex): void {
  for (const name of index.names())
    if (isOwnName(name) && !isCustom(name))
      for (const element of index.named(name))
        if (element.name === name && isWordOfParagraph(element) && !isBlock(element)) unwrap(element);
}
