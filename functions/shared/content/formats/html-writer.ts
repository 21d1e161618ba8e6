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

class HtmlSink implements MarkupSink {
  readonly #chunks: string[] = [];
  /** Positions of the start tags of the open elements. */
  readonly #open: number[] = [];

  get html(): string {
    return this.#chunks.join('').trim();
  }

  readonly open = (name: string, attributes: MarkupAttributes): void => {
    this.#open.push(this.#chunks.length);
    this.single(name, attributes);
  };

  readonly close = (name: string): void => {
    const start = this.#open.pop() ?? 0;
    if (this.#isBlankSince(start + 1) && !mayBeEmpty.has(name)) this.#chunks.length = start;
    else this.#chunks.push(`</${name}>`);
  };

  readonly single = (name: string, attributes: MarkupAttributes): void => {
    let tag = `<${name}`;
    for (const [attribute, value] of attributes) tag += ` ${attribute}="${escapeAttribute(value)}"`;
    this.#chunks.push(`${tag}>`);
  };

  readonly text = (data: string): void => void this.#chunks.push(escapeText(data));

  #isBlankSince(index: number): boolean {
    for (let at = index; at < this.#chunks.length; at++) if (this.#chunks[at]?.trim() !== '') return false;
    return true;
  }
}

/** The chosen part of a normalised document as HTML that is safe to show. Elements left without content are not written. */
export function writeHtml(nodes: readonly ChildNode[], options: MarkupOptions = {}): string {
  const sink = new HtmlSink();
  walkCleanMarkup(nodes, options, sink);
  return sink.html;
}
