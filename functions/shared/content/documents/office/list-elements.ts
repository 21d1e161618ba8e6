import type { ChildNode, Element } from 'domhandler';

import { newElement } from '#shared/content/dom/element-edit.ts';

/** A paragraph of an office document that belongs to a list. */
export interface ListEntry {
  /** From 0. */
  readonly level: number;
  readonly isOrdered: boolean;
  /** The number of the paragraph; `undefined` for one more than that before it, and for bullets. */
  readonly number: number | undefined;
  readonly nodes: readonly ChildNode[];
}

interface Built {
  readonly isOrdered: boolean;
  readonly start: number;
  readonly items: { readonly nodes: readonly ChildNode[]; readonly inner: ChildNode[] }[];
}

/** An ordered list whose first number is `start`, or a list of bullets. */
export const listElement = (isOrdered: boolean, start: number, items: readonly Element[]): Element =>
  newElement(isOrdered ? 'ol' : 'ul', isOrdered && start !== 1 ? { start: String(start) } : {}, [...items]);

const elementOf = ({ isOrdered, start, items }: Built): Element =>
  listElement(
    isOrdered,
    start,
    items.map(({ nodes, inner }) => newElement('li', {}, [...nodes, ...inner])),
  );

const continues = ({ isOrdered, start, items }: Built, entry: ListEntry): boolean =>
  isOrdered === entry.isOrdered && (entry.number === undefined || entry.number === start + items.length);

/** Nested lists of paragraphs that have a level each. A skipped level counts as one step; a number out of turn begins a list. */
export function nestedLists(entries: readonly ListEntry[]): readonly Element[] {
  const done: Element[] = [];
  const open: (Built & { readonly level: number })[] = [];
  const closeTo = (height: number): void => {
    while (open.length > height) {
      const list = open.pop();
      if (list === undefined) return;
      const outer = open.at(-1)?.items.at(-1);
      if (outer === undefined) done.push(elementOf(list));
      else outer.inner.push(elementOf(list));
    }
  };
  for (const entry of entries) {
    const { level, isOrdered, number = 1, nodes } = entry;
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) closeTo(open.length - 1);
    const current = open.at(-1);
    if (current?.level === level && !continues(current, entry)) closeTo(open.length - 1);
    const last = open.at(-1);
    if (last === undefined || last.level < level) open.push({ level, isOrdered, start: number, items: [] });
    open.at(-1)?.items.push({ nodes, inner: [] });
  }
  closeTo(0);
  return done;
}
