import { type ChildNode, type Document, Element, isTag, isText, Text } from 'domhandler';

import { ofLength } from '#shared/kernel/integers.ts';
import { remembered } from '#shared/kernel/remembered.ts';

/**
 * Normalisation changes elements in place and never removes them from their parents: removing one of n siblings
 * costs n steps, and the elements that match a caller's selectors must stay the same objects.
 */

export function setChildren(element: Element, children: ChildNode[]): void {
  element.children = children;
  let previous: ChildNode | null = null;
  for (const child of children) {
    child.parent = element;
    child.prev = previous;
    child.next = null;
    if (previous !== null) previous.next = child;
    previous = child;
  }
}

/** Empties an element, so that no writer shows it. */
export function makeSilent(element: Element): void {
  element.name = 'template';
  element.attribs = {};
  element.children = [];
}

/** Keeps the content and removes the element's own meaning. */
export function unwrap(element: Element): void {
  element.name = 'span';
}

export function becomeElement(
  element: Element,
  name: string,
  attribs: Record<string, string>,
  children: ChildNode[],
): void {
  element.name = name;
  element.attribs = attribs;
  delete element.namespace;
  setChildren(element, children);
}

export function newElement(name: string, attribs: Record<string, string>, children: ChildNode[]): Element {
  const element = new Element(name, attribs);
  setChildren(element, children);
  return element;
}

export const newText = (data: string): Text => new Text(data);

const unread = new Set(['script', 'style', 'template']);
/** Elements of a short page. */
const firstCapacity = 512;

/**
 * The elements of a document by name, in document order, collected in one walk. Answers about the content of an
 * element describe that moment and cost no walk: asking for each element on a path stays linear.
 */
export class ElementIndex {
  readonly all: readonly Element[];
  readonly #byName = new Map<string, Element[]>();
  /**
   * Positions of the elements, only for a second index of a document: the first writes them into `startIndex`, which the
   * parser leaves free, and which is much faster than a map.
   */
  readonly #positions: Map<Element, number> | undefined;
  /**
   * By position: one past the last element inside, and the length of all text before the element and up to its end.
   */
  #ends = new Int32Array(firstCapacity);
  #textBefore = new Int32Array(firstCapacity);
  #textUntil = new Int32Array(firstCapacity);
  #byId: Map<string, Element> | undefined;

  constructor(document: Document) {
    this.#positions = document.startIndex === null ? undefined : new Map();
    document.startIndex = 0;
    const all: Element[] = [];
    let text = 0;
    const visit = (nodes: readonly ChildNode[]): void => {
      for (const node of nodes) {
        if (isText(node)) text += node.data.trim().length;
        if (!isTag(node)) continue;
        const at = all.push(node) - 1;
        this.#add(node, at);
        this.#textBefore[at] = text;
        if (!unread.has(node.name)) visit(node.children);
        this.#ends[at] = all.length;
        this.#textUntil[at] = text;
      }
    };
    visit(document.children);
    this.all = all;
  }

  names(): Iterable<string> {
    return this.#byName.keys();
  }

  named(name: string): readonly Element[] {
    return this.#byName.get(name) ?? [];
  }

  /** The element that a fragment links to: by `id`, or by the `name` of an anchor. */
  target(fragment: string): Element | undefined {
    this.#byId ??= this.#targets();
    return this.#byId.get(fragment);
  }

  holds(element: Element, ...names: readonly string[]): boolean {
    const at = this.#positionOf(element);
    if (at === undefined) return false;
    const end = this.#ends[at] ?? at;
    return names.some((name) => this.#firstAfter(this.named(name), at) < end);
  }

  firstIn(element: Element, name: string): Element | undefined {
    const at = this.#positionOf(element);
    if (at === undefined) return undefined;
    const first = this.#firstAfter(this.named(name), at);
    return first < (this.#ends[at] ?? at) ? this.all[first] : undefined;
  }

  get totalText(): number {
    const [root] = this.all;
    return root === undefined ? 0 : this.textLength(root);
  }

  /** Characters of the text inside; white space around each text node is not counted. */
  textLength(element: Element): number {
    const at = this.#positionOf(element);
    return at === undefined ? 0 : (this.#textUntil[at] ?? 0) - (this.#textBefore[at] ?? 0);
  }

  /** Whether an element has no text before another one inside it. */
  opensText(element: Element, inner: Element): boolean {
    const [outerAt, at] = [this.#positionOf(element), this.#positionOf(inner)];
    return outerAt !== undefined && at !== undefined && this.#textBefore[outerAt] === this.#textBefore[at];
  }

  elementsIn(element: Element): number {
    const at = this.#positionOf(element);
    return at === undefined ? 0 : (this.#ends[at] ?? at) - at - 1;
  }

  precedes(first: Element, second: Element): boolean {
    return (this.#positionOf(first) ?? 0) < (this.#positionOf(second) ?? 0);
  }

  /** The elements that are in none of the others. `elements` must be in document order. */
  outermost(elements: readonly Element[]): readonly Element[] {
    let end = 0;
    return elements.filter((element) => {
      const at = this.#positionOf(element) ?? 0;
      if (at < end) return false;
      end = this.#ends[at] ?? 0;
      return true;
    });
  }

  #add(element: Element, at: number): void {
    if (at === this.#ends.length) {
      this.#ends = ofLength(2 * at, this.#ends);
      this.#textBefore = ofLength(2 * at, this.#textBefore);
      this.#textUntil = ofLength(2 * at, this.#textUntil);
    }
    if (this.#positions === undefined) element.startIndex = at;
    else this.#positions.set(element, at);
    const named = this.#byName.get(element.name);
    if (named === undefined) this.#byName.set(element.name, [element]);
    else named.push(element);
  }

  #positionOf(element: Element): number | undefined {
    if (this.#positions !== undefined) return this.#positions.get(element);
    const at = element.startIndex;
    return at !== null && this.all[at] === element ? at : undefined;
  }

  /** Position of the first of the elements after `position`. `elements` must be in document order. */
  #firstAfter(elements: readonly Element[], position: number): number {
    const positionAt = (at: number): number => {
      const element = elements[at];
      return (element && this.#positionOf(element)) ?? Number.POSITIVE_INFINITY;
    };
    let low = 0;
    let high = elements.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (positionAt(middle) > position) high = middle;
      else low = middle + 1;
    }
    return positionAt(low);
  }

  #targets(): Map<string, Element> {
    const targets = new Map<string, Element>();
    for (const element of this.all) {
      const { id, name } = element.attribs;
      if (id !== undefined && !targets.has(id)) targets.set(id, element);
      if (name !== undefined && element.name === 'a' && !targets.has(name)) targets.set(name, element);
    }
    return targets;
  }
}

const noClasses: readonly string[] = [];
const classesIn = remembered((list): readonly string[] => list.toLowerCase().split(/\s+/));

/** The classes of an element, in lower case. */
export function classesOf({ attribs }: Element): readonly string[] {
  const list = attribs['class'];
  return list === undefined ? noClasses : classesIn(list);
}

/** Whether an element has a class in lower case. Quick for a class that few pages have. */
export const hasClass = (element: Element, name: string): boolean =>
  element.attribs['class']?.includes(name) === true && classesOf(element).includes(name);

/** The next or previous node of the same parent that is no white space. */
export function nodeBeside(node: ChildNode, side: 'prev' | 'next'): ChildNode | null {
  let other = node[side];
  while (other !== null && isText(other) && other.data.trim() === '') other = other[side];
  return other;
}

/** The next or previous element of the same parent; with `onlySpace`, `undefined` where text is between them. */
export function elementBeside(
  element: Element,
  side: 'prev' | 'next',
  { onlySpace = false }: { readonly onlySpace?: boolean } = {},
): Element | undefined {
  let other = element[side];
  while (other !== null && !isTag(other)) {
    if (onlySpace && (!isText(other) || other.data.trim() !== '')) return undefined;
    other = other[side];
  }
  return other ?? undefined;
}

export function ancestor(
  element: Element,
  levels: number,
  matches: (element: Element) => boolean,
): Element | undefined {
  let at = element.parent;
  for (let level = 0; level < levels && at !== null && isTag(at); level++, at = at.parent)
    if (matches(at)) return at;
  return undefined;
}
