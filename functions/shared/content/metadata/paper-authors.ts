import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { type ElementIndex, hasClass } from '#shared/content/dom/element-edit.ts';
import { isNameLike } from './byline.ts';

/** The text of nodes without marks and notes; `\n` for line breaks. */
const textWithoutNotes = (nodes: readonly ChildNode[]): string =>
  nodes
    .map((node) => {
      if (isText(node)) return node.data.replaceAll(/\s+/g, ' ');
      if (!isTag(node) || node.name === 'sup' || hasClass(node, 'ltx_note')) return '';
      return node.name === 'br' ? '\n' : textWithoutNotes(node.children);
    })
    .join('');

/** The name that opens an author's lines, before the institute and the email address. */
const nameOf = (lines: string): string => lines.trim().split('\n', 1)[0]?.trim() ?? '';

/**
 * The authors of a paper that LaTeXML has set, separated by commas; `undefined` on other pages. Many templates of
 * conferences put all of them into one element, with the `&` of a table between them.
 */
export function paperAuthors(index: ElementIndex): string | undefined {
  const names = index
    .named('span')
    .filter((element: Element) => hasClass(element, 'ltx_personname'))
    .flatMap(({ children }) => textWithoutNotes(children).split('&').map(nameOf))
    .filter(isNameLike);
  return names.length === 0 ? undefined : names.join(', ');
}
