import { type Element, isTag } from 'domhandler';

import { becomeElement, type ElementIndex, newElement, newText } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';

const partOf = ({ attribs }: Element): string => attribs['data-component-part'] ?? '';

/** Type, "required", "default: 5". */
const isFact = (element: Element): boolean => /^field-(?:[a-z]+-)+pill$/.test(partOf(element));

const textOf = (element: Element): string => rawText(element).replaceAll(/\s+/g, ' ').trim();

const factsIn = ({ children }: Element): readonly string[] =>
  children.filter(isTag).flatMap((child) => (isFact(child) ? [textOf(child)] : factsIn(child)));

/** Writes the header of a field in one line: its name, and in brackets what is known of it. */
function writeHeader(header: Element): void {
  const name = findElement(header, (element) => partOf(element) === 'field-name');
  if (name === undefined) return;
  const facts = factsIn(header).filter((fact) => fact !== '');
  const written = newElement('code', {}, [newText(textOf(name))]);
  const known = facts.length === 0 ? [] : [newText(` (${facts.join(', ')})`)];
  becomeElement(header, 'p', header.attribs, [written, ...known]);
}

/**
 * Joins the headers of fields in references by Mintlify, which are boxes side by side: the name of a parameter, its type and
 * whether it is required. Changes the document in place.
 */
export function joinFieldHeaders(index: ElementIndex): void {
  for (const element of index.named('div')) if (partOf(element) === 'field-header') writeHeader(element);
}
