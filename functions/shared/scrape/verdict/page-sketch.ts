import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import type { HtmlPage } from '#shared/content/page/parse-page.ts';
import { markupIn, startTag } from './element-markup.ts';
import { type ElementCounts, isAppRoot, noElements, regionOf, roleOf } from './element-roles.ts';
import { type DocumentText, ShownText } from './shown-text.ts';
import { textPieces, tidyText } from './text-pieces.ts';

interface PageCode {
  /** Start tags and scripts, never what readers see. */
  readonly tags: string;
  /** Inside of `<noscript>`, tags included. */
  readonly noscript: string;
}

/** The text and the elements of a document that a verdict is made from. All text is lower case. */
export interface PageSketch extends DocumentText, Readonly<ElementCounts> {
  readonly title: string;
  /** What the author wrote for machines. Read when it is first asked for: only short pages are judged by it. */
  readonly code: () => PageCode;
  /** Whether the elements that frameworks draw into hold words; `none` if there are no such elements. */
  readonly appRoot: 'none' | 'empty' | 'filled';
}

/** With this much text the page is neither a challenge page nor an empty shell, and the walk stops. */
const maxWordCharacters = 20_000;
const maxCodeCharacters = 200_000;
const maxScriptCharacters = 20_000;

/** Elements whose content is not text of the page. */
const opaque = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'textarea',
  'svg',
  'iframe',
  'select',
]);
/** Documentation shows templates in these elements. */
const codeParts = new Set(['code', 'pre', 'kbd', 'samp']);
/** A frame region with one of these in it holds the page: its own end tag was forgotten. */
const pageParts = new Set(['main', 'article', 'h1']);
/** A header with a heading or a paragraph in it begins a text and is not a bar. */
const textParts = new Set(['h1', 'h2', 'h3', 'p']);

function readCode(document: HtmlPage['document']): PageCode {
  const tags = textPieces();
  const noscript = textPieces();
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      const takesTags = tags.length() < maxCodeCharacters;
      const takesNoscript = noscript.length() < maxCodeCharacters && node.name === 'noscript';
      const takesContent = takesNoscript || (takesTags && node.name === 'script');
      const content = takesContent ? markupIn(node.children, maxScriptCharacters) : '';
      if (takesTags) {
        tags.add(startTag(node));
        tags.add(content);
      }
      if (takesNoscript) noscript.add(content);
      if (!opaque.has(node.name)) visit(node.children);
    }
  };
  visit(document.children);
  return { tags: tags.toText(), noscript: noscript.toText() };
}

/** One walk over a document in its order, which ends early once the page has text enough. */
class Sketching {
  readonly #counts: ElementCounts = { ...noElements };
  readonly #shown = new ShownText();
  #title = '';
  #appRoot: PageSketch['appRoot'] = 'none';
  #isInAppRoot = false;
  #codeDepth = 0;
  /** The element that opened the current region. */
  #regionElement: Element | undefined;

  visit(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (this.#shown.wordCharacters > maxWordCharacters) return;
      if (isText(node)) this.#shown.add(node.data, this.#codeDepth > 0);
      else if (isTag(node)) this.#element(node);
    }
  }

  finish(): Omit<PageSketch, 'code'> {
    return {
      ...this.#counts,
      ...this.#shown.finish(),
      title: this.#title,
      appRoot: this.#appRoot,
    };
  }

  #element(element: Element): void {
    this.#leaveMisnamedRegion(element);
    if (this.#regionElement === undefined) this.#enterRegion(element);
    this.#count(element);
    const isCode = codeParts.has(element.name);
    if (isCode) this.#codeDepth += 1;
    if (!opaque.has(element.name)) this.#children(element);
    if (isCode) this.#codeDepth -= 1;
    if (this.#regionElement === element) this.#leaveRegion();
  }

  #children(element: Element): void {
    if (this.#isInAppRoot || !isAppRoot(element)) return this.visit(element.children);
    const before = this.#shown.wordCharacters;
    this.#isInAppRoot = true;
    if (this.#appRoot === 'none') this.#appRoot = 'empty';
    this.visit(element.children);
    this.#isInAppRoot = false;
    if (this.#shown.wordCharacters > before) this.#appRoot = 'filled';
  }

  #enterRegion(element: Element): void {
    const region = regionOf(element);
    if (region === undefined) return;
    this.#shown.openRegion(region);
    this.#regionElement = element;
  }

  #leaveRegion(): void {
    this.#shown.closeRegion();
    this.#regionElement = undefined;
  }

  #leaveMisnamedRegion({ name }: Element): void {
    const region = this.#regionElement;
    if (region === undefined || regionOf(region) !== 'frame') return;
    if (pageParts.has(name) || (region.name === 'header' && textParts.has(name))) this.#leaveRegion();
  }

  #count(element: Element): void {
    const { name, children } = element;
    if (name === 'title' && this.#title === '')
      this.#title = tidyText(markupIn(children, maxScriptCharacters));
    const role = roleOf(element);
    const isOfPage = (role !== 'media' && role !== 'hollows') || !this.#shown.isInRegion;
    if (role !== undefined && isOfPage) this.#counts[role] += 1;
  }
}

/** The text and elements of a document, as far as a verdict needs them. To be used before the document changes. */
export function sketchPage({ document }: Pick<HtmlPage, 'document'>): PageSketch {
  const sketching = new Sketching();
  sketching.visit(document.children);
  let read: PageCode | undefined;
  return { ...sketching.finish(), code: () => (read ??= readCode(document)) };
}

/** The sketch of an answer that is text and not a document. */
export const sketchOfText = (text: string): PageSketch => ({
  ...noElements,
  words: tidyText(text),
  frame: '',
  code: () => ({ tags: '', noscript: '' }),
  title: '',
  templates: 0,
  unfilled: 0,
  appRoot: 'none',
});
