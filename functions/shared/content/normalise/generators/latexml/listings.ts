import type { ChildNode, Element } from 'domhandler';

import {
  becomeElement,
  type ElementIndex,
  hasClass,
  makeSilent,
  newElement,
  newText,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { elementsOfClass } from './elements.ts';

const encodedSource = /^data:text\/plain[^,]*;base64,(.*)$/s;

/** The source of a listing, which a link beside it offers as a file. */
function sourceOf(listing: Element): string | undefined {
  const link = findElement(listing, ({ attribs }) => encodedSource.test(attribs['href'] ?? ''));
  const encoded = encodedSource.exec(link?.attribs['href'] ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

const languageClass = /(?:^|\s)ltx_lst_language_([\w+#]+)/;

function becomeCode(listing: Element): void {
  const lines = elementsOfClass(listing, 'ltx_listingline');
  for (const number of lines.flatMap((line) => elementsOfClass(line, 'ltx_tag_listingline')))
    makeSilent(number);
  const text = sourceOf(listing) ?? lines.map((line) => rawText(line).replaceAll('\u00a0', ' ')).join('\n');
  const language = languageClass.exec(listing.attribs['class'] ?? '')?.[1]?.toLowerCase();
  const attribs: Record<string, string> = language === undefined ? {} : { class: `language-${language}` };
  becomeElement(listing, 'pre', attribs, [newText(text)]);
}

const spacedNumber = (number: Element): void =>
  becomeElement(number, 'span', {}, [...number.children, newText(' ')]);

/** An algorithm has formulas in its lines, which code cannot hold. */
function becomeLines(listing: Element): void {
  const lines = elementsOfClass(listing, 'ltx_listingline');
  for (const number of lines.flatMap((line) => elementsOfClass(line, 'ltx_tag_listingline')))
    spacedNumber(number);
  becomeElement(
    listing,
    'p',
    {},
    lines.flatMap(({ children }, at): ChildNode[] =>
      at === 0 ? children : [newElement('br', {}, []), ...children],
    ),
  );
}

/** Makes code of listings of programs, and a paragraph with a line for each step of algorithms. */
export function readListings(index: ElementIndex): void {
  for (const listing of index.named('div')) {
    if (!hasClass(listing, 'ltx_listing') || elementsOfClass(listing, 'ltx_listingline').length === 0)
      continue;
    if (hasClass(listing, 'ltx_lstlisting')) becomeCode(listing);
    else becomeLines(listing);
  }
}
