import { Document, Element, type ParentNode, Text } from 'domhandler';

import { documentLimits, tooLarge } from '#shared/content/dom/document-limits.ts';
import { appendNode, maxDepth } from './html-tree.ts';
import { type Attributes, readXmlTokens, type TokenSink } from './markup-tokens.ts';

/** Builds a tree of an XML text: names keep their case and prefix, CDATA is text, errors are read over. */
class XmlBuilder implements TokenSink {
  readonly document = new Document([]);
  readonly hasCdata = true;
  readonly #open: Element[] = [];
  #tooDeep = 0;
  #elements = 0;

  get isCut(): boolean {
    return this.#elements > documentLimits.elements;
  }

  text(text: string): void {
    appendNode(this.#parent, new Text(text));
  }

  startTag(name: string, attribs: Attributes, selfClosing: boolean): void {
    this.#elements += 1;
    if (this.isCut) return;
    const element = new Element(name, attribs);
    appendNode(this.#parent, element);
    if (selfClosing) return;
    if (this.#open.length >= maxDepth) this.#tooDeep += 1;
    else this.#open.push(element);
  }

  endTag(written: string): void {
    const name = written.trim();
    if (this.#tooDeep > 0) this.#tooDeep -= 1;
    else if (this.#open.at(-1)?.name === name) this.#open.pop();
    else {
      const at = this.#open.findLastIndex((element) => element.name === name);
      if (at !== -1) this.#open.length = at;
    }
  }

  declaration(): void {}

  end(): void {}

  get #parent(): ParentNode {
    return this.#open.at(-1) ?? this.document;
  }
}

export interface XmlBeginning {
  readonly document: Document;
  readonly isCut: boolean;
}

/** Reads as many elements as a document may hold. Never throws. */
export function parseXmlBeginning(source: string): XmlBeginning {
  const builder = new XmlBuilder();
  readXmlTokens(source, builder);
  return { document: builder.document, isCut: builder.isCut };
}

/** Throws TOO_LARGE, and nothing else. */
export function parseXml(source: string): Document {
  const { document, isCut } = parseXmlBeginning(source);
  if (isCut) throw tooLarge('The XML has', documentLimits.elements, 'elements');
  return document;
}
