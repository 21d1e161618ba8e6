import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from './element-display.ts';

export function findElement(
  { children }: { readonly children: readonly ChildNode[] },
  matches: (element: Element) => boolean,
): Element | undefined {
  for (const child of children) {
    if (!isTag(child)) continue;
    const found = matches(child) ? child : findElement(child, matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text below as in the source, up to about `limit` characters; `<br>` is a line break. */
export function rawText(
  node: { readonly children: readonly ChildNode[] },
  limit = Number.POSITIVE_INFINITY,
): string {
  const chunks: string[] = [];
  let length = 0;
  const collect = (children: readonly ChildNode[]): void => {
    for (const child of children) {
      if (length >= limit) return;
      if (isText(child)) {
        chunks.push(child.data);
        length += child.data.length;
      } else if (isTag(child)) {
        if (child.name === 'br') chunks.push('\n');
        else if (!isSilent(child.name)) collect(child.children);
      }
    }
  };
  collect(node.children);
  return chunks.join('');
}

/** How many nodes may still be visited; visits count down. */
export interface VisitBudget {
  left: number;
}

/** The text below on one line, with a space between blocks, up to about `limit` characters, as far as the budget goes. */
export function lineText(
  node: { readonly children: readonly ChildNode[] },
  limit: number,
  budget: VisitBudget,
): string {
  const chunks: string[] = [];
  let length = 0;
  const collect = (children: readonly ChildNode[]): void => {
    for (const child of children) {
      if (length >= limit || budget.left <= 0) return;
      budget.left -= 1;
      if (isText(child)) {
        const text = child.data.replaceAll(/\s+/g, ' ');
        chunks.push(text);
        length += text.length;
      } else if (isTag(child) && !isSilent(child.name)) {
        const gap = child.name === 'br' || isBlock(child) ? ' ' : '';
        chunks.push(gap);
        collect(child.children);
        chunks.push(gap);
      }
    }
  };
  collect(node.children);
  return chunks.join('').replaceAll(/\s+/g, ' ').trim();
}

/** The end of the text below as in the source, with at least `characters` where it has as many; `<br>` is a line break. */
export function textEnd(
  { children }: { readonly children: readonly ChildNode[] },
  characters: number,
): string {
  let end = '';
  for (let at = children.length - 1; at >= 0 && end.length < characters; at--) {
    const child = children[at];
    if (child === undefined) continue;
    if (isText(child)) end = child.data + end;
    else if (isTag(child) && !isSilent(child.name))
      end = (child.name === 'br' ? '\n' : textEnd(child, characters - end.length)) + end;
  }
  return end;
}

const isShown = (node: ChildNode): node is Element => isTag(node) && !isSilent(node.name);

/** The first character of a node's text as it is written; empty without text. */
export const firstCharacter = (node: ChildNode): string =>
  (isText(node) ? node.data : isShown(node) ? rawText(node, 1) : '').slice(0, 1);

/** The last characters of a node's text as they are written; fewer where it has no more. */
export const lastCharacters = (node: ChildNode, count: number): string =>
  (isText(node) ? node.data : isShown(node) ? textEnd(node, count) : '').slice(-count);

/** The last character of a node's text as it is written; empty without text. */
export const lastCharacter = (node: ChildNode): string => lastCharacters(node, 1);
