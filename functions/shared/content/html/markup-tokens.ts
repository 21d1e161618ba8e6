import { Tokenizer } from 'htmlparser2';

import { reservedAttributes } from '#shared/content/dom/own-markers.ts';
import { interned } from '#shared/kernel/remembered.ts';

export type Attributes = Record<string, string>;

/** Receives the tokens of a source in its order. Texts are whole and never empty, entities in them decoded. */
export interface TokenSink {
  /** Whether CDATA sections are text at this point of the source. */
  readonly hasCdata: boolean;
  text(text: string): void;
  startTag(name: string, attribs: Attributes, selfClosing: boolean): void;
  endTag(name: string): void;
  /** The text between `<!` and `>`. */
  declaration(text: string): void;
  end(): void;
}

/** Real tags have fewer attributes. */
const maxAttributes = 256;

/** Joins the pieces that htmlparser2's tokenizer reports, as ranges of the source, into texts and tags. */
class TokenAssembler {
  readonly #source: string;
  readonly #sink: TokenSink;
  readonly #nameOf: (written: string) => string;
  #text = '';
  #name = '';
  #attribs: Attributes = {};
  #attributeCount = 0;
  #attributeName = '';
  #attributeValue = '';

  constructor(source: string, sink: TokenSink, nameOf: (written: string) => string) {
    this.#source = source;
    this.#sink = sink;
    this.#nameOf = nameOf;
  }

  ontext(start: number, end: number): void {
    this.#text += this.#source.slice(start, end);
  }

  ontextentity(codepoint: number): void {
    this.#text += String.fromCodePoint(codepoint);
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.#sink.hasCdata) this.ontext(start, end - offset);
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#nameOf(this.#source.slice(start, end));
    this.#attribs = {};
    this.#attributeCount = 0;
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.#nameOf(this.#source.slice(start, end));
    this.#attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    this.#attributeValue += this.#source.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#attributeValue += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    const name = this.#attributeName;
    if (this.#attributeCount >= maxAttributes || reservedAttributes.has(name)) return;
    if (name === '__proto__' || Object.hasOwn(this.#attribs, name)) return;
    this.#attributeCount += 1;
    this.#attribs[name] = this.#attributeValue;
  }

  onopentagend(): void {
    this.#flushText();
    this.#sink.startTag(this.#name, this.#attribs, false);
  }

  onselfclosingtag(): void {
    this.#flushText();
    this.#sink.startTag(this.#name, this.#attribs, true);
  }

  onclosetag(start: number, end: number): void {
    this.#flushText();
    this.#sink.endTag(this.#nameOf(this.#source.slice(start, end)));
  }

  ondeclaration(start: number, end: number): void {
    this.#sink.declaration(this.#source.slice(start, end));
  }

  oncomment(): void {}

  onprocessinginstruction(): void {}

  onend(): void {
    this.#flushText();
    this.#sink.end();
  }

  #flushText(): void {
    const text = this.#text;
    if (text === '') return;
    this.#text = '';
    this.#sink.text(text);
  }
}

/** Returns names in lower case, each as one interned string: later steps compare names for every element. */
function lowerCaseNames(): (written: string) => string {
  const known = new Map<string, string>();
  return (written) => {
    let name = known.get(written);
    if (name === undefined) known.set(written, (name = interned(written.toLowerCase())));
    return name;
  };
}

/** Hands the tokens of HTML to the sink. `spelled` is the source as the tokenizer reads it, with the same offsets. */
export function readHtmlTokens(source: string, spelled: string, sink: TokenSink): void {
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    new TokenAssembler(source, sink, lowerCaseNames()),
  );
  tokenizer.write(spelled);
  tokenizer.end();
}

/** Hands the tokens of XML to the sink. Names keep their case and prefix. */
export function readXmlTokens(source: string, sink: TokenSink): void {
  const assembler = new TokenAssembler(source, sink, (written) => written);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, assembler);
  tokenizer.write(source);
  tokenizer.end();
}
