import { type ChildNode, type Element, isTag } from 'domhandler';

import { webUrl } from '#shared/content/dom/web-url.ts';
import { withoutPlace } from '#shared/kernel/url-fragment.ts';
import type { HtmlPage } from '#shared/content/page/parse-page.ts';

/** The links of a page that its author lets robots follow (meta robots, rel=nofollow). */
export interface CrawlLinks {
  readonly canonicalUrl: string | undefined;
  /** Each URL once, in the order in which they are worth reading. */
  readonly pages: readonly string[];
  readonly feeds: readonly string[];
}

/** URLs are absolute, http or https, without a fragment unless the fragment is a route (`#!/`, `#/`). */
export interface PageLinks {
  /** Each URL once, in document order. */
  readonly urls: readonly string[];
  readonly followed: CrawlLinks;
}

const feedType = /^application\/(?:rss|atom|feed)\+(?:xml|json)/i;

/** The absolute URL of a link; `undefined` for links that a crawl cannot follow (mailto:, javascript:, unparsable). */
export function webAddress(href: string, baseUrl: string): string | undefined {
  const url = webUrl(href, baseUrl);
  return url === undefined ? undefined : withoutPlace(url);
}

const words = (value: string | undefined): readonly string[] =>
  value === undefined ? [] : value.toLowerCase().split(/[\s,]+/);

class Collector {
  readonly urls = new Set<string>();
  /** URLs of links without rel=nofollow. */
  readonly followed = new Set<string>();
  readonly feeds: string[] = [];
  readonly languageVersions: string[] = [];
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

  #read({ name, attribs }: Element): void {
    switch (name) {
      case 'a':
      case 'area':
        return this.#addLink(attribs['href'], attribs['rel']);
      case 'iframe':
      case 'frame':
        return this.#addLink(attribs['src'] ?? attribs['data-src'], attribs['rel']);
      case 'link':
        return this.#readLinkElement(attribs);
      case 'meta':
        if (attribs['name']?.toLowerCase() === 'robots')
          for (const word of words(attribs['content'])) this.robots.add(word);
        return;
      default:
    }
  }

  #addLink(href: string | undefined, relation: string | undefined): void {
    // A fragment links within the page.
    if (href === undefined || /^\s*#(?!!?\/)/.test(href)) return;
    const url = this.#address(href);
    if (url === undefined) return;
    const rel = words(relation);
    this.#relate(rel, url);
    this.urls.add(url);
    if (!rel.includes('nofollow')) this.followed.add(url);
  }

  #readLinkElement(attribs: Element['attribs']): void {
    const rel = words(attribs['rel']);
    const url = this.#address(attribs['href']);
    if (url === undefined) return;
    this.#relate(rel, url);
    if (!rel.includes('alternate')) return;
    const language = attribs['hreflang']?.trim();
    if (language !== undefined && language !== '') this.languageVersions.push(url);
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
export function readLinks(
  { document, baseUrl }: Pick<HtmlPage, 'document' | 'baseUrl'>,
  canonicalUrl: string | undefined,
): PageLinks {
  const collector = new Collector(baseUrl);
  for (const child of document.children) collector.visit(child);
  const { urls, followed, feeds, languageVersions, next, robots } = collector;
  const pages = new Set([...(next === undefined ? [] : [next]), ...followed, ...languageVersions]);
  const isFollowed = !robots.has('nofollow') && !robots.has('none');
  return {
    urls: [...urls],
    followed: isFollowed
      ? { canonicalUrl, pages: [...pages], feeds }
      : { canonicalUrl, pages: [], feeds: [] },
  };
}

/** The URLs that content links to, each once. */
export function urlsIn(nodes: readonly ChildNode[], baseUrl: string): readonly string[] {
  const collector = new Collector(baseUrl);
  for (const node of nodes) collector.visit(node);
  return [...collector.urls];
}

/** The links of a page that is not HTML: none. */
export const noCrawlLinks: CrawlLinks = { canonicalUrl: undefined, pages: [], feeds: [] };
