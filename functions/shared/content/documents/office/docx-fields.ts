import type { ChildNode } from 'domhandler';

import { newElement } from '#shared/content/dom/element-edit.ts';

/** The URL of a place in a document, which Word keeps apart from the URL of the document. */
export const withFragment = (url: string, fragment: string | undefined): string =>
  fragment === undefined || fragment === '' || url.includes('#') ? url : `${url}#${fragment}`;

/** URL of a field `HYPERLINK "https://…" \l "fragment"`; `undefined` for other fields and for links within the document. */
export function fieldTarget(instruction: string): string | undefined {
  const [, quoted, bare] = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]+))/i.exec(instruction) ?? [];
  const target = quoted ?? bare;
  const [, fragment] = /\\l\s+"([^"]*)"/i.exec(instruction) ?? [];
  return target && withFragment(target, fragment);
}

interface Field {
  instruction: string;
  /** Index of the first node that the field shows. */
  readonly start: number;
}

/** Collects the nodes of a paragraph, in which fields begin, separate and end between the runs (ECMA-376-1, 17.16.18). */
export class FieldNodes {
  readonly #nodes: ChildNode[] = [];
  readonly #open: Field[] = [];
  #lastLink = -1;

  add(nodes: readonly ChildNode[]): void {
    for (const node of nodes) this.#nodes.push(node);
  }

  /** Adds nodes as a link, or as they are without a target. */
  addLink(href: string | undefined, nodes: readonly ChildNode[]): void {
    if (href === undefined || nodes.length === 0) return this.add(nodes);
    this.#lastLink = this.#nodes.push(newElement('a', { href }, [...nodes])) - 1;
  }

  instruct(text: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined) field.instruction += text;
  }

  /** Reads a mark of a field: `begin`, `separate` or `end`. */
  mark(type: string | undefined): void {
    const field = this.#open.at(-1);
    if (type === 'begin') this.#open.push({ instruction: '', start: this.#nodes.length });
    // Nodes before the result belong to the instruction, which Word does not show.
    else if (type === 'separate' && field !== undefined) this.#dropFrom(field.start);
    else if (type === 'end') this.#end();
  }

  /** All nodes. A field that ends in a later paragraph ends here too. */
  finished(): readonly ChildNode[] {
    while (this.#open.length > 0) this.#end();
    return this.#nodes;
  }

  #dropFrom(start: number): void {
    this.#nodes.length = start;
    this.#lastLink = Math.min(this.#lastLink, start - 1);
  }

  #end(): void {
    const field = this.#open.pop();
    if (field === undefined) return;
    const href = fieldTarget(field.instruction);
    // A link is in no other link.
    if (href === undefined || this.#lastLink >= field.start) return;
    this.addLink(href, this.#nodes.splice(field.start));
  }
}
