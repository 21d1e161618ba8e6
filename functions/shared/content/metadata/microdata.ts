import { type ChildNode, type Element, isTag } from 'domhandler';

import { addressValue, textValue, tokens } from './embedded-values.ts';

/** An item in the JSON form of the HTML standard (section 5.4.1). */
export interface MicrodataItem {
  readonly type?: readonly string[];
  readonly id?: string;
  readonly properties: Readonly<Record<string, readonly MicrodataValue[]>>;
}

export type MicrodataValue = string | MicrodataItem;

const addressAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  video: 'src',
  source: 'src',
  iframe: 'src',
  embed: 'src',
  object: 'data',
};

function plainValue(element: Element, baseUrl: string): string {
  const { attribs, name } = element;
  if (attribs['content'] !== undefined) return attribs['content'].trim();
  const address = attribs[addressAttributes[name] ?? ''];
  if (address !== undefined) return addressValue(address, baseUrl);
  if (name === 'time' && attribs['datetime'] !== undefined) return attribs['datetime'].trim();
  if ((name === 'data' || name === 'meter') && attribs['value'] !== undefined) return attribs['value'];
  return textValue(element);
}

function readItem(scope: Element, baseUrl: string): MicrodataItem {
  const properties: Record<string, MicrodataValue[]> = {};
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      const isItem = 'itemscope' in node.attribs;
      const names = tokens(node.attribs['itemprop']);
      if (names.length > 0) {
        const value = isItem ? readItem(node, baseUrl) : plainValue(node, baseUrl);
        for (const name of names) if (name !== '__proto__') (properties[name] ??= []).push(value);
      }
      if (!isItem) visit(node.children);
    }
  };
  visit(scope.children);
  const type = tokens(scope.attribs['itemtype']);
  const id = scope.attribs['itemid'];
  return { ...(type.length > 0 ? { type } : {}), ...(id === undefined ? {} : { id }), properties };
}

/** The top-level items of a page. */
export function readMicrodata(roots: readonly ChildNode[], baseUrl: string): readonly MicrodataItem[] {
  const items: MicrodataItem[] = [];
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      if ('itemscope' in node.attribs && !('itemprop' in node.attribs)) items.push(readItem(node, baseUrl));
      visit(node.children);
    }
  };
  visit(roots);
  return items;
}

const maxAttributeCharacters = 200;

/** Whether an element is the comment, review or answer of a reader, or a work that the text cites, in microdata. */
export const isOfOtherWork = ({ attribs: { itemprop = '', itemtype = '' } }: Element): boolean =>
  /(?:^|\s)(?:comment|review|reviews|suggestedanswer|citation|isbasedon|mentions)(?:\s|$)/i.test(
    itemprop.slice(0, maxAttributeCharacters),
  ) || /\/(?:\w*Comments?|\w*Review|Answer)\b/i.test(itemtype.slice(0, maxAttributeCharacters));
