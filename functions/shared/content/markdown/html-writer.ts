import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { isInlineImage } from '#shared/content/normalise/addresses.ts';
import { type Choice, everything, type Selection } from '#shared/content/dom/selection.ts';

/** Elements that carry meaning, and the attributes of each that do. All others are read through. */
const kept: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  abbr: ['title'],
  article: [],
  aside: [],
  b: [],
  bdi: ['dir'],
  bdo: ['dir'],
  blockquote: [],
  br: [],
  caption: [],
  cite: [],
  code: ['class'],
  dd: [],
  del: ['datetime'],
  details: [],
  dfn: [],
  div: [],
  dl: [],
  dt: [],
  em: [],
  figcaption: [],
  figure: [],
  footer: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  header: [],
  hr: [],
  i: [],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ins: ['datetime'],
  kbd: [],
  li: ['value'],
  main: [],
  mark: [],
  nav: [],
  ol: ['start', 'reversed', 'type'],
  p: [],
  pre: [],
  q: [],
  rp: [],
  rt: [],
  ruby: [],
  s: [],
  samp: [],
  section: [],
  small: [],
  strong: [],
  sub: [],
  summary: [],
  sup: [],
  table: [],
  tbody: [],
  td: ['colspan', 'rowspan', 'align'],
  tfoot: [],
  th: ['colspan', 'rowspan', 'align', 'scope'],
  thead: [],
  time: ['datetime'],
  tr: [],
  u: [],
  ul: [],
  var: [],
};

const boxes = new Set(['div', 'section', 'article', 'main', 'header', 'footer']);
const documents = new Set(['html', 'body']);
const voids = new Set(['br', 'hr', 'img']);
/** Without content these still take part in the layout of what is around them. */
const mayBeEmpty = new Set(['td', 'th', 'tr', 'li']);

const escapeText = (text: string): string =>
  text.replace(/[&<>\u00a0]/g, (character) => entities[character] ?? character);
const escapeAttribute = (value: string): string =>
  value.replace(/[&<>"\u00a0]/g, (character) => entities[character] ?? character);
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

/** Fewer than in Markdown: a browser hands the others to programs. */
const safeLink = /^(?:https?|mailto|tel|sms|ftp|ircs?|magnet|geo|xmpp):/i;

export interface HtmlOptions {
  readonly selection?: Selection;
  /** Whether `data:` images are part of the output. */
  readonly inlineImages?: boolean;
}

class HtmlWriter {
  readonly #selection: Selection;
  readonly #inlineImages: boolean;
  readonly #chunks: string[] = [];

  constructor({ selection = everything, inlineImages = false }: HtmlOptions) {
    this.#selection = selection;
    this.#inlineImages = inlineImages;
  }

  get html(): string {
    return this.#chunks.join('').trim();
  }

  nodes(nodes: readonly ChildNode[], above: Choice): void {
    for (const node of nodes) {
      const choice = this.#selection.of(node, above);
      if (choice === 'drop') continue;
      if (isText(node)) this.#chunks.push(escapeText(node.data));
      else if (isTag(node)) this.#element(node, choice);
    }
  }

  #element(element: Element, choice: Choice): void {
    const { name, attribs, children } = element;
    if (name === 'input' && attribs['type'] === 'checkbox')
      return void this.#chunks.push(
        `<input type="checkbox" disabled=""${'checked' in attribs ? ' checked=""' : ''}>`,
      );
    if (name === 'math') return this.#formula(attribs['data-latex']);
    if (isSilent(name)) return;
    const allowed = kept[name];
    // What only leads to the chosen part keeps its meaning in lists and tables, and is no box of its own.
    if (allowed === undefined || (choice === 'through' && boxes.has(name))) {
      if (isBlock(element) && !documents.has(name) && this.#holdsLine(children, choice))
        this.#inTag('div', '<div>', children, choice);
      else this.nodes(children, choice);
      return;
    }
    const tag = this.#openTag(name, attribs, allowed);
    if (tag === undefined) return;
    if (voids.has(name)) this.#chunks.push(tag);
    else this.#inTag(name, tag, children, choice);
  }

  #inTag(name: string, tag: string, children: readonly ChildNode[], choice: Choice): void {
    this.#chunks.push(tag);
    const before = this.#chunks.length;
    this.nodes(children, choice);
    if (this.#isBlankSince(before) && !mayBeEmpty.has(name)) this.#chunks.length = before - 1;
    else this.#chunks.push(`</${name}>`);
  }

  /** Whether text stands right in an element, and would run into that of the next one without it. */
  #holdsLine(children: readonly ChildNode[], above: Choice): boolean {
    return children.some((child) => {
      const isInline = isText(child) ? child.data.trim() !== '' : isTag(child) && !isBlock(child);
      return isInline && this.#selection.of(child, above) !== 'drop';
    });
  }

  #formula(latex: string | undefined): void {
    if (latex !== undefined) this.#chunks.push(`<code class="language-math">${escapeText(latex)}</code>`);
  }

  #isBlankSince(index: number): boolean {
    for (let at = index; at < this.#chunks.length; at++) if (this.#chunks[at]?.trim() !== '') return false;
    return true;
  }

  #openTag(name: string, attribs: Element['attribs'], allowed: readonly string[]): string | undefined {
    let tag = `<${name}`;
    for (const attribute of allowed) {
      const value = attribs[attribute];
      if (value === undefined || !this.#isSafe(attribute, value)) {
        if (attribute === 'src') return undefined;
        continue;
      }
      tag += ` ${attribute}="${escapeAttribute(value)}"`;
    }
    return `${tag}>`;
  }

  #isSafe(attribute: string, value: string): boolean {
    if (attribute === 'href') return safeLink.test(value);
    if (attribute === 'src') return /^https?:/i.test(value) || (this.#inlineImages && isInlineImage(value));
    if (attribute === 'class') return /^language-[\w#+.-]+$/.test(value);
    return true;
  }
}

/**
 * The chosen part of a normalised document as HTML that is safe to show: no scripts, styles, handlers, frames,
 * forms, ids; links and images only to absolute addresses. Elements left without content are not written.
 */
export function writeHtml(nodes: readonly ChildNode[], options: HtmlOptions = {}): string {
  const writer = new HtmlWriter(options);
  writer.nodes(nodes, 'drop');
  return writer.html;
}
