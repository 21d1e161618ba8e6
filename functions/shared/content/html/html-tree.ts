import { type ChildNode, Document, Element, type ParentNode, Text } from 'domhandler';

import {
  buttonScope,
  formattingBoundaries,
  impliedEndElements,
  tableContext,
  tableStructure,
  voidElements,
} from '#shared/content/dom/html-elements.ts';
import { FormattingElements } from './formatting-elements.ts';
import type { Attributes } from './markup-tokens.ts';
import { OpenElements } from './open-elements.ts';

export interface StartTag {
  readonly name: string;
  readonly attribs: Attributes;
  readonly selfClosing: boolean;
}

/**
 * Deeper elements become siblings at this depth. Of 4,043 real pages the deepest has 68 levels; browsers stop at
 * 512. Work that looks below every element of a path costs this factor at worst.
 */
export const maxDepth = 160;

/** About 300 MB of nodes. Further tags are ignored, their text is kept. */
const maxElements = 1_000_000;

/**
 * How many formatting elements one page may open again; a page of unclosed tags would grow fortyfold. Of 4,482 real pages
 * none opens more than 91 again.
 */
const maxReopened = 10_000;

export function appendNode(parent: ParentNode, node: ChildNode): void {
  const last = parent.children.at(-1);
  node.parent = parent;
  node.prev = last ?? null;
  node.next = null;
  // Most elements have one child, and an array that is pushed to reserves room for sixteen more.
  if (last === undefined) parent.children = [node];
  else {
    last.next = node;
    parent.children.push(node);
  }
}

export function detachNode(node: ChildNode): void {
  const siblings = node.parent?.children;
  if (siblings !== undefined) siblings.splice(siblings.lastIndexOf(node), 1);
  if (node.prev !== null) node.prev.next = node.next;
  if (node.next !== null) node.next.prev = node.prev;
  node.parent = node.prev = node.next = null;
}

function insertBefore(reference: ChildNode, parent: ParentNode, node: ChildNode): void {
  node.parent = parent;
  node.prev = reference.prev;
  node.next = reference;
  if (reference.prev !== null) reference.prev.next = node;
  reference.prev = node;
  parent.children.splice(parent.children.lastIndexOf(reference), 0, node);
}

/**
 * The document under construction: where nodes go, which elements are open, which formatting is to be opened again.
 */
export class HtmlTree {
  readonly document = new Document([]);
  readonly formatting = new FormattingElements();
  readonly open = new OpenElements(() => this.formatting.clearToMarker());
  readonly html: Element;
  head: Element | undefined;
  body: Element | undefined;
  form: Element | undefined;
  quirks = true;
  /** Set while a tag that tables cannot hold is handled inside one. */
  fostering = false;
  #elements = 0;
  #reopened = 0;
  readonly #notOpened = new Map<string, number>();

  constructor() {
    this.html = new Element('html', {});
    appendNode(this.document, this.html);
    this.open.push(this.html);
  }

  get current(): Element {
    return this.open.top ?? this.html;
  }

  get full(): boolean {
    return this.#elements >= maxElements;
  }

  /** Places an element and leaves it open, unless it is void or too deep. */
  insert({ name, attribs }: StartTag, namespace?: string): Element {
    const element = new Element(name, attribs);
    if (namespace !== undefined) element.namespace = namespace;
    this.place(element);
    this.#elements += 1;
    if (namespace === undefined && voidElements.has(name)) return element;
    if (this.open.height >= maxDepth) {
      this.#notOpened.set(name, (this.#notOpened.get(name) ?? 0) + 1);
      return element;
    }
    this.open.push(element);
    if (formattingBoundaries.has(name)) this.formatting.addMarker();
    return element;
  }

  /** Whether this end tag belongs to an element that was too deep to be opened. */
  closesNothing(name: string): boolean {
    const count = this.#notOpened.get(name) ?? 0;
    if (count === 0 || this.open.height < maxDepth) return false;
    this.#notOpened.set(name, count - 1);
    return true;
  }

  place(node: ChildNode, target: Element = this.current): void {
    if (this.fostering && tableContext.has(target.name)) this.#placeBeforeTable(node);
    else appendNode(target, node);
  }

  insertText(data: string): void {
    // A colgroup holds white space only; other text ends it and goes before the table.
    if (this.current.name === 'colgroup' && /\S/.test(data)) {
      const text = data.trimStart();
      appendNode(this.current, new Text(data.slice(0, data.length - text.length)));
      this.open.pop();
      return this.insertText(text);
    }
    const target = this.current;
    const fostered = tableContext.has(target.name) && /\S/.test(data);
    const before = fostered ? this.#openTable()?.prev : target.children.at(-1);
    if (before instanceof Text) before.data += data;
    else if (fostered) this.#placeBeforeTable(new Text(data));
    else appendNode(target, new Text(data));
  }

  /** Index of the innermost open part of a table; that of `html` outside of tables. */
  tablePart(): number {
    if (!this.open.has('table') && !this.open.has('template')) return 0;
    return this.open.innermostWhere(
      ({ name }) => tableStructure.has(name) || name === 'table' || name === 'template' || name === 'html',
    );
  }

  /** Whether the position is in a table but in none of its cells: content goes before the table. */
  isBetweenCells(): boolean {
    return tableContext.has(this.open.at(this.tablePart())?.name ?? '');
  }

  generateImpliedEndTags(except = ''): void {
    while (impliedEndElements.has(this.current.name) && this.current.name !== except) this.open.pop();
  }

  closeParagraph(): void {
    if (this.open.inScope('p', buttonScope)) this.open.popThrough('p');
  }

  /** Opens formatting again that an enclosing block has closed: `<p><b>one<p>two` is bold twice. */
  reconstructFormatting(): void {
    const { formatting, open } = this;
    let index = formatting.length - 1;
    if (index < 0) return;
    const isSettled = (entry: Element | undefined) => entry === undefined || open.indexOf(entry) !== -1;
    if (isSettled(formatting.at(index))) return;
    while (index > 0 && !isSettled(formatting.at(index - 1))) index -= 1;
    for (; index < formatting.length; index++) {
      const entry = formatting.at(index) as Element;
      if (open.height >= maxDepth || this.#reopened >= maxReopened) return formatting.clearToMarker();
      this.#reopened += 1;
      const clone = this.insert({ name: entry.name, attribs: { ...entry.attribs }, selfClosing: false });
      formatting.replaceAt(index, clone);
    }
  }

  #openTable(): Element | undefined {
    return this.open.at(this.open.innermost('table'));
  }

  #placeBeforeTable(node: ChildNode): void {
    const table = this.#openTable();
    const outside = this.open.at(Math.max(this.open.innermost('table') - 1, 0)) ?? this.html;
    if (table?.parent) insertBefore(table, table.parent, node);
    else appendNode(outside, node);
  }
}
