import { type ChildNode, isTag, isText } from 'domhandler';

import { parseXmlBeginning } from '#shared/content/html/parse-xml.ts';
import { webAddress } from '#shared/content/metadata/crawl-links.ts';

/** The links and images of a text: absolute http(s) URLs, each once. */
export interface TextUrls {
  readonly links: readonly string[];
  readonly images: readonly string[];
}

const spelledUrl = /https?:\/\/[^\s<>"'`\]]+/g;

/**
 * A URL without the marks of the sentence around it, and of emphasis in Markdown. A closing bracket is one of them unless the URL opens
 * it, too. https://github.github.com/gfm/#extended-autolink-path-validation
 */
function withoutMarks(written: string): string {
  let unopened = written.split(')').length - written.split('(').length;
  let end = written.length;
  for (; end > 0; end -= 1) {
    const last = written[end - 1] ?? '';
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!'.,;:!?*_~'.includes(last)) break;
  }
  return written.slice(0, end);
}

/** The http(s) URLs that a text spells out, and where each begins. */
export const spelledIn = (text: string): readonly { readonly url: string; readonly start: number }[] =>
  Array.from(text.matchAll(spelledUrl), ({ 0: written, index }) => ({
    url: withoutMarks(written),
    start: index,
  }));

/** The http(s) URLs that texts spell out. */
export function spelledUrls(texts: readonly string[], baseUrl: string): TextUrls {
  const links = new Set<string>();
  for (const text of texts)
    for (const { url } of spelledIn(text)) {
      const address = webAddress(url, baseUrl);
      if (address !== undefined) links.add(address);
    }
  return { links: [...links], images: [] };
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
