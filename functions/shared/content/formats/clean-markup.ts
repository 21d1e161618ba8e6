import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { findElement, firstCharacter, lastCharacter } from '#shared/content/dom/element-text.ts';
import { standsApart } from '#shared/content/dom/stands-apart.ts';
import { isInlineImage } from '#shared/content/normalise/addresses.ts';
import { nameSet } from '#shared/content/dom/html-elements.ts';
import { type Choice, everything, type Selection } from '#shared/content/dom/selection.ts';

/** Elements that carry meaning, and the attributes of each that do. The children of all others are read in their place. */
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

/** Whether a title is that of the `details` around it, which have one. */
function isOfDetails(title: Element): boolean {
  const { parent } = title;
  if (parent === null || !isTag(parent) || parent.name !== 'details') return false;
  return parent.children.find((child) => isTag(child) && child.name === 'summary') === title;
}

const boxes = new Set(['div', 'section', 'article', 'main', 'header', 'footer']);
const documents = new Set(['html', 'body']);
const voids = new Set(['br', 'hr', 'img']);
const codeNames = nameSet('code samp tt kbd var');

/** Fewer than in Markdown: a browser opens other schemes with programs. */
const safeLink = /^(?:https?|mailto|tel|sms|ftp|ircs?|magnet|geo|xmpp):/i;

export type MarkupAttributes = readonly (readonly [name: string, value: string])[];

/** Receives the clean markup of a document, in its order. */
export interface MarkupSink {
  readonly open: (name: string, attributes: MarkupAttributes) => void;
  readonly close: (name: string) => void;
  /** An element without content: `br`, `hr`, `img`, a checkbox. */
  readonly single: (name: string, attributes: MarkupAttributes) => void;
  readonly text: (data: string) => void;
}

export interface MarkupOptions {
  readonly selection?: Selection;
  /** Whether `data:` images are part of the output. */
  readonly inlineImages?: boolean;
}

class MarkupWalk {
  readonly #selection: Selection;
  readonly #inlineImages: boolean;
  readonly #sink: MarkupSink;
  #isCode = false;

  constructor({ selection = everything, inlineImages = false }: MarkupOptions, sink: MarkupSink) {
    this.#selection = selection;
    this.#inlineImages = inlineImages;
    this.#sink = sink;
  }

  nodes(nodes: readonly ChildNode[], above: Choice): void {
    for (const node of nodes) {
      const choice = this.#selection.of(node, above);
      if (choice === 'drop') continue;
      if (isText(node)) this.#sink.text(node.data);
      else if (isTag(node)) this.#tag(node, choice, above);
    }
  }

  #tag(element: Element, choice: Choice, above: Choice): void {
    this.#separate(element, above);
    const isAround = this.#isCode;
    this.#isCode = isAround || codeNames.has(element.name);
    this.#element(element, choice);
    this.#isCode = isAround;
  }

  /** Clean markup has no classes: a space takes the place of the gap that they made between two elements. */
  #separate(element: Element, above: Choice): void {
    const { prev } = element;
    if (this.#isCode || prev === null || !standsApart(element)) return;
    if (this.#selection.of(prev, above) === 'drop') return;
    if (/\S/.test(lastCharacter(prev)) && /\S/.test(firstCharacter(element))) this.#sink.text(' ');
  }

  #element(element: Element, choice: Choice): void {
    const { name, attribs, children } = element;
    if (name === 'input' && attribs['type'] === 'checkbox') return this.#checkbox('checked' in attribs);
    if (name === 'math') return this.#math(attribs['data-latex']);
    if (isSilent(name)) return;
    const allowed = kept[name];
    // A box above the chosen part is left out; lists and tables keep their meaning.
    if (allowed === undefined || (choice === 'through' && boxes.has(name))) {
      if (isBlock(element) && !documents.has(name) && this.#holdsLine(children, choice))
        this.#inElement('div', [], children, choice);
      else this.nodes(children, choice);
      return;
    }
    if (name === 'summary' && !isOfDetails(element)) return this.#titleOfPanel(element, choice);
    const attributes = this.#safeAttributes(attribs, allowed);
    if (name === 'img' && !attributes.some(([attribute]) => attribute === 'src')) return;
    if (voids.has(name)) this.#sink.single(name, attributes);
    else this.#inElement(name, attributes, children, choice);
  }

  #inElement(
    name: string,
    attributes: MarkupAttributes,
    children: readonly ChildNode[],
    choice: Choice,
  ): void {
    this.#sink.open(name, attributes);
    this.nodes(children, choice);
    this.#sink.close(name);
  }

  /** Outside of `details`, HTML has no such element. */
  #titleOfPanel(title: Element, choice: Choice): void {
    const { children } = title;
    if (findElement(title, isBlock) !== undefined) return this.#inElement('div', [], children, choice);
    this.#sink.open('p', []);
    this.#inElement('strong', [], children, choice);
    this.#sink.close('p');
  }

  #checkbox(isChecked: boolean): void {
    const checked: MarkupAttributes = isChecked ? [['checked', '']] : [];
    this.#sink.single('input', [['type', 'checkbox'], ['disabled', ''], ...checked]);
  }

  #math(latex: string | undefined): void {
    if (latex === undefined) return;
    this.#sink.open('code', [['class', 'language-math']]);
    this.#sink.text(latex);
    this.#sink.close('code');
  }

  /** Whether an element has text of its own, which would run into that of the next element without a box. */
  #holdsLine(children: readonly ChildNode[], above: Choice): boolean {
    return children.some((child) => {
      const isInline = isText(child) ? child.data.trim() !== '' : isTag(child) && !isBlock(child);
      return isInline && this.#selection.of(child, above) !== 'drop';
    });
  }

  #safeAttributes(attribs: Element['attribs'], allowed: readonly string[]): MarkupAttributes {
    const attributes: [string, string][] = [];
    for (const name of allowed) {
      const value = attribs[name];
      if (value !== undefined && this.#isSafe(name, value)) attributes.push([name, value]);
    }
    return attributes;
  }

  #isSafe(attribute: string, value: string): boolean {
    if (attribute === 'href') return safeLink.test(value);
    if (attribute === 'src') return /^https?:/i.test(value) || (this.#inlineImages && isInlineImage(value));
    if (attribute === 'class') return /^language-[\w#+.-]+$/.test(value);
    return true;
  }
}

/**
 * Walks the chosen part of a normalised document and passes on safe markup: no scripts, styles, handlers,
 * frames, forms, ids; links and images only to absolute URLs.
 */
export function walkCleanMarkup(nodes: readonly ChildNode[], options: MarkupOptions, sink: MarkupSink): void {
  new MarkupWalk(options, sink).nodes(nodes, 'drop');
}
