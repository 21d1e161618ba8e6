import { type Element, isTag } from 'domhandler';

import {
  becomeElement,
  type ElementIndex,
  hasClass,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { findElement } from '#shared/content/dom/element-text.ts';
import { lineOf } from './parts.ts';

const partOf = ({ attribs }: Element): string => attribs['data-component-part'] ?? '';

/** Type, "required", "default: 5", and what the author adds before and behind them. */
const isFact = (element: Element): boolean => /^field-(?:[a-z]+-)+(?:pill|pre|post)$/.test(partOf(element));

/** A name and its value are two boxes. */
const factOf = (fact: Element): string => {
  const parts = fact.children
    .filter(isTag)
    .map(lineOf)
    .filter((part) => part !== '');
  return parts.length === 2 ? parts.join(': ') : lineOf(fact);
};

const factsIn = ({ children }: Element): readonly string[] =>
  children.filter(isTag).flatMap((child) => (isFact(child) ? [factOf(child)] : factsIn(child)));

/** Writes the header of a field in one line: its name, and in brackets what is known of it. */
function writeHeader(header: Element): void {
  const name = findElement(header, (element) => partOf(element) === 'field-name');
  if (name === undefined) return;
  const facts = factsIn(header).filter((fact) => fact !== '');
  const written = newElement('code', {}, [newText(lineOf(name))]);
  const known = facts.length === 0 ? [] : [newText(` (${facts.join(', ')})`)];
  becomeElement(header, 'p', header.attribs, [written, ...known]);
}

const isHeader = (element: Element): boolean =>
  partOf(element) === 'field-header' || hasClass(element, 'param-head');

/** A file, or a folder with what is in it. */
function entryOf(item: Element): Element | undefined {
  const name = findElement(item, (element) => /^tree-(?:file|folder)-title$/.test(partOf(element)));
  if (name === undefined) return undefined;
  const inside = findElement(item, (element) => partOf(element) === 'tree-folder-children-wrapper');
  const entries = inside === undefined ? [] : entriesIn(inside);
  const list = entries.length === 0 ? [] : [newElement('ul', {}, [...entries])];
  return newElement('li', {}, [newText(lineOf(name)), ...list]);
}

const entriesIn = ({ children }: Element): readonly Element[] =>
  children
    .filter(isTag)
    .flatMap((child) =>
      /^tree-(?:file|folder)$/.test(partOf(child)) ? (entryOf(child) ?? []) : entriesIn(child),
    );

/** Makes a list of a tree of files. */
function listFiles(tree: Element): void {
  const entries = entriesIn(tree);
  if (entries.length > 0) becomeElement(tree, 'ul', {}, [...entries]);
}

/** Takes "Show" or "Hide" off the title of what a click opens. */
function nameOpening(button: Element): void {
  const title = findElement(button, ({ name }) => name === 'p');
  if (title !== undefined) setChildren(title, [newText(lineOf(title).replace(/^(?:Show|Hide) (?=\S)/, ''))]);
}

/**
 * Brings references by Mintlify to the form of others: the header of a field, whose name, type and "required" are boxes side by side, is
 * one line, and a tree of files a list. Returns whether there are any.
 */
export function readMintlify(index: ElementIndex): boolean {
  const parts = index.outermost(
    index.named('div').filter((box) => isHeader(box) || partOf(box) === 'tree-root'),
  );
  for (const part of parts)
    if (isHeader(part)) writeHeader(part);
    else listFiles(part);
  for (const summary of index.named('summary'))
    if (partOf(summary) === 'expandable-button') nameOpening(summary);
  return parts.length > 0;
}
