import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import type { HtmlPage } from '#shared/content/page/parse-page.ts';

export interface CrawlLink {
  /** Absolute, http or https, without a fragment unless the fragment is a route (`#!/`, `#/`). */
  readonly url: string;
  /** The beginning of the text or label; empty for an image without alternative text. */
  readonly text: string;
  readonly nofollow: boolean;
  readonly element: 'a' | 'area' | 'iframe' | 'frame';
}

export interface LanguageVersion {
  readonly language: string;
  readonly url: string;
}

/** The links of a page, and the declarations that decide which of them a crawl follows. */
export interface CrawlLinks {
  /** In document order; a URL may occur more than once. */
  readonly links: readonly CrawlLink[];
  readonly canonicalUrl: string | undefined;
  readonly next: string | undefined;
  readonly feeds: readonly string[];
  readonly languageVersions: readonly LanguageVersion[];
  /** From `<meta name="robots">`: "nofollow" or "none". */
  readonly nofollow: boolean;
}

const linkTextLength = 200;
const feedType = /^application\/(?:rss|atom|feed)\+(?:xml|json)/i;

/** The absolute URL of a link; `undefined` for links that a crawl cannot follow (mailto:, javascript:, unparsable). */
export function webAddress(href: string, baseUrl: string): string | undefined {
  const url = URL.parse(href, baseUrl);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.hash !== '' && !/^#!?\//.test(url.hash)) url.hash = '';
  else if (href.endsWith('#')) url.hash = '';
  return url.href;
}

const words = (value: string | undefined): readonly string[] =>
  value === undefined ? [] : value.toLowerCase().split(/[\s,]+/);

function textOf(element: Element): string {
  let text = '';
  const collect = (node: ChildNode): void => {
    if (text.length > linkTextLength) return;
    if (isText(node)) text += node.data;
    else if (isTag(node)) {
      if (node.name === 'img') text += ` ${node.attribs['alt'] ?? ''} `;
      for (const child of node.children) collect(child);
    }
  };
  collect(element);
  const label = text.trim() === '' ? (element.attribs['aria-label'] ?? element.attribs['title'] ?? '') : text;
  return label.replace(/\s+/g, ' ').trim().slice(0, linkTextLength);
}

class Collector {
  readonly links: CrawlLink[] = [];
  readonly feeds: string[] = [];
  readonly languageVersions: LanguageVersion[] = [];
  next: string | undefined;
  readonly robots = new Set<string>();
  readonly #baseUrl: string;
  readonly #resolved = new Map<string, string | undefined>();

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  visit(node: ChildNode): void {
    if (!isTag(node)) return;
    this.#read(node);
    for (const child of node.children) this.visit(child);
  }

  #address(href: string | undefined): string | undefined {
    const trimmed = href?.trim() ?? '';
    if (trimmed === '') return undefined;
    if (!this.#resolved.has(trimmed)) this.#resolved.set(trimmed, webAddress(trimmed, this.#baseUrl));
    return this.#resolved.get(trimmed);
  }

  #read(element: Element): void {
    const { name, attribs } = element;
    switch (name) {
      case 'a':
      case 'area':
        return this.#addLink(element, name, attribs['href']);
      case 'iframe':
      case 'frame':
        return this.#addLink(element, name, attribs['src'] ?? attribs['data-src']);
      case 'link':
        return this.#readLinkElement(attribs);
      case 'meta':
        if (attribs['name']?.toLowerCase() === 'robots')
          for (const word of words(attribs['content'])) this.robots.add(word);
        return;
      default:
    }
  }

  #addLink(element: Element, name: CrawlLink['element'], href: string | undefined): void {
    // A fragment links within the page.
    if (href === undefined || /^\s*#(?!!?\/)/.test(href)) return;
    const url = this.#address(href);
    if (url === undefined) return;
    const rel = words(element.attribs['rel']);
    this.#relate(rel, url);
    this.links.push({ url, text: textOf(element), nofollow: rel.includes('nofollow'), element: name });
  }

  #readLinkElement(attribs: Element['attribs']): void {
    const rel = words(attribs['rel']);
    const url = this.#address(attribs['href']);
    if (url === undefined) return;
    this.#relate(rel, url);
    if (!rel.includes('alternate')) return;
    const language = attribs['hreflang']?.trim();
    if (language !== undefined && language !== '') this.languageVersions.push({ language, url });
    if (feedType.test(attribs['type'] ?? '')) this.feeds.push(url);
  }

  #relate(rel: readonly string[], url: string): void {
    if (rel.includes('next')) this.next ??= url;
  }
}

/** What a template writes for a variable without a value. */
const unsetSegment = /\/(?:undefined|null|NaN)\/?$/;

/** Whether a URL ends in a variable without a value; a page about `undefined` has it in its own URL, too. */
function isUnset(url: string, ownUrl: string): boolean {
  const [segment] = unsetSegment.exec(url) ?? [];
  return segment !== undefined && !(URL.parse(ownUrl)?.pathname ?? '').endsWith(segment);
}

/** The URL that a page declares as its own; links in its text cannot. https://www.rfc-editor.org/rfc/rfc6596 */
export function canonicalUrlOf(links: readonly Element[], baseUrl: string): string | undefined {
  for (const { attribs } of links) {
    const href = attribs['href']?.trim() ?? '';
    if (href === '' || !words(attribs['rel']).includes('canonical')) continue;
    const url = webAddress(href, baseUrl);
    if (url !== undefined && !isUnset(url, baseUrl)) return url;
  }
  return undefined;
}

/** The links of a page as it was served: to be read before normalisation changes the tree. */
export function readCrawlLinks(
  { document, baseUrl }: Pick<HtmlPage, 'document' | 'baseUrl'>,
  canonicalUrl: string | undefined,
): CrawlLinks {
  const collector = new Collector(baseUrl);
  for (const child of document.children) collector.visit(child);
  const { links, feeds, languageVersions, next, robots } = collector;
  return {
    links,
    feeds,
    languageVersions,
    canonicalUrl,
    next,
    nofollow: robots.has('nofollow') || robots.has('none'),
  };
}

/** The URLs that content links to, each once. */
export function crawlLinksIn(nodes: readonly ChildNode[], baseUrl: string): readonly string[] {
  const collector = new Collector(baseUrl);
  for (const node of nodes) collector.visit(node);
  return [...new Set(collector.links.map(({ url }) => url))];
}

/** The links of a page that is not HTML: none. */
export const noCrawlLinks: CrawlLinks = {
  links: [],
  feeds: [],
  languageVersions: [],
  canonicalUrl: undefined,
  next: undefined,
  nofollow: false,
};
