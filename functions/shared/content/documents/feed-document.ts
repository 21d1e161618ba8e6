import { type ChildNode, type Element, isTag } from 'domhandler';

import type { ReadDocument } from './document-content.ts';
import { newElement, newText } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-display.ts';
import { parseHtml } from '#shared/content/html/parse-html.ts';
import { parseXml } from '#shared/content/html/parse-xml.ts';

const child = (element: Element, ...names: readonly string[]): Element | undefined => {
  for (const name of names) {
    const found = element.children.find(
      (node): node is Element => isTag(node) && node.name.toLowerCase() === name,
    );
    if (found !== undefined) return found;
  }
  return undefined;
};

const textOf = (element: Element | undefined): string | undefined => {
  const text = element === undefined ? '' : rawText(element).replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
};

/** The URL of an entry: the text of `<link>` in RSS, an attribute of the `alternate` link in Atom. */
function addressOf(entry: Element): string | undefined {
  const links = entry.children.filter(
    (node): node is Element => isTag(node) && node.name.toLowerCase() === 'link',
  );
  const link = links.find(({ attribs }) => (attribs['rel'] ?? 'alternate') === 'alternate') ?? links[0];
  const guid = child(entry, 'guid');
  const permalink = guid?.attribs['isPermaLink'] === 'false' ? undefined : textOf(guid);
  const address = link?.attribs['href'] ?? textOf(link) ?? permalink;
  return address !== undefined && /^https?:/i.test(address) ? address : undefined;
}

/** Entries hold HTML as text, or XHTML as elements. */
function bodyOf(entry: Element): readonly ChildNode[] {
  const body = child(entry, 'content:encoded', 'content', 'description', 'summary');
  if (body === undefined) return [];
  if (body.attribs['type'] === 'xhtml') return body.children;
  return parseHtml(rawText(body)).body.children;
}

const dateOf = (entry: Element): string | undefined =>
  textOf(child(entry, 'pubdate', 'published', 'dc:date', 'updated'));

const authorOf = (entry: Element): string | undefined => {
  const author = child(entry, 'dc:creator', 'author');
  return author === undefined ? undefined : (textOf(child(author, 'name')) ?? textOf(author));
};

function entryNodes(entry: Element): readonly ChildNode[] {
  const title = textOf(child(entry, 'title')) ?? 'Untitled';
  const address = addressOf(entry);
  const heading: ChildNode =
    address === undefined ? newText(title) : newElement('a', { href: address }, [newText(title)]);
  const byline = [dateOf(entry), authorOf(entry)].filter((part) => part !== undefined).join(' · ');
  return [
    newElement('h2', {}, [heading]),
    ...(byline === '' ? [] : [newElement('p', {}, [newText(byline)])]),
    newElement('div', {}, [...bodyOf(entry)]),
  ];
}

const isEntry = ({ name }: Element): boolean => /^(?:item|entry)$/i.test(name);

function entriesIn(root: Element): readonly Element[] {
  const found: Element[] = [];
  const visit = (element: Element): void => {
    for (const node of element.children) {
      if (!isTag(node)) continue;
      if (isEntry(node)) found.push(node);
      else visit(node);
    }
  };
  visit(root);
  return found;
}

/** An RSS, RDF or Atom feed as a page: its title, then every entry under a heading. */
export function readFeed(text: string): ReadDocument {
  const document = parseXml(text);
  const root = findElement(document, () => true);
  if (root === undefined) return { nodes: [], metadata: {} };
  const channel = child(root, 'channel') ?? root;
  const title = textOf(child(channel, 'title'));
  const description = textOf(child(channel, 'description', 'subtitle'));
  const language = textOf(child(channel, 'language', 'dc:language')) ?? root.attribs['xml:lang'];
  const entries = entriesIn(root);
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
      entries: entries.map((entry) => ({
        title: textOf(child(entry, 'title')),
        url: addressOf(entry),
        published: dateOf(entry),
        author: authorOf(entry),
      })),
    },
  };
}
