import type { ChildNode, Element } from 'domhandler';

import type { ReadDocument } from './document-content.ts';
import { docxStyles, type DocxStyles } from './docx-styles.ts';
import { rawText } from '#shared/content/dom/element-display.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import { type ListEntry, nestedLists } from './list-elements.ts';
import { type OfficeArchive, openArchive } from './office-archive.ts';
import { officeMetadata } from './office-properties.ts';
import { linkTargets } from './office-relations.ts';
import {
  attributeOf,
  childAt,
  childNamed,
  childrenNamed,
  descendantsNamed,
  elementsOf,
  localName,
} from './xml-elements.ts';

interface Context {
  readonly styles: DocxStyles;
  /** Link targets by id, of the part that is read: the body and the notes have their own. */
  readonly targets: ReadonlyMap<string, string>;
}

/** Whether a toggle is on: `<w:b/>` is, `<w:b w:val="0"/>` is not. */
function isOn(properties: Element | undefined, name: string): boolean {
  const toggle = childNamed(properties, name);
  return toggle !== undefined && !/^(?:0|false|none|off)$/.test(attributeOf(toggle, 'val') ?? '');
}

const marks: readonly (readonly [property: string, element: string])[] = [
  ['b', 'strong'],
  ['i', 'em'],
  ['strike', 'del'],
  ['dstrike', 'del'],
];

function runNodes(run: Element): readonly ChildNode[] {
  const nodes: ChildNode[] = [];
  for (const part of elementsOf(run)) {
    const name = localName(part);
    if (name === 't') nodes.push(newText(rawText(part)));
    else if (name === 'tab') nodes.push(newText('\t'));
    else if (name === 'noBreakHyphen') nodes.push(newText('-'));
    else if (name === 'br' || name === 'cr') nodes.push(newElement('br', {}, []));
    else if (name === 'footnoteReference' || name === 'endnoteReference') nodes.push(noteMark(part));
  }
  const properties = childNamed(run, 'rPr');
  let marked: ChildNode[] = nodes;
  for (const [property, element] of marks)
    if (marked.length > 0 && isOn(properties, property)) marked = [newElement(element, {}, marked)];
  return marked;
}

/** Footnotes and endnotes are numbered separately. */
const noteLabel = (note: Element, kind: string): string =>
  `${kind.startsWith('endnote') ? 'e' : ''}${Number.parseInt(attributeOf(note, 'id') ?? '0', 10)}`;

function noteMark(reference: Element): Element {
  const label = noteLabel(reference, localName(reference));
  return newElement('sup', { 'data-footnote': label }, [newText(`[${label}]`)]);
}

function inlineNodes(parent: Element, context: Context): readonly ChildNode[] {
  return elementsOf(parent).flatMap((part): readonly ChildNode[] => {
    switch (localName(part)) {
      case 'r':
        return runNodes(part);
      case 'hyperlink': {
        const href = context.targets.get(attributeOf(part, 'id') ?? '');
        const nodes = inlineNodes(part, context);
        return href === undefined ? nodes : [newElement('a', { href }, [...nodes])];
      }
      case 'ins':
      case 'smartTag':
      case 'sdt':
      case 'sdtContent':
      case 'fldSimple':
        return inlineNodes(part, context);
      default:
        return [];
    }
  });
}

const styleOf = (paragraph: Element): string | undefined => {
  const style = childAt(paragraph, 'pPr', 'pStyle');
  return style === undefined ? undefined : attributeOf(style, 'val');
};

function listEntry(paragraph: Element, context: Context): ListEntry | undefined {
  const numbering = childAt(paragraph, 'pPr', 'numPr');
  const id = childNamed(numbering, 'numId');
  const number = id === undefined ? undefined : attributeOf(id, 'val');
  if (number === undefined || number === '0') return undefined;
  const depth = childNamed(numbering, 'ilvl');
  const level = Number(depth === undefined ? '0' : attributeOf(depth, 'val')) || 0;
  return {
    level,
    isOrdered: context.styles.isOrdered(number, level),
    nodes: inlineNodes(paragraph, context),
  };
}

function cellElement(cell: Element, name: string, context: Context): Element {
  const span = childAt(cell, 'tcPr', 'gridSpan');
  const colspan = span === undefined ? undefined : attributeOf(span, 'val');
  return newElement(name, colspan === undefined ? {} : { colspan }, [...blockNodes(cell, context)]);
}

function tableElement(table: Element, context: Context): Element {
  const rows = childrenNamed(table, 'tr').map((row, index) =>
    newElement(
      'tr',
      {},
      childrenNamed(row, 'tc').map((cell) => cellElement(cell, index === 0 ? 'th' : 'td', context)),
    ),
  );
  return newElement('table', {}, rows);
}

function paragraphElement(paragraph: Element, context: Context): Element {
  const style = styleOf(paragraph);
  const level = context.styles.headingLevel(style);
  const nodes = [...inlineNodes(paragraph, context)];
  if (level !== undefined) return newElement(`h${level}`, {}, nodes);
  const element = newElement('p', {}, nodes);
  return context.styles.isQuote(style) ? newElement('blockquote', {}, [element]) : element;
}

/** Paragraphs, tables and lists of a body, cell or note. */
function blockNodes(parent: Element, context: Context): readonly Element[] {
  const blocks: Element[] = [];
  let entries: ListEntry[] = [];
  const endList = (): void => {
    blocks.push(...nestedLists(entries));
    entries = [];
  };
  for (const part of elementsOf(parent)) {
    const name = localName(part);
    const entry = name === 'p' ? listEntry(part, context) : undefined;
    if (entry !== undefined) {
      entries.push(entry);
      continue;
    }
    if (name === 'p' || name === 'tbl' || name === 'sdt') endList();
    if (name === 'p') blocks.push(paragraphElement(part, context));
    else if (name === 'tbl') blocks.push(tableElement(part, context));
    else if (name === 'sdt') blocks.push(...blockNodes(childNamed(part, 'sdtContent') ?? part, context));
  }
  endList();
  return blocks;
}

/** The notes that the text refers to: Word also numbers separators as notes. */
function noteNodes(archive: OfficeArchive, styles: DocxStyles): readonly Element[] {
  return ['footnote', 'endnote'].flatMap((kind) => {
    const part = `word/${kind}s.xml`;
    const context: Context = { styles, targets: linkTargets(archive, part) };
    return descendantsNamed(archive.xml(part), kind)
      .filter((note) => attributeOf(note, 'type') === undefined)
      .map((note) =>
        newElement('div', { 'data-footnote-definition': noteLabel(note, kind) }, [
          ...blockNodes(note, context),
        ]),
      );
  });
}

/** A Word document (ECMA-376): headings, paragraphs, lists, tables, links, notes. Deleted text is left out. */
export function readDocx(bytes: Uint8Array): ReadDocument {
  const archive = openArchive(bytes);
  const styles = docxStyles(archive);
  const part = 'word/document.xml';
  const context: Context = { styles, targets: linkTargets(archive, part) };
  const body = childAt(archive.xml(part), 'document', 'body');
  const nodes = body === undefined ? [] : [...blockNodes(body, context), ...noteNodes(archive, styles)];
  return { nodes, metadata: officeMetadata(archive) };
}
