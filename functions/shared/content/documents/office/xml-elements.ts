import { type ChildNode, type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';

type Parent = { readonly children: readonly ChildNode[] };

/** `p` for `w:p`: prefixes are free, local names are those of the format. */
export const localName = ({ name }: Element): string => name.slice(name.indexOf(':') + 1);

export function attributeOf({ attribs }: Element, name: string): string | undefined {
  if (attribs[name] !== undefined) return attribs[name];
  return Object.entries(attribs).find(([key]) => key.endsWith(`:${name}`))?.[1];
}

export const elementsOf = ({ children }: Parent): readonly Element[] => children.filter(isTag);

export const childrenNamed = (parent: Parent, ...names: readonly string[]): readonly Element[] =>
  elementsOf(parent).filter((element) => names.includes(localName(element)));

export const childNamed = (parent: Parent | undefined, name: string): Element | undefined =>
  parent === undefined ? undefined : elementsOf(parent).find((element) => localName(element) === name);

/** The descendant with this path of local names. */
export function childAt(parent: Parent | undefined, ...path: readonly string[]): Element | undefined {
  let at: Parent | undefined = parent;
  let found: Element | undefined;
  for (const name of path) {
    found = childNamed(at, name);
    at = found;
  }
  return found;
}

/** The outermost descendants with this local name, in document order. */
export function descendantsNamed(
  parent: Parent | undefined,
  ...names: readonly string[]
): readonly Element[] {
  const found: Element[] = [];
  const visit = (at: Parent): void => {
    for (const element of elementsOf(at))
      if (names.includes(localName(element))) found.push(element);
      else visit(element);
  };
  if (parent !== undefined) visit(parent);
  return found;
}

export const trimmedText = (element: Element | undefined): string | undefined => {
  const text = element === undefined ? '' : rawText(element).replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
};
