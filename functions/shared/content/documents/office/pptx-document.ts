import type { ChildNode, Element } from 'domhandler';

import type { ReadDocument } from '#shared/content/documents/document-content.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import { type ListEntry, nestedLists } from './list-elements.ts';
import { type OfficeArchive, openArchive } from './office-archive.ts';
import { officeMetadata } from './office-properties.ts';
import { linkTargets, mainPart, partTargets } from './office-relations.ts';
import {
  attributeOf,
  childAt,
  childNamed,
  childrenNamed,
  descendantsNamed,
  localName,
  trimmedText,
} from './xml-elements.ts';

/** Link targets of a slide by id. */
type Targets = ReadonlyMap<string, string>;

function runText(run: Element): string {
  if (localName(run) === 'br') return ' ';
  return descendantsNamed(run, 't')
    .map((text) => rawText(text))
    .join('');
}

/** The text of a run; `baseline` is its height above the line, in thousandths of a percent. */
function runNode(run: Element): ChildNode {
  const text = newText(runText(run));
  const raised = Number(childNamed(run, 'rPr')?.attribs['baseline'] ?? 0) || 0;
  return raised === 0 ? text : newElement(raised > 0 ? 'sup' : 'sub', {}, [text]);
}

function targetOf(run: Element, targets: Targets): string | undefined {
  const click = childAt(run, 'rPr', 'hlinkClick');
  return click === undefined ? undefined : targets.get(attributeOf(click, 'id') ?? '');
}

/** Every change of format begins another run, also within a word or a link; the spaces are in the runs. */
function paragraphNodes(paragraph: Element, targets: Targets): readonly ChildNode[] {
  const parts: { readonly href: string | undefined; readonly nodes: ChildNode[] }[] = [];
  for (const run of descendantsNamed(paragraph, 'r', 'fld', 'br')) {
    const href = targetOf(run, targets);
    const last = parts.at(-1);
    if (last !== undefined && last.href === href) last.nodes.push(runNode(run));
    else parts.push({ href, nodes: [runNode(run)] });
  }
  return parts.flatMap(({ href, nodes }) =>
    href === undefined ? nodes : [newElement('a', { href }, nodes)],
  );
}

/** The paragraphs in which something is written. */
function paragraphsOf(parent: Element | undefined): readonly Element[] {
  return descendantsNamed(parent, 'p').filter((paragraph) =>
    descendantsNamed(paragraph, 't').some((text) => trimmedText(text) !== undefined),
  );
}

/** Paragraphs on one line, as titles and cells have them. */
const joinedNodes = (paragraphs: readonly Element[], targets: Targets): ChildNode[] =>
  paragraphs.flatMap((paragraph, at) => [
    ...(at === 0 ? [] : [newText(' ')]),
    ...paragraphNodes(paragraph, targets),
  ]);

const placeholderOf = (shape: Element): string | undefined => {
  const placeholder = childAt(shape, 'nvSpPr', 'nvPr', 'ph');
  return placeholder === undefined ? undefined : (attributeOf(placeholder, 'type') ?? 'body');
};

function tableElement(table: Element, targets: Targets): Element {
  const rows = childrenNamed(table, 'tr').map((row, index) =>
    newElement(
      'tr',
      {},
      childrenNamed(row, 'tc').map((cell) =>
        newElement(index === 0 ? 'th' : 'td', {}, joinedNodes(paragraphsOf(cell), targets)),
      ),
    ),
  );
  return newElement('table', {}, rows);
}

/** Elements of a shape: the body of a slide is a list, other boxes have paragraphs. */
function shapeElements(shape: Element, targets: Targets): readonly Element[] {
  const kind = placeholderOf(shape);
  if (kind === 'sldNum' || kind === 'dt' || kind === 'ftr') return [];
  const paragraphs = paragraphsOf(childNamed(shape, 'txBody'));
  if (kind === 'title' || kind === 'ctrTitle')
    return [newElement('h2', {}, joinedNodes(paragraphs, targets))];
  if (kind !== 'body' || paragraphs.length < 2)
    return paragraphs.map((paragraph) => newElement('p', {}, [...paragraphNodes(paragraph, targets)]));
  const entries = paragraphs.map((paragraph): ListEntry => {
    const properties = childNamed(paragraph, 'pPr');
    const level = Number(properties?.attribs['lvl'] ?? 0) || 0;
    const isOrdered = childNamed(properties, 'buAutoNum') !== undefined;
    return { level, isOrdered, number: undefined, nodes: paragraphNodes(paragraph, targets) };
  });
  return nestedLists(entries);
}

function slideElements(archive: OfficeArchive, name: string): readonly Element[] {
  const slide = archive.xml(name);
  // The show leaves out a hidden slide.
  if (/^(?:0|false)$/.test(childNamed(slide, 'sld')?.attribs['show'] ?? '')) return [];
  const targets = linkTargets(archive, name);
  return descendantsNamed(slide, 'sp', 'tbl').flatMap((part) =>
    childNamed(part, 'txBody') === undefined && childNamed(part, 'tr') !== undefined
      ? [tableElement(part, targets)]
      : shapeElements(part, targets),
  );
}

/** Slide files in the order of the presentation, which differs from their numbers. */
function slideNames(archive: OfficeArchive): readonly string[] {
  const presentation = mainPart(archive, 'ppt/presentation.xml');
  const targets = partTargets(archive, presentation);
  const names = descendantsNamed(archive.xml(presentation), 'sldId').map(
    ({ attribs }) => targets.get(attribs['r:id'] ?? '') ?? '',
  );
  // A file is one slide: one that is named thousands of times is read once.
  return [...new Set(names)];
}

/** A presentation (ECMA-376): the slides in their order, their titles as headings. */
export function readPptx(bytes: Uint8Array): ReadDocument {
  const archive = openArchive(bytes);
  const nodes = slideNames(archive).flatMap((name) => slideElements(archive, name));
  return { nodes, metadata: officeMetadata(archive) };
}
