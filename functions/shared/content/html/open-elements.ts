import type { Element } from 'domhandler';

import { formattingBoundaries } from '#shared/content/dom/html-elements.ts';

/**
 * The stack of open elements, outermost first. Its height bounds the depth of a document, so that a walk over any
 * parsed page may recurse.
 */
export class OpenElements {
  readonly #items: Element[] = [];
  readonly #counts = new Map<string, number>();
  readonly #onBoundaryClosed: () => void;

  constructor(onBoundaryClosed: () => void) {
    this.#onBoundaryClosed = onBoundaryClosed;
  }

  get height(): number {
    return this.#items.length;
  }

  get top(): Element | undefined {
    return this.#items.at(-1);
  }

  at(index: number): Element | undefined {
    return this.#items[index];
  }

  indexOf(element: Element): number {
    return this.#items.lastIndexOf(element);
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  push(element: Element): void {
    this.#items.push(element);
    this.#count(element.name, 1);
  }

  pop(): void {
    const popped = this.#items.pop();
    if (popped === undefined) return;
    this.#count(popped.name, -1);
    if (formattingBoundaries.has(popped.name)) this.#onBoundaryClosed();
  }

  popTo(index: number): void {
    while (this.#items.length > index) this.pop();
  }

  /** Pops up to and including the innermost element of that name, which must be open. */
  popThrough(name: string): void {
    this.popTo(this.innermost(name));
  }

  innermost(name: string): number {
    return this.innermostWhere((element) => element.name === name);
  }

  innermostWhere(matches: (element: Element) => boolean): number {
    for (let index = this.#items.length - 1; index >= 0; index--)
      if (matches(this.#items[index] as Element)) return index;
    return -1;
  }

  inScope(name: string, boundaries: ReadonlySet<string>): boolean {
    if (!this.has(name)) return false;
    for (let index = this.#items.length - 1; index >= 0; index--) {
      const at = (this.#items[index] as Element).name;
      if (at === name) return true;
      if (boundaries.has(at)) return false;
    }
    return false;
  }

  remove(element: Element): void {
    const index = this.indexOf(element);
    if (index === -1) return;
    this.#items.splice(index, 1);
    this.#count(element.name, -1);
  }

  replace(element: Element, by: Element): void {
    this.#items[this.indexOf(element)] = by;
  }

  insertAfter(element: Element, added: Element): void {
    this.#items.splice(this.indexOf(element) + 1, 0, added);
    this.#count(added.name, 1);
  }

  #count(name: string, change: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + change);
  }
}
