import type { Document, Element } from 'domhandler';

import { headElements, tableContext } from '#shared/content/dom/html-elements.ts';
import { endTag } from './end-tags.ts';
import { endForeign, isForeign, leaveForeign, startForeign } from './foreign-content.ts';
import { HtmlTree, type StartTag } from './html-tree.ts';
import { type Attributes, readHtmlTokens, type TokenSink } from './markup-tokens.ts';
import { startTag } from './start-tags.ts';
import { tokenizerSource } from './tokenizer-source.ts';

const isQuirky = (doctype: string): boolean =>
  !/^doctype\s+html/i.test(doctype) ||
  /\/\/dtd (?:html (?:2|3)|html 4\.\d+ (?:transitional|frameset)\/\/[^"']*["']\s*$)/i.test(doctype);

type Phase = 'start' | 'head' | 'after head' | 'body';

/**
 * Builds the tree of the HTML standard (scopes, implied tags, adoption agency, foster parenting, foreign
 * content) from tokens, in linear time. It departs from the standard where that serves reading: `<noscript>` is
 * markup in the head too, unknown tags inside `<select>` are kept, comments are not.
 */
class HtmlBuilder implements TokenSink {
  readonly tree = new HtmlTree();
  #phase: Phase = 'start';
  #dropNewline = false;

  get hasCdata(): boolean {
    return this.tree.current.namespace !== undefined;
  }

  declaration(text: string): void {
    if (this.#phase === 'start' && /^doctype/i.test(text)) this.tree.quirks = isQuirky(text);
  }

  text(written: string): void {
    const text = this.#dropNewline && written.startsWith('\n') ? written.slice(1) : written;
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

  startTag(name: string, attribs: Attributes, selfClosing: boolean): void {
    this.#dropNewline = false;
    if (this.tree.full) return;
    const tag: StartTag = { name, attribs, selfClosing };
    if (this.#phase === 'body' || this.#insideHeadElement()) this.#startInBody(tag);
    else this.#startBeforeBody(tag);
    this.#dropNewline = name === 'pre' || name === 'listing' || name === 'textarea';
  }

  endTag(name: string): void {
    if (this.#phase === 'body') this.#endInBody(name);
    else this.#endBeforeBody(name);
  }

  end(): void {
    this.#openBody();
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
    if (startForeign(tree, tag)) return;
    startTag(tree, tag);
    if (tag.selfClosing && headElements.has(tag.name) && tree.current.name === tag.name) tree.open.pop();
  }

  #endInBody(name: string): void {
    const { tree } = this;
    if (name === 'p' || name === 'br') leaveForeign(tree);
    else if (endForeign(tree, name)) return;
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
  const builder = new HtmlBuilder();
  readHtmlTokens(clean, tokenizerSource(clean), builder);
  const { document, body, html } = builder.tree;
  return { document, body: body ?? html };
}

const newlineOf = (character: string): string => (character === '\0' ? '' : '\n');
