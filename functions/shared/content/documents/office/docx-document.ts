import type { Element } from 'domhandler';

import { footnoteDefinition } from '#shared/content/dom/own-markers.ts';
import type { ReadDocument } from '#shared/content/documents/document-content.ts';
import { inlineNodes, type LinkTargets, noteLabel } from './docx-inline.ts';
import { DocxNumbering } from './docx-numbering.ts';
import { docxStyles, type DocxStyles } from './docx-styles.ts';
import { newElement } from '#shared/content/dom/element-edit.ts';
import { contentElements, textBoxes } from './docx-wrappers.ts';
import { type ListEntry, nestedLists } from './list-elements.ts';
import { type OfficeArchive, openArchive } from './office-archive.ts';
import { officeMetadata } from './office-properties.ts';
import { linkTargets, mainPart, relatedPart } from './office-relations.ts';
import { attributeOf, childAt, childNamed, descendantsNamed, localName } from './xml-elements.ts';

interface Context {
  readonly styles: DocxStyles;
  readonly numbering: DocxNumbering;
  readonly targets: LinkTargets;
}

const styleOf = (paragraph: Element): string | undefined => {
  const style = childAt(paragraph, 'pPr', 'pStyle');
  return style === undefined ? undefined : attributeOf(style, 'val');
};

function listEntry(paragraph: Element, context: Context): ListEntry | undefined {
  const { styles, targets } = context;
  const style = styleOf(paragraph);
  const numbering = styles.numbering(style, childNamed(paragraph, 'pPr'));
  if (numbering === undefined) return undefined;
  const place = context.numbering.next(numbering);
  // Numbered headings are headings, but the paragraphs below are counted from them.
  if (styles.headingLevel(style) !== undefined) return undefined;
  return {
    level: Math.max(numbering.level, styles.listDepth(style)),
    ...place,
    nodes: [...inlineNodes(paragraph, targets), ...boxNodes(paragraph, context)],
  };
}

function cellElement(cell: Element, name: string, context: Context): Element {
  const span = childAt(cell, 'tcPr', 'gridSpan');
  const colspan = span === undefined ? undefined : attributeOf(span, 'val');
  return newElement(name, colspan === undefined ? {} : { colspan }, [...blockNodes(cell, context)]);
}

function tableElement(table: Element, context: Context): Element {
  const rows = contentElements(table)
    .filter((row) => localName(row) === 'tr')
    .map((row, index) => {
      const cells = contentElements(row).filter((cell) => localName(cell) === 'tc');
      return newElement(
        'tr',
        {},
        cells.map((cell) => cellElement(cell, index === 0 ? 'th' : 'td', context)),
      );
    });
  return newElement('table', {}, rows);
}

function paragraphElement(paragraph: Element, context: Context): Element {
  const style = styleOf(paragraph);
  const level = context.styles.headingLevel(style);
  const nodes = [...inlineNodes(paragraph, context.targets)];
  if (level !== undefined) return newElement(`h${level}`, {}, nodes);
  const element = newElement('p', {}, nodes);
  return context.styles.isQuote(style) ? newElement('blockquote', {}, [element]) : element;
}

/** The text boxes that hang on a paragraph. */
const boxNodes = (paragraph: Element, context: Context): readonly Element[] =>
  textBoxes(paragraph).flatMap((box) => blockNodes(box, context));

/** Paragraphs, tables and lists of a body, cell, text box or note. */
function blockNodes(parent: Element, context: Context): readonly Element[] {
  const blocks: Element[] = [];
  let entries: ListEntry[] = [];
  const endList = (): void => {
    blocks.push(...nestedLists(entries));
    entries = [];
  };
  for (const part of contentElements(parent)) {
    const name = localName(part);
    if (name !== 'p' && name !== 'tbl') continue;
    const entry = name === 'p' ? listEntry(part, context) : undefined;
    if (entry !== undefined) {
      entries.push(entry);
      continue;
    }
    endList();
    if (name === 'tbl') blocks.push(tableElement(part, context));
    else blocks.push(paragraphElement(part, context), ...boxNodes(part, context));
  }
  endList();
  return blocks;
}

/** The notes that the text refers to: Word also numbers separators as notes. */
function noteNodes(archive: OfficeArchive, main: string, document: Context): readonly Element[] {
  return ['footnote', 'endnote'].flatMap((kind) => {
    const part = relatedPart(archive, main, `${kind}s`, `word/${kind}s.xml`);
    const context: Context = { ...document, targets: linkTargets(archive, part) };
    return descendantsNamed(archive.xml(part), kind)
      .filter((note) => attributeOf(note, 'type') === undefined)
      .map((note) =>
        newElement('div', { [footnoteDefinition]: noteLabel(note, kind) }, [...blockNodes(note, context)]),
      );
  });
}

/** A Word document (ECMA-376): headings, paragraphs, lists, tables, links, notes. Deleted text is left out. */
export function readDocx(bytes: Uint8Array): ReadDocument {
  const archive = openArchive(bytes);
  const part = mainPart(archive, 'word/document.xml');
  const context: Context = {
    styles: docxStyles(archive, part),
    numbering: new DocxNumbering(archive, part),
    targets: linkTargets(archive, part),
  };
  const body = childAt(archive.xml(part), 'document', 'body');
  const nodes =
    body === undefined ? [] : [...blockNodes(body, context), ...noteNodes(archive, part, context)];
  return { nodes, metadata: officeMetadata(archive) };
}
