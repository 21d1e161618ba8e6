import type { ChildNode } from 'domhandler';

import {
  type MarkupAttributes,
  type MarkupOptions,
  type MarkupSink,
  walkCleanMarkup,
} from './clean-markup.ts';

/** Elements that take part in the layout around them even without content. */
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

interface OpenTag {
  /** What was written before it, and the end of the content in that. */
  readonly before: string;
  readonly contentBefore: number;
  /** The end of the start tag. */
  readonly end: number;
}

class HtmlSink implements MarkupSink {
  #html = '';
  /** The end of the last tag, or text that is not blank. */
  #contentEnd = 0;
  readonly #open: OpenTag[] = [];

  get html(): string {
    return this.#html.trim();
  }

  readonly open = (name: string, attributes: MarkupAttributes): void => {
    const before = this.#html;
    const contentBefore = this.#contentEnd;
    this.single(name, attributes);
    this.#open.push({ before, contentBefore, end: this.#contentEnd });
  };

  readonly close = (name: string): void => {
    const opened = this.#open.pop();
    if (opened?.end === this.#contentEnd && !mayBeEmpty.has(name)) {
      this.#html = opened.before;
      this.#contentEnd = opened.contentBefore;
    } else this.#tag(`</${name}>`);
  };

  readonly single = (name: string, attributes: MarkupAttributes): void => {
    let tag = `<${name}`;
    for (const [attribute, value] of attributes) tag += ` ${attribute}="${escapeAttribute(value)}"`;
    this.#tag(`${tag}>`);
  };

  readonly text = (data: string): void => {
    const escaped = escapeText(data);
    this.#html += escaped;
    if (escaped.trim() !== '') this.#contentEnd = this.#html.length;
  };

  #tag(tag: string): void {
    this.#html += tag;
    this.#contentEnd = this.#html.length;
  }
}

/** The chosen part of a normalised document as HTML that is safe to show. Elements left without content are not written. */
export function writeHtml(nodes: readonly ChildNode[], options: MarkupOptions = {}): string {
  const sink = new HtmlSink();
  walkCleanMarkup(nodes, options, sink);
  return sink.html;
}
