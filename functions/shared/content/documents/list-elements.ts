import type { ChildNode, Element } from 'domhandler';

import { newElement } from '#shared/content/dom/element-edit.ts';

/** A paragraph of an office document that belongs to a list. */
export interface ListEntry {
  /** From 0. */
  readonly level: number;
  readonly isOrdered: boolean;
  readonly nodes: readonly ChildNode[];
}

interface Built {
  readonly isOrdered: boolean;
  readonly items: { readonly nodes: readonly ChildNode[]; readonly inner: ChildNode[] }[];
}

const elementOf = ({ isOrdered, items }: Built): Element =>
  newElement(
    isOrdered ? 'ol' : 'ul',
    {},
    items.map(({ nodes, inner }) => newElement('li', {}, [...nodes, ...inner])),
  );

/** Nested lists of paragraphs that have a level each. A skipped level counts as one step. */
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
  for (const { level, isOrdered, nodes } of entries) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) closeTo(open.length - 1);
    const current = open.at(-1);
    if (current?.level === level && current.isOrdered !== isOrdered) closeTo(open.length - 1);
    const last = open.at(-1);
    if (last === undefined || last.level < level) open.push({ level, isOrdered, items: [] });
    open.at(-1)?.items.push({ nodes, inner: [] });
  }
  closeTo(0);
  return done;
}
