import type { Document, Element } from 'domhandler';
import { type QuoteType, Tokenizer } from 'htmlparser2';

import {
  foreignBreakouts,
  headElements,
  reservedAttributes,
  tableContext,
} from '#shared/content/dom/html-elements.ts';
import { endForeign, endTag } from './end-tags.ts';
import { insertForeign, startTag, svgNamespace } from './start-tags.ts';
import { type Attributes, HtmlTree, type StartTag } from './html-tree.ts';
import { MarkupNames } from './markup-names.ts';
import { tokenizerSource } from './tokenizer-source.ts';

const htmlIntegration = new Set(['foreignobject', 'desc', 'title']);
const textIntegration = new Set(['mi', 'mo', 'mn', 'ms', 'mtext']);

/** Beyond these, a tag's attributes are an attack, not a page. */
const maxAttributes = 256;

const isForeign = ({ name, namespace, attribs }: Element): boolean =>
  namespace === svgNamespace
    ? !htmlIntegration.has(name)
    : namespace !== undefined &&
      !textIntegration.has(name) &&
      !(name === 'annotation-xml' && /html/i.test(attribs['encoding'] ?? ''));

const isQuirky = (doctype: string): boolean =>
  !/^!doctype\s+html/i.test(doctype) ||
  /\/\/dtd (?:html (?:2|3)|html 4\.\d+ (?:transitional|frameset)\/\/[^"']*["']\s*$)/i.test(doctype);

type Phase = 'start' | 'head' | 'after head' | 'body';

/**
 * Builds the tree of the HTML standard (scopes, implied tags, adoption agency, foster parenting, foreign
 * content) from htmlparser2's tokens, in linear time. It departs from the standard where that serves reading:
 * `<noscript>` is markup in the head too, unknown tags inside `<select>` are kept, comments are not.
 */
class HtmlBuilder {
  readonly tree = new HtmlTree();
  readonly #source: string;
  readonly #names = new MarkupNames();
  #phase: Phase = 'start';
  #text = '';
  #name = '';
  #attribs: Attributes = {};
  #attributeCount = 0;
  #attributeName = '';
  #attributeValue = '';
  #dropNewline = false;

  constructor(source: string) {
    this.#source = source;
  }

  ontext(start: number, end: number): void {
    this.#text += this.#source.slice(start, end);
  }

  ontextentity(codepoint: number): void {
    this.#text += String.fromCodePoint(codepoint);
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#names.of(this.#source.slice(start, end));
    this.#attribs = {};
    this.#attributeCount = 0;
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.#names.of(this.#source.slice(start, end));
    this.#attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    this.#attributeValue += this.#source.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#attributeValue += String.fromCodePoint(codepoint);
  }

  onattribend(_quote: QuoteType): void {
    const name = this.#attributeName;
    if (this.#attributeCount >= maxAttributes || reservedAttributes.has(name)) return;
    if (name === '__proto__' || Object.hasOwn(this.#attribs, name)) return;
    this.#attributeCount += 1;
    this.#attribs[name] = this.#attributeValue;
  }

  onopentagend(): void {
    this.#start(false);
  }

  onselfclosingtag(): void {
    this.#start(true);
  }

  onclosetag(start: number, end: number): void {
    this.#flushText();
    const name = this.#names.of(this.#source.slice(start, end));
    if (this.#phase === 'body') this.#endInBody(name);
    else this.#endBeforeBody(name);
  }

  ondeclaration(start: number, end: number): void {
    const declaration = this.#source.slice(start, end);
    if (this.#phase === 'start' && /^!doctype/i.test(`!${declaration.replace(/^!/, '')}`))
      this.tree.quirks = isQuirky(`!${declaration.replace(/^!/, '')}`);
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.tree.current.namespace !== undefined) this.ontext(start, end - offset);
  }

  oncomment(): void {}

  onprocessinginstruction(): void {}

  onend(): void {
    this.#flushText();
    this.#openBody();
  }

  #flushText(): void {
    let text = this.#text;
    if (text === '') return;
    this.#text = '';
    if (this.#dropNewline && text.startsWith('\n')) text = text.slice(1);
    this.#dropNewline = false;
    if (text === '') return;

    const { tree } = this;
    if (this.#phase !== 'body' && !this.#insideHeadElement()) {
      if (!/\S/.test(text)) return;
      this.#openBody();
    }
    const { current } = tree;
    const isFostered = tableContext.has(current.name) && /\S/.test(text);
    tree.fostering = isFostered;
    if (this.#phase === 'body' && !isForeign(current) && (isFostered || !tableContext.has(current.name)))
      tree.reconstructFormatting();
    tree.fostering = false;
    tree.insertText(text);
  }

  #start(selfClosing: boolean): void {
    this.#flushText();
    this.#dropNewline = false;
    const tag: StartTag = { name: this.#name, attribs: this.#attribs, selfClosing };
    const { tree } = this;
    if (tree.full) return;
    if (this.#phase === 'body' || this.#insideHeadElement()) this.#startInBody(tag);
    else this.#startBeforeBody(tag);
    this.#dropNewline = tag.name === 'pre' || tag.name === 'listing' || tag.name === 'textarea';
  }

  #startBeforeBody(tag: StartTag): void {
    const { tree } = this;
    if (tag.name === 'html') startTag(tree, tag);
    else if (tag.name === 'head') this.#openHead(tag);
    else if (headElements.has(tag.name)) this.#insertInHead(tag);
    else if (tag.name === 'body' || tag.name === 'frameset') this.#openBody(tag);
    else {
      this.#openBody();
      this.#startInBody(tag);
    }
  }

  #startInBody(tag: StartTag): void {
    const { tree } = this;
    const { current } = tree;
    if (isForeign(current) && !(current.name === 'annotation-xml' && tag.name === 'svg')) {
      const breaksOut =
        foreignBreakouts.has(tag.name) ||
        (tag.name === 'font' && ['color', 'face', 'size'].some((name) => name in tag.attribs));
      if (!breaksOut) return insertForeign(tree, tag, current.namespace as string);
      while (isForeign(tree.current)) tree.open.pop();
    }
    startTag(tree, tag);
    if (tag.selfClosing && headElements.has(tag.name) && tree.current.name === tag.name) tree.open.pop();
  }

  #endInBody(name: string): void {
    const { tree } = this;
    if (name === 'p' || name === 'br') while (isForeign(tree.current)) tree.open.pop();
    else if (tree.current.namespace !== undefined && endForeign(tree, name)) return;
    endTag(tree, name);
  }

  #endBeforeBody(name: string): void {
    if (this.#insideHeadElement()) endTag(this.tree, name);
    else if (name === 'head') this.#closeHead();
    else if (name === 'body' || name === 'html' || name === 'br') this.#openBody();
  }

  /** Inside `<title>`, `<script>` and the like, before the body has begun. */
  #insideHeadElement(): boolean {
    const { current, html, head } = this.tree;
    return this.#phase !== 'body' && current !== html && current !== head;
  }

  #openHead(tag: StartTag): void {
    const { tree } = this;
    if (tree.head !== undefined) return;
    tree.head = tree.insert(tag);
    this.#phase = 'head';
  }

  #closeHead(): void {
    this.tree.open.popTo(1);
    this.#phase = 'after head';
  }

  #insertInHead(tag: StartTag): void {
    const { tree } = this;
    if (tree.head === undefined) this.#openHead({ name: 'head', attribs: {}, selfClosing: false });
    if (tree.current === tree.html && tree.head !== undefined) tree.open.push(tree.head);
    tree.insert(tag);
    if (tag.selfClosing && tree.current.name === tag.name) tree.open.pop();
  }

  #openBody(tag: StartTag = { name: 'body', attribs: {}, selfClosing: false }): void {
    const { tree } = this;
    if (this.#phase === 'body') return;
    if (tree.head === undefined) this.#openHead({ name: 'head', attribs: {}, selfClosing: false });
    tree.open.popTo(1);
    tree.body = tree.insert(tag);
    this.#phase = 'body';
  }
}

export interface ParsedHtml {
  readonly document: Document;
  readonly body: Element;
}

/** Never throws. The tree is at most a little over `maxDepth` deep, so walks over it may recurse. */
export function parseHtml(source: string): ParsedHtml {
  const clean =
    source.includes('\r') || source.includes('\0') ? source.replace(/\r\n?|\0/g, newlineOf) : source;
  // Offsets are the same in both, so text is cut from the source as it is.
  const builder = new HtmlBuilder(clean);
  const tokenizer = new Tokenizer({ decodeEntities: true }, builder);
  tokenizer.write(tokenizerSource(clean));
  tokenizer.end();
  const { document, body, html } = builder.tree;
  return { document, body: body ?? html };
}

const newlineOf = (character: string): string => (character === '\0' ? '' : '\n');
