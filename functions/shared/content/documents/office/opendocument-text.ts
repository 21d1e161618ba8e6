import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { footnoteDefinition, footnoteMark } from '#shared/content/dom/own-markers.ts';
import type { ReadDocument } from '#shared/content/documents/document-content.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import { listElement } from './list-elements.ts';
import { openArchive } from './office-archive.ts';
import { officeMetadata } from './office-properties.ts';
import { openDocumentStyles, type OpenDocumentStyles, startValue } from './opendocument-styles.ts';
import { attributeOf, childAt, childNamed, childrenNamed, elementsOf, localName } from './xml-elements.ts';

/** Text boxes in their frames, and shapes with text in them. */
const drawings = new Set([
  'frame',
  'text-box',
  'g',
  'custom-shape',
  'rect',
  'ellipse',
  'circle',
  'polygon',
  'path',
  'line',
  'connector',
  'caption',
]);

/** Elements in a paragraph that are no part of its text. */
const asides = new Set(['annotation', 'tracked-changes']);

class TextReader {
  readonly #styles: OpenDocumentStyles;
  readonly #notes: Element[] = [];
  /** The last number of the lists read so far, by style and level, and by `#` and id. */
  readonly #lastNumbers = new Map<string, number>();

  constructor(styles: OpenDocumentStyles) {
    this.#styles = styles;
  }

  /** The notes read so far, as definitions. */
  get notes(): readonly Element[] {
    return this.#notes;
  }

  blocks(parent: Element): readonly Element[] {
    return elementsOf(parent).flatMap((part): readonly Element[] => {
      switch (localName(part)) {
        case 'h':
          return this.#paragraph(part, `h${headingLevel(part)}`);
        case 'p':
          return this.#paragraph(part, 'p');
        case 'list':
          return this.#list(part, 0, undefined);
        case 'table':
          return [this.#table(part)];
        case 'section':
        case 'index-body':
          return this.blocks(part);
        default:
          return drawings.has(localName(part)) ? this.blocks(part) : [];
      }
    });
  }

  /** A paragraph or heading, and the text boxes that hang on it. */
  #paragraph(part: Element, name: string): readonly Element[] {
    return [newElement(name, {}, [...this.#inline(part)]), ...this.#boxes(part)];
  }

  #boxes(parent: Element): readonly Element[] {
    return elementsOf(parent).flatMap((part) => {
      const name = localName(part);
      if (drawings.has(name)) return this.blocks(part);
      return name === 'note' || asides.has(name) ? [] : this.#boxes(part);
    });
  }

  #inline(parent: Element): readonly ChildNode[] {
    return parent.children.flatMap((part): readonly ChildNode[] => {
      if (isText(part)) return [newText(part.data)];
      return isTag(part) ? this.#inlineElement(part) : [];
    });
  }

  #inlineElement(part: Element): readonly ChildNode[] {
    const name = localName(part);
    if (drawings.has(name) || asides.has(name)) return [];
    switch (name) {
      case 's':
      case 'tab':
        return [newText(' ')];
      case 'line-break':
        return [newElement('br', {}, [])];
      case 'a':
        return [newElement('a', { href: attributeOf(part, 'href') ?? '' }, [...this.#inline(part)])];
      case 'span':
        return this.#marked(part);
      case 'note':
        return [this.#note(part)];
      default:
        return this.#inline(part);
    }
  }

  #marked(span: Element): readonly ChildNode[] {
    let nodes: ChildNode[] = [...this.#inline(span)];
    for (const name of this.#styles.marksOf(attributeOf(span, 'style-name')))
      nodes = [newElement(name, {}, nodes)];
    return nodes;
  }

  #note(note: Element): Element {
    const label = String(this.#notes.length + 1);
    const definition = newElement('div', { [footnoteDefinition]: label }, []);
    // Added before its text is read, which may contain notes too.
    this.#notes.push(definition);
    const body = childNamed(note, 'note-body');
    if (body !== undefined) definition.children.push(...this.blocks(body));
    return newElement('sup', { [footnoteMark]: label }, [newText(`[${label}]`)]);
  }

  #list(list: Element, level: number, outerStyle: string | undefined): readonly Element[] {
    const style = attributeOf(list, 'style-name') ?? outerStyle;
    const isOrdered = this.#styles.isOrdered(style, level);
    const lists: Element[] = [];
    let items: Element[] = [];
    let first = this.#firstNumber(list, level, style);
    for (const item of childrenNamed(list, 'list-item', 'list-header')) {
      const start = isOrdered ? startValue(item) : undefined;
      if (start !== undefined && start !== first + items.length) {
        if (items.length > 0) lists.push(listElement(isOrdered, first, items));
        first = start;
        items = [];
      }
      items.push(newElement('li', {}, [...this.#itemNodes(item, level, style)]));
    }
    lists.push(listElement(isOrdered, first, items));
    this.#lastNumbers.set(`${style}/${level}`, first + items.length - 1);
    this.#lastNumbers.set(`#${attributeOf(list, 'id') ?? ''}`, first + items.length - 1);
    return lists;
  }

  #itemNodes(item: Element, level: number, style: string | undefined): readonly ChildNode[] {
    return elementsOf(item).flatMap((part) => {
      if (localName(part) === 'list') return this.#list(part, level + 1, style);
      return /^[ph]$/.test(localName(part)) ? this.#paragraph(part, 'p') : [];
    });
  }

  /** The first number of a list, which may continue another one: `text:continue-list`, `text:continue-numbering`. */
  #firstNumber(list: Element, level: number, style: string | undefined): number {
    const other = attributeOf(list, 'continue-list');
    const continued = other === undefined ? `${style}/${level}` : `#${other}`;
    const continues = other !== undefined || attributeOf(list, 'continue-numbering') === 'true';
    const last = continues ? this.#lastNumbers.get(continued) : undefined;
    return last === undefined ? this.#styles.firstNumber(style, level) : last + 1;
  }

  #table(table: Element): Element {
    const rows = elementsOf(table).flatMap((part) => {
      if (localName(part) === 'table-row') return [part];
      return /^table-(?:header-)?rows$/.test(localName(part)) ? childrenNamed(part, 'table-row') : [];
    });
    return newElement(
      'table',
      {},
      rows.map((row, index) =>
        newElement(
          'tr',
          {},
          childrenNamed(row, 'table-cell').map((cell) => this.#cell(cell, index === 0 ? 'th' : 'td')),
        ),
      ),
    );
  }

  /** A cell; those that it covers are in the file too, as other elements. */
  #cell(cell: Element, name: string): Element {
    const attribs: Record<string, string> = {};
    for (const [attribute, side] of spans) {
      const span = attributeOf(cell, `number-${side}-spanned`);
      if (span !== undefined) attribs[attribute] = span;
    }
    return newElement(name, attribs, [...this.blocks(cell)]);
  }
}

const spans = [
  ['colspan', 'columns'],
  ['rowspan', 'rows'],
] as const;

const headingLevel = (heading: Element): number =>
  Math.min(Math.max(Number(attributeOf(heading, 'outline-level')) || 1, 1), 6);

/** An OpenDocument text (ISO/IEC 26300): headings, paragraphs, lists, tables, links, notes. */
export function readOdt(bytes: Uint8Array): ReadDocument {
  const archive = openArchive(bytes);
  const content = archive.xml('content.xml');
  const body = childAt(content, 'document-content', 'body', 'text');
  if (body === undefined) return { nodes: [], metadata: officeMetadata(archive) };
  const reader = new TextReader(openDocumentStyles(archive.xml('styles.xml'), content));
  const blocks = reader.blocks(body);
  return { nodes: [...blocks, ...reader.notes], metadata: officeMetadata(archive) };
}
