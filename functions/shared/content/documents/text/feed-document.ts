import { type ChildNode, type Element, isTag } from 'domhandler';

import type { ReadDocument } from '#shared/content/documents/document-content.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-text.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';
import { parseXml } from '#shared/content/html/parse-xml.ts';
import { maxUrlCharacters, webUrl } from '#shared/content/dom/web-url.ts';

interface FeedEntry {
  readonly title: string | undefined;
  readonly url: string | undefined;
  readonly published: string | undefined;
  readonly author: string | undefined;
  readonly body: readonly ChildNode[];
}

const child = (element: Element, ...names: readonly string[]): Element | undefined => {
  for (const name of names) {
    const found = element.children.find(
      (node): node is Element => isTag(node) && node.name.toLowerCase() === name,
    );
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The text of an element; where Atom says that it is HTML, the text that the HTML shows (RFC 4287 section 3.1.1). */
function textOf(element: Element | undefined): string | undefined {
  if (element === undefined) return undefined;
  const written = rawText(element);
  const isHtml = /^(?:text\/)?html$/i.test(element.attribs['type'] ?? '');
  const text = (isHtml ? rawText(parseHtml(written).body) : written).replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}

/** The base of relative URLs in an element: `outer` without an `xml:base` of its own. https://www.w3.org/TR/xmlbase/ */
function baseWithin({ attribs }: Element, outer: string): string {
  const base = webUrl(attribs['xml:base'] ?? '', outer);
  return base === undefined || base.length > maxUrlCharacters ? outer : base;
}

/**
 * The first web URL: of the `alternate` link (RFC 4287 section 4.2.7; RSS has only one), of a permalink, of any link, of the file of a
 * podcast.
 */
function urlOf(entry: Element, baseUrl: string): string | undefined {
  const links = entry.children.filter(
    (node): node is Element => isTag(node) && node.name.toLowerCase() === 'link',
  );
  const alternate = links.find(({ attribs }) => (attribs['rel'] ?? 'alternate') === 'alternate');
  const linked = (link: Element | undefined): string | undefined =>
    link && webUrl(link.attribs['href'] ?? textOf(link) ?? '', baseWithin(link, baseUrl));
  const file = child(entry, 'enclosure')?.attribs['url'] ?? '';
  return linked(alternate) ?? permalinkOf(entry) ?? linked(links[0]) ?? webUrl(file, baseUrl);
}

/** The absolute URL in a `<guid>`. A relative one is ignored: many feeds write numbers and words there. */
function permalinkOf(entry: Element): string | undefined {
  const guid = child(entry, 'guid');
  const text = guid?.attribs['isPermaLink'] === 'false' ? undefined : textOf(guid);
  return text !== undefined && URL.canParse(text) ? webUrl(text, text) : undefined;
}

/** Entries hold HTML as text, XHTML as elements, or text. Atom feeds that do not say which mean HTML, against RFC 4287. */
function contentOf(body: Element): ChildNode[] {
  const { type = 'html' } = body.attribs;
  if (type === 'xhtml') return body.children;
  if (/^text(?:\/plain)?$/.test(type)) return [newElement('p', {}, [newText(rawText(body))])];
  return parseHtml(rawText(body)).body.children;
}

/** Makes the URLs of links and images absolute whose base is not that of the feed. Links within the content stay. */
function resolveUrls(nodes: readonly ChildNode[], baseUrl: string, feedUrl: string): void {
  for (const node of nodes) {
    if (!isTag(node)) continue;
    const base = baseWithin(node, baseUrl);
    for (const name of base === feedUrl ? [] : ['href', 'src']) {
      const written = node.attribs[name] ?? '';
      const url = written.trim().startsWith('#') ? undefined : webUrl(written, base);
      if (url !== undefined) node.attribs[name] = url;
    }
    resolveUrls(node.children, base, feedUrl);
  }
}

function bodyOf(entry: Element, baseUrl: string, feedUrl: string): readonly ChildNode[] {
  const body = child(entry, 'content:encoded', 'content', 'description', 'summary');
  if (body === undefined) return [];
  const nodes = contentOf(body);
  resolveUrls(nodes, baseWithin(body, baseUrl), feedUrl);
  return nodes;
}

const dateOf = (entry: Element): string | undefined =>
  textOf(child(entry, 'pubdate', 'published', 'dc:date', 'updated'));

const authorOf = (entry: Element): string | undefined => {
  const author = child(entry, 'dc:creator', 'author');
  return author === undefined ? undefined : (textOf(child(author, 'name')) ?? textOf(author));
};

const readEntry = (entry: Element, baseUrl: string, feedUrl: string): FeedEntry => ({
  title: textOf(child(entry, 'title')),
  url: urlOf(entry, baseUrl),
  published: dateOf(entry),
  author: authorOf(entry),
  body: bodyOf(entry, baseUrl, feedUrl),
});

function entryNodes({ title = 'Untitled', url, published, author, body }: FeedEntry): readonly ChildNode[] {
  const heading: ChildNode =
    url === undefined ? newText(title) : newElement('a', { href: url }, [newText(title)]);
  const byline = [published, author].filter((part) => part !== undefined).join(' · ');
  return [
    newElement('h2', {}, [heading]),
    ...(byline === '' ? [] : [newElement('p', {}, [newText(byline)])]),
    newElement('div', {}, [...body]),
  ];
}

const isEntry = ({ name }: Element): boolean => /^(?:item|entry)$/i.test(name);

function entriesIn(root: Element, feedUrl: string): readonly FeedEntry[] {
  const found: FeedEntry[] = [];
  // The author of an Atom feed wrote the entries that name none (RFC 4287 section 4.2.1).
  const feedAuthor = root.name.toLowerCase() === 'feed' ? authorOf(root) : undefined;
  const visit = (element: Element, outer: string): void => {
    const baseUrl = baseWithin(element, outer);
    if (isEntry(element)) {
      const entry = readEntry(element, baseUrl, feedUrl);
      found.push({ ...entry, author: entry.author ?? feedAuthor });
    } else for (const node of element.children) if (isTag(node)) visit(node, baseUrl);
  };
  visit(root, feedUrl);
  return found;
}

/** An RSS, RDF or Atom feed as a page: its title, then every entry under a heading. `url` is that of the feed. */
export function readFeed(text: string, url: string): ReadDocument {
  const document = parseXml(text);
  const root = findElement(document, () => true);
  if (root === undefined) return { nodes: [], metadata: {} };
  const channel = child(root, 'channel') ?? root;
  const title = textOf(child(channel, 'title'));
  const description = textOf(child(channel, 'description', 'subtitle'));
  const language = textOf(child(channel, 'language', 'dc:language')) ?? root.attribs['xml:lang'];
  const entries = entriesIn(root, url);
  return {
    nodes: [
      ...(title === undefined ? [] : [newElement('h1', {}, [newText(title)])]),
      ...(description === undefined ? [] : [newElement('p', {}, [newText(description)])]),
      ...entries.flatMap(entryNodes),
    ],
    metadata: {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(language === undefined ? {} : { language }),
    },
    json: {
      entries: entries.map(({ body: _body, ...entry }) => entry),
    },
  };
}
