import { type ChildNode, type Element, isTag } from 'domhandler';

import { becomeElement, type ElementIndex, newElement, newText } from '#shared/content/dom/element-edit.ts';
import { rawText } from '#shared/content/dom/element-text.ts';

/** A line that begins with space, or has what sentences have not. */
const looksLikeCode = /^[ \t]|[{}<>;=]\s*$|[{}]|=>|\w\(/m;
const endsSentence = /\p{L}{2}[.!?…]["'”’)]?\s*$/mu;

/** Whether a `<pre>`, into which Wix writes the descriptions of products and which it names so, holds sentences. */
const isDescription = (pre: Element): boolean =>
  /description/i.test(pre.attribs['data-hook'] ?? '') &&
  !pre.children.some((child) => isTag(child) && child.name !== 'br') &&
  !looksLikeCode.test(rawText(pre)) &&
  endsSentence.test(rawText(pre));

/** Makes paragraphs of the texts between empty lines. */
function writeParagraphs(pre: Element): void {
  const paragraphs = rawText(pre).split(/\n\s*\n/);
  const linesOf = (paragraph: string): ChildNode[] =>
    paragraph
      .trim()
      .split('\n')
      .flatMap((line, at) => [...(at === 0 ? [] : [newElement('br', {}, [])]), newText(line)]);
  becomeElement(
    pre,
    'div',
    {},
    paragraphs.map((paragraph) => newElement('p', {}, linesOf(paragraph))),
  );
}

/** Makes text of the descriptions of products that Wix writes as `<pre>`. */
export function writeDescriptions(index: ElementIndex): void {
  for (const pre of index.named('pre')) if (pre.name === 'pre' && isDescription(pre)) writeParagraphs(pre);
}
