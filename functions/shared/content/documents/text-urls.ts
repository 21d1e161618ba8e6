import { type ChildNode, isTag, isText } from 'domhandler';

import { parseXmlBeginning } from '#shared/content/html/parse-xml.ts';
import { webAddress } from '#shared/content/metadata/crawl-links.ts';

const spelledUrl = /https?:\/\/[^\s<>"'`\]]+/g;

/** A URL without the marks of the sentence around it. A closing bracket is one of them unless the URL opens it, too. */
function withoutMarks(written: string): string {
  let unopened = written.split(')').length - written.split('(').length;
  let end = written.length;
  for (; end > 0; end -= 1) {
    const last = written[end - 1] ?? '';
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!'.,;:!?'.includes(last)) break;
  }
  return written.slice(0, end);
}

/** The http(s) URLs that texts spell out, each once. */
export function spelledUrls(texts: readonly string[], baseUrl: string): readonly string[] {
  const found = new Set<string>();
  for (const text of texts)
    for (const [written] of text.matchAll(spelledUrl)) {
      const url = webAddress(withoutMarks(written), baseUrl);
      if (url !== undefined) found.add(url);
    }
  return [...found];
}

/** The names of namespaces look like URLs and lead nowhere; the locations of schemas are meant for programs. */
const isDeclaration = (attribute: string): boolean =>
  /^xmlns(?::|$)|(?:^|:)(?:noNamespaceS|s)chemaLocation$/.test(attribute);

/** The texts and the attributes of an XML document, in its order. */
export function xmlTexts(source: string): readonly string[] {
  const texts: string[] = [];
  const visit = (nodes: readonly ChildNode[]): void => {
    for (const node of nodes) {
      if (isText(node)) texts.push(node.data);
      if (!isTag(node)) continue;
      for (const [name, value] of Object.entries(node.attribs)) if (!isDeclaration(name)) texts.push(value);
      visit(node.children);
    }
  };
  visit(parseXmlBeginning(source).document.children);
  return texts;
}

/** The strings of a value of `JSON.parse`, and the names of its members. */
export function jsonTexts(json: unknown): readonly string[] {
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        texts.push(name);
        visit(member);
      }
  };
  visit(json);
  return texts;
}
