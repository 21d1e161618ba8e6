import { type Element, isTag } from 'domhandler';

import {
  becomeElement,
  type ElementIndex,
  hasClass,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';

/** Makes a paragraph with the name of a file, and its code, of the list of one definition that DokuWiki writes. */
function writeFile(list: Element): boolean {
  const [term, definition, ...more] = list.children.filter(isTag);
  const code = definition && findElement(definition, ({ name }) => name === 'pre');
  if (term?.name !== 'dt' || code === undefined || more.length > 0) return false;
  becomeElement(list, 'div', {}, [newElement('p', {}, [newText(rawText(term).trim())]), code]);
  return true;
}

/** Brings files with a name, which readers can download, to the form of other code. Returns whether there are any. */
export function readDokuWiki(index: ElementIndex): boolean {
  const files = index.outermost(
    index.named('dl').filter((list) => hasClass(list, 'file') || hasClass(list, 'code')),
  );
  return files.map(writeFile).includes(true);
}
