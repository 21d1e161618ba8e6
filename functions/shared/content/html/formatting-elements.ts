import type { Element } from 'domhandler';

/**
 * Unclosed `<b>` tags are opened again in every following paragraph; without a bound a page of n of them would cost
 * n² elements. Real pages stay far below.
 */
const maxEntries = 40;
const maxIdentical = 3;

const sameTag = (a: Element, b: Element): boolean => {
  if (a.name !== b.name) return false;
  const keys = Object.keys(a.attribs);
  return (
    keys.length === Object.keys(b.attribs).length && keys.every((key) => a.attribs[key] === b.attribs[key])
  );
};

/** The list of active formatting elements; `undefined` entries are its markers. */
export class FormattingElements {
  readonly #entries: (Element | undefined)[] = [];

  get length(): number {
    return this.#entries.length;
  }

  at(index: number): Element | undefined {
    return this.#entries[index];
  }

  indexOf(element: Element): number {
    return this.#entries.lastIndexOf(element);
  }

  has(element: Element): boolean {
    return this.#entries.includes(element);
  }

  addMarker(): void {
    this.#entries.push(undefined);
  }

  clearToMarker(): void {
    while (this.#entries.length > 0 && this.#entries.pop() !== undefined);
  }

  add(element: Element): void {
    const start = this.#sinceMarker();
    const identical: number[] = [];
    for (let index = start; index < this.#entries.length; index++)
      if (sameTag(this.#entries[index] as Element, element)) identical.push(index);
    if (identical.length >= maxIdentical) this.#entries.splice(identical[0] as number, 1);
    if (this.#entries.length - start >= maxEntries) this.#entries.splice(start, 1);
    this.#entries.push(element);
  }

  /** The innermost one of that name inside the current cell or object. */
  find(name: string): Element | undefined {
    for (let index = this.#entries.length - 1; index >= 0; index--) {
      const entry = this.#entries[index];
      if (entry === undefined || entry.name === name) return entry;
    }
    return undefined;
  }

  remove(element: Element): void {
    const index = this.indexOf(element);
    if (index !== -1) this.#entries.splice(index, 1);
  }

  replaceAt(index: number, element: Element): void {
    this.#entries[index] = element;
  }

  insertAt(index: number, element: Element): void {
    this.#entries.splice(index, 0, element);
  }

  #sinceMarker(): number {
    return this.#entries.lastIndexOf(undefined) + 1;
  }
}
