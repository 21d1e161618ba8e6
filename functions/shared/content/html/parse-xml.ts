import { Document, Element, type ParentNode, Text } from 'domhandler';
import { Tokenizer } from 'htmlparser2';

import { documentLimits, tooLarge } from '#shared/content/dom/document-limits.ts';
import { reservedAttributes } from '#shared/content/dom/html-elements.ts';
import { appendNode, maxDepth } from './html-tree.ts';

const maxAttributes = 256;

/** Builds a tree of an XML text: names keep their case and prefix, CDATA is text, errors are read over. */
class XmlBuilder {
  readonly document = new Document([]);
  readonly #source: string;
  readonly #open: Element[] = [];
  #tooDeep = 0;
  #elements = 0;
  #text = '';
  #name = '';
  #attribs: Record<string, string> = {};
  #attributeCount = 0;
  #attributeName = '';
  #attributeValue = '';

  constructor(source: string) {
    this.#source = source;
  }

  ontext(start: number, end: number): void {
    this.#text += this.#source.slice(start, end);
  }

  ontextentity(codepoint: number): void {
    this.#text += String.fromCodePoint(codepoint);
  }

  oncdata(start: number, end: number, offset: number): void {
    this.#text += this.#source.slice(start, end - offset);
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#source.slice(start, end);
    this.#attribs = {};
    this.#attributeCount = 0;
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.#source.slice(start, end);
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
    if (this.#attributeCount >= maxAttributes || name === '__proto__' || reservedAttributes.has(name)) return;
    this.#attributeCount += 1;
    this.#attribs[name] = this.#attributeValue;
  }

  onopentagend(): void {
    this.#start(true);
  }

  onselfclosingtag(): void {
    this.#start(false);
  }

  onclosetag(start: number, end: number): void {
    this.#flush();
    const name = this.#source.slice(start, end).trim();
    if (this.#tooDeep > 0) this.#tooDeep -= 1;
    else if (this.#open.at(-1)?.name === name) this.#open.pop();
    else {
      const at = this.#open.findLastIndex((element) => element.name === name);
      if (at !== -1) this.#open.length = at;
    }
  }

  ondeclaration(): void {}
  oncomment(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    this.#flush();
  }

  get #parent(): ParentNode {
    return this.#open.at(-1) ?? this.document;
  }

  #flush(): void {
    if (this.#text === '') return;
    appendNode(this.#parent, new Text(this.#text));
    this.#text = '';
  }

  /** Whether there are more elements than the tree holds. */
  get isCut(): boolean {
    return this.#elements > documentLimits.elements;
  }

  #start(isOpen: boolean): void {
    this.#flush();
    this.#elements += 1;
    if (this.isCut) return;
    const element = new Element(this.#name, this.#attribs, [], undefined);
    appendNode(this.#parent, element);
    if (!isOpen) return;
    if (this.#open.length >= maxDepth) this.#tooDeep += 1;
    else this.#open.push(element);
  }
}

export interface XmlBeginning {
  readonly document: Document;
  /** Elements are missing at the end. */
  readonly isCut: boolean;
}

/** As many elements as a document may hold. Never throws. */
export function parseXmlBeginning(source: string): XmlBeginning {
  const builder = new XmlBuilder(source);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, builder);
  tokenizer.write(source);
  tokenizer.end();
  return { document: builder.document, isCut: builder.isCut };
}

/** Throws nothing but TOO_LARGE. */
export function parseXml(source: string): Document {
  const { document, isCut } = parseXmlBeginning(source);
  if (isCut) throw tooLarge('The XML has', documentLimits.elements, 'elements');
  return document;
}
