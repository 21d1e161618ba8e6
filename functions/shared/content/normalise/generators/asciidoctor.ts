import { type Element, isTag } from 'domhandler';

import { becomeElement, type ElementIndex, hasClass, newElement } from '#shared/content/dom/element-edit.ts';

const childrenNamed = ({ children }: Element, name: string): readonly Element[] =>
  children.filter(isTag).filter((child) => child.name === name);

/** The pairs of cells in a table of two columns; `undefined` for another table. */
function pairsOf(table: Element): readonly (readonly [Element, Element])[] | undefined {
  // A caption or a head would be lost.
  const isOther = ({ name }: Element): boolean => name !== 'tbody' && name !== 'tr' && name !== 'colgroup';
  if (table.children.filter(isTag).some(isOther)) return undefined;
  const rows = [table, ...childrenNamed(table, 'tbody')].flatMap((around) => childrenNamed(around, 'tr'));
  const pairs: (readonly [Element, Element])[] = [];
  for (const row of rows) {
    const [term, text, ...more] = row.children.filter(isTag);
    if (term === undefined || text === undefined || more.length > 0) return undefined;
    pairs.push([term, text]);
  }
  return pairs.length > 0 ? pairs : undefined;
}

/** Makes a list of a table that Asciidoctor lays a list out with. Returns whether it is one. */
function becomeList(table: Element): boolean {
  const { parent } = table;
  if (parent === null || !isTag(parent)) return false;
  const isOfCallouts = hasClass(parent, 'colist');
  if (!isOfCallouts && !hasClass(parent, 'hdlist')) return false;
  const pairs = pairsOf(table);
  if (pairs === undefined) return false;
  const items = pairs.flatMap(([term, text]) =>
    isOfCallouts
      ? [newElement('li', text.attribs, text.children)]
      : [newElement('dt', term.attribs, term.children), newElement('dd', text.attribs, text.children)],
  );
  becomeElement(table, isOfCallouts ? 'ol' : 'dl', table.attribs, items);
  return true;
}

/** Reads the lists of Asciidoctor that are tables: the notes below code, and terms beside their definitions. Returns whether there is any. */
export const readAsciidoctor = (index: ElementIndex): boolean =>
  index.named('table').filter(becomeList).length > 0;
