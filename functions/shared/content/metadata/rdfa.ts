import { type ChildNode, type Element, isTag } from 'domhandler';

import { addressValue, textValue, tokens } from './embedded-values.ts';

/** RDFa Lite: a typed node with its properties. */
export interface RdfaNode {
  readonly type: readonly string[];
  readonly id?: string;
  readonly properties: Readonly<Record<string, readonly RdfaValue[]>>;
}

export type RdfaValue = string | RdfaNode;

function plainValue(element: Element, baseUrl: string): string {
  const { attribs } = element;
  const written = attribs['content'] ?? attribs['datetime'];
  if (written !== undefined) return written.trim();
  const address = attribs['resource'] ?? attribs['href'] ?? attribs['src'];
  if (address !== undefined) return addressValue(address, baseUrl);
  return textValue(element);
}

function readNode(scope: Element, baseUrl: string): RdfaNode {
  const properties: Record<string, RdfaValue[]> = {};
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      const isNode = 'typeof' in node.attribs;
      const value =
        'property' in node.attribs
          ? isNode
            ? readNode(node, baseUrl)
            : plainValue(node, baseUrl)
          : undefined;
      if (value !== undefined)
        for (const name of tokens(node.attribs['property']))
          if (name !== '__proto__') (properties[name] ??= []).push(value);
      if (!isNode) visit(node.children);
    }
  };
  visit(scope.children);
  const id = scope.attribs['resource'] ?? scope.attribs['about'];
  return { type: tokens(scope.attribs['typeof']), ...(id === undefined ? {} : { id }), properties };
}

/** The top-level typed nodes of a page. */
export function readRdfa(roots: readonly ChildNode[], baseUrl: string): readonly RdfaNode[] {
  const found: RdfaNode[] = [];
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      if ('typeof' in node.attribs && !('property' in node.attribs)) found.push(readNode(node, baseUrl));
      visit(node.children);
    }
  };
  visit(roots);
  return found;
}
