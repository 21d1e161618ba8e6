import type { Document, Element } from 'domhandler';

import type { ReadDocument } from './document-content.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import { type ListEntry, nestedLists } from './list-elements.ts';
import { type OfficeArchive, openArchive } from './office-archive.ts';
import { officeMetadata } from './office-properties.ts';
import {
  attributeOf,
  childAt,
  childNamed,
  childrenNamed,
  descendantsNamed,
  trimmedText,
} from './xml-elements.ts';

const paragraphText = (paragraph: Element): string =>
  descendantsNamed(paragraph, 't')
    .map((run) => trimmedText(run) ?? '')
    .join(' ')
    .trim();

const placeholderOf = (shape: Element): string | undefined => {
  const placeholder = childAt(shape, 'nvSpPr', 'nvPr', 'ph');
  return placeholder === undefined ? undefined : (attributeOf(placeholder, 'type') ?? 'body');
};

function tableElement(table: Element): Element {
  const rows = childrenNamed(table, 'tr').map((row, index) =>
    newElement(
      'tr',
      {},
      childrenNamed(row, 'tc').map((cell) =>
        newElement(index === 0 ? 'th' : 'td', {}, [
          newText(descendantsNamed(cell, 'p').map(paragraphText).join(' ').trim()),
        ]),
      ),
    ),
  );
  return newElement('table', {}, rows);
}

/** Elements of a shape: the body of a slide is a list, other boxes have paragraphs. */
function shapeElements(shape: Element): readonly Element[] {
  const kind = placeholderOf(shape);
  if (kind === 'sldNum' || kind === 'dt' || kind === 'ftr') return [];
  const paragraphs = descendantsNamed(childNamed(shape, 'txBody'), 'p').filter(
    (paragraph) => paragraphText(paragraph) !== '',
  );
  if (kind === 'title' || kind === 'ctrTitle')
    return [newElement('h2', {}, [newText(paragraphs.map(paragraphText).join(' '))])];
  if (kind !== 'body' || paragraphs.length < 2)
    return paragraphs.map((paragraph) => newElement('p', {}, [newText(paragraphText(paragraph))]));
  const entries = paragraphs.map((paragraph): ListEntry => {
    const properties = childNamed(paragraph, 'pPr');
    const level = Number(properties?.attribs['lvl'] ?? 0) || 0;
    const isOrdered = childNamed(properties, 'buAutoNum') !== undefined;
    return { level, isOrdered, nodes: [newText(paragraphText(paragraph))] };
  });
  return nestedLists(entries);
}

function slideElements(slide: Document | undefined): readonly Element[] {
  return descendantsNamed(slide, 'sp', 'tbl').flatMap((part) =>
    childNamed(part, 'txBody') === undefined && childNamed(part, 'tr') !== undefined
      ? [tableElement(part)]
      : shapeElements(part),
  );
}

/** Slide files in the order of the presentation, which differs from their numbers. */
function slideNames(archive: OfficeArchive): readonly string[] {
  const targets = new Map(
    descendantsNamed(archive.xml('ppt/_rels/presentation.xml.rels'), 'Relationship').map(({ attribs }) => [
      attribs['Id'] ?? '',
      `ppt/${(attribs['Target'] ?? '').replace(/^\/?(?:ppt\/)?/, '')}`,
    ]),
  );
  return descendantsNamed(archive.xml('ppt/presentation.xml'), 'sldId').map(
    ({ attribs }) => targets.get(attribs['r:id'] ?? '') ?? '',
  );
}

/** A presentation (ECMA-376): the slides in their order, their titles as headings. */
export function readPptx(bytes: Uint8Array): ReadDocument {
  const archive = openArchive(bytes);
  const nodes = slideNames(archive).flatMap((name) => slideElements(archive.xml(name)));
  return { nodes, metadata: officeMetadata(archive) };
}
