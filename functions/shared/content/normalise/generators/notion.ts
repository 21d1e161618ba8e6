import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import {
  becomeElement,
  type ElementIndex,
  newElement,
  newText,
  setChildren,
} from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { labelledLanguage } from '#shared/content/normalise/code/code-language.ts';

const blockName = /(?:^|\s)notion-selectable notion-([a-z_]+)-block(?:\s|$)/;
/** A part of that name: a cheap test for most elements. */
const blockMark = 'notion-selectable';

/** What a box of a page is, "bulleted_list"; `undefined` for other elements. */
function kindOf(node: ChildNode): string | undefined {
  const names = isTag(node) ? node.attribs['class'] : undefined;
  return names?.includes(blockMark) === true ? blockName.exec(names)?.[1] : undefined;
}

const isBlock = (element: Element): boolean => kindOf(element) !== undefined;
/** The first line of a block; `undefined` where only the blocks inside of it have lines. */
function lineOf({ children }: Element): Element | undefined {
  for (const child of children) {
    if (!isTag(child) || isBlock(child)) continue;
    const line = 'data-content-editable-leaf' in child.attribs ? child : lineOf(child);
    if (line !== undefined) return line;
  }
  return undefined;
}

const lists: ReadonlyMap<string, string> = new Map([
  ['bulleted_list', 'ul'],
  ['numbered_list', 'ol'],
  ['to_do', 'ul'],
]);

/** The blocks inside of a block, without those inside of them. */
const blocksIn = ({ children }: Element): readonly Element[] =>
  children.filter(isTag).flatMap((child) => (isBlock(child) ? [child] : blocksIn(child)));

/** The line with which a block begins, and the blocks below it. */
const partsOf = (block: Element): { readonly line: readonly ChildNode[]; readonly below: Element } => ({
  line: lineOf(block)?.children ?? [],
  below: newElement('div', {}, [...blocksIn(block)]),
});

function itemOf(block: Element, kind: string): Element {
  const box = kind === 'to_do' ? findElement(block, ({ name }) => name === 'input') : undefined;
  const { line, below } = partsOf(block);
  readIn(below);
  const task = box === undefined ? [] : [newElement('input', box.attribs, [])];
  return newElement('li', {}, [...task, newElement('span', {}, [...line]), ...below.children]);
}

const firstNumber = /content:\s*"(\d+)\./;

/** A list without items yet; a numbered one goes on with the number that the page draws before its first item. */
function listFor(name: string, block: Element): Element {
  const drawn = findElement(block, ({ attribs }) => firstNumber.test(attribs['style'] ?? ''));
  const [, start = '1'] = firstNumber.exec(drawn?.attribs['style'] ?? '') ?? [];
  return newElement(name, name === 'ol' && start !== '1' ? { start } : {}, []);
}

function becomeDetails(block: Element): void {
  const { line, below } = partsOf(block);
  readIn(below);
  becomeElement(block, 'details', {}, [newElement('summary', {}, [...line]), ...below.children]);
}

/** The language of a code stands in a button above it. */
function becomeCode(block: Element): void {
  const code = lineOf(block);
  if (code === undefined) return;
  const isName = (element: Element): boolean =>
    element.attribs['role'] === 'button' && labelledLanguage(rawText(element).trim()) !== undefined;
  const name = findElement(block, isName);
  const language = name === undefined ? undefined : labelledLanguage(rawText(name).trim());
  const attribs = language === undefined ? {} : { class: `language-${language}` };
  becomeElement(block, 'pre', {}, [newElement('code', attribs, code.children)]);
}

/** A callout is a quotation that begins with its sign. */
function becomeQuotation(block: Element): void {
  const sign = findElement(block, ({ attribs }) => hasSign(attribs['class']))?.attribs['alt'] ?? '';
  const { line, below } = partsOf(block);
  readIn(below);
  const first = newElement('p', {}, [...(sign === '' ? [] : [newText(`${sign} `)]), ...line]);
  becomeElement(block, 'blockquote', {}, [first, ...below.children]);
}

const hasSign = (names = ''): boolean => /(?:^|\s)notion-emoji(?:\s|$)/.test(names);

/** A preview of a page has its title and a description in the link to it. */
function becomeLink(block: Element): void {
  const link = findElement(block, ({ name }) => name === 'a');
  const texts = link === undefined ? [] : textsIn(link);
  const [title, ...others] = texts;
  if (link === undefined || title === undefined) return;
  const url = link.attribs['href'];
  const described = others.filter((text) => text !== url).map((text) => newElement('p', {}, [newText(text)]));
  const named = newElement('a', url === undefined ? {} : { href: url }, [newText(title)]);
  becomeElement(block, 'div', {}, [newElement('p', {}, [named]), ...described]);
}

/** The texts of the elements that hold text themselves. */
const textsIn = (element: Element): readonly string[] => {
  const hasText = element.children.some((child) => isText(child) && child.data.trim() !== '');
  if (hasText) return [rawText(element).replaceAll(/\s+/g, ' ').trim()];
  return element.children.filter(isTag).flatMap(textsIn);
};

const readers: ReadonlyMap<string, (block: Element) => void> = new Map([
  ['toggle', becomeDetails],
  ['code', becomeCode],
  ['callout', becomeQuotation],
  ['bookmark', becomeLink],
]);

/** Notion draws code in a line by the style of its text. */
function markCode(element: Element): void {
  if (element.name === 'span' && /font-family:\s*SFMono/.test(element.attribs['style'] ?? ''))
    element.name = 'code';
}

function readIn(parent: Element): void {
  const children: ChildNode[] = [];
  let open: { readonly kind: string; readonly list: Element; readonly items: Element[] } | undefined;
  const close = (): void => {
    if (open !== undefined) setChildren(open.list, open.items);
    open = undefined;
  };
  for (const child of parent.children) {
    const kind = kindOf(child) ?? '';
    const name = lists.get(kind);
    if (isTag(child) && name !== undefined) {
      if (open?.kind !== kind) {
        close();
        open = { kind, list: listFor(name, child), items: [] };
        children.push(open.list);
      }
      open.items.push(itemOf(child, kind));
      continue;
    }
    children.push(child);
    if (!isTag(child)) continue;
    close();
    const read = readers.get(kind);
    if (read === undefined) readIn(child);
    else read(child);
  }
  close();
  setChildren(parent, children);
}

/**
 * Reads a page that is published by Notion, which lays lists, code and what opens out in boxes, and names the boxes by their kind. Returns whether it
 * is one.
 */
export function readNotionPage(index: ElementIndex): boolean {
  const first = index.named('div').find(isBlock);
  const [around] = first === undefined ? [] : index.named('body');
  if (around === undefined) return false;
  for (const line of index.named('span')) markCode(line);
  readIn(around);
  return true;
}
