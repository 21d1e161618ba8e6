import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import type { HtmlPage } from '#shared/content/page/parse-page.ts';
import { type ElementCounts, isAppRoot, noElements, regionOf, roleOf } from './element-roles.ts';
import { ShownText, textPieces, tidyText } from './shown-text.ts';

/** The text and the elements of a document that a verdict is made from. All text is lower case. */
export interface PageSketch extends Readonly<ElementCounts> {
  readonly title: string;
  /** Text outside of navigation, consent banners, loading signs and hidden elements. */
  readonly words: string;
  /** Text of navigation, page header and footer, and of consent banners. */
  readonly frame: string;
  /** Inside of `<noscript>`, tags included. */
  readonly noscript: string;
  /** Start tags and scripts: what the author wrote for machines, never what readers see. */
  readonly code: string;
  /** Places for values, `{{ name }}`, that no script has filled. */
  readonly templates: number;
  /** Whether the elements that frameworks draw into hold words; `none` if there are no such elements. */
  readonly appRoot: 'none' | 'empty' | 'filled';
}

/** With this much text the page is neither a challenge page nor an empty shell, and the walk stops. */
const maxWordCharacters = 20_000;
const maxCodeCharacters = 200_000;
const maxScriptCharacters = 20_000;
/** The rest of a longer start tag is data. */
const maxTagCharacters = 2000;

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
/** A frame region with one of these in it holds the page: its own end tag was forgotten. */
const pageParts = new Set(['main', 'article', 'h1']);
/** A header with a heading or a paragraph in it begins a text and is not a bar. */
const textParts = new Set(['h1', 'h2', 'h3', 'p']);

function startTag({ name, attribs }: Element): string {
  let tag = `<${name}`;
  for (const attribute in attribs) {
    tag += ` ${attribute}="${attribs[attribute]}"`;
    if (tag.length > maxTagCharacters) break;
  }
  return `${tag.slice(0, maxTagCharacters)}>`.toLowerCase();
}

/** The markup inside an element, up to about `maxCharacters`. */
function markupIn(nodes: readonly ChildNode[], maxCharacters: number): string {
  let markup = '';
  for (const node of nodes) {
    if (markup.length >= maxCharacters) break;
    if (isText(node)) markup += node.data;
    else if (isTag(node)) markup += startTag(node) + markupIn(node.children, maxCharacters - markup.length);
  }
  return markup.slice(0, maxCharacters).toLowerCase();
}

/** One walk over a document in its order, which ends early once the page has text enough. */
class Sketching {
  readonly #counts: ElementCounts = { ...noElements };
  readonly #shown = new ShownText();
  readonly #noscript = textPieces();
  readonly #code = textPieces();
  #title = '';
  #appRoot: PageSketch['appRoot'] = 'none';
  #isInAppRoot = false;
  /** The element that opened the current region. */
  #regionElement: Element | undefined;

  visit(nodes: readonly ChildNode[]): void {
    for (const node of nodes) {
      if (this.#shown.wordCharacters > maxWordCharacters) return;
      if (isText(node)) this.#shown.add(node.data);
      else if (isTag(node)) this.#element(node);
    }
  }

  finish(): PageSketch {
    return {
      ...this.#counts,
      ...this.#shown.finish(),
      noscript: this.#noscript.toText(),
      code: this.#code.toText(),
      title: this.#title,
      appRoot: this.#appRoot,
    };
  }

  #element(element: Element): void {
    this.#leaveMisnamedRegion(element);
    if (this.#regionElement === undefined) this.#enterRegion(element);
    this.#count(element);
    if (!opaque.has(element.name)) this.#children(element);
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
    const isCode = name === 'script' || name === 'noscript' || name === 'title';
    const content = isCode ? markupIn(children, maxScriptCharacters) : '';
    const tag = startTag(element);
    if (this.#code.length() < maxCodeCharacters) {
      this.#code.add(tag);
      if (name === 'script' || name === 'noscript') this.#code.add(content);
    }
    if (name === 'title' && this.#title === '') this.#title = tidyText(content);
    if (name === 'noscript' && this.#noscript.length() < maxCodeCharacters) this.#noscript.add(content);
    const role = roleOf(element, tag, content);
    if (role !== undefined && (role !== 'media' || !this.#shown.isInRegion)) this.#counts[role] += 1;
  }
}

/** The text and elements of a document, as far as a verdict needs them. */
export function sketchPage({ document }: Pick<HtmlPage, 'document'>): PageSketch {
  const sketching = new Sketching();
  sketching.visit(document.children);
  return sketching.finish();
}

/** The sketch of an answer that is text and not a document. */
export const sketchOfText = (text: string): PageSketch => ({
  ...noElements,
  words: tidyText(text),
  frame: '',
  noscript: '',
  code: '',
  title: '',
  templates: 0,
  appRoot: 'none',
});
