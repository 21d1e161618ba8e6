import { findElement, isBlock } from '#shared/content/dom/element-display.ts';
import { ancestor, type ElementIndex } from '#shared/content/dom/element-edit.ts';

const maxLevels = 3;

/** The footer of a quotation names its source, and is no footer of the page. */
export function normalizeQuotations(index: ElementIndex): void {
  for (const footer of index.named('footer'))
    if (ancestor(footer, maxLevels, ({ name }) => name === 'blockquote') !== undefined)
      footer.name = findElement(footer, isBlock) === undefined ? 'p' : 'div';
}
