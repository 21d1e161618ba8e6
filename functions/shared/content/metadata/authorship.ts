import type { Element } from 'domhandler';

import { findElement, rawText } from '#shared/content/dom/element-display.ts';
import { cleanText } from './head-facts.ts';
import { textValue } from './json-ld.ts';
import { firstOf, type MetadataEvidence } from './metadata-evidence.ts';

const publishedNames = [
  'article:published_time',
  'datepublished',
  'og:published_time',
  'date',
  'pubdate',
  'publish-date',
  'publish_date',
  'publishdate',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date',
  'dcterms.created',
  'parsely-pub-date',
  'sailthru.date',
  'cxenseparse:recs:publishtime',
  'mediator_published_time',
];
const modifiedNames = [
  'article:modified_time',
  'datemodified',
  'og:updated_time',
  'last-modified',
  'dcterms.modified',
  'dc.date.modified',
  'revised',
];
const authorNames = [
  'author',
  'article:author',
  'dc.creator',
  'dcterms.creator',
  'parsely-author',
  'sailthru.author',
  'byl',
  'twitter:creator',
  'mediator_author',
];

const isUrlOrHandle = (text: string): boolean => /^(?:https?:)?\/\/|^@/.test(text);

const markedUp = (marked: readonly Element[], property: string): Element | undefined =>
  marked.find(({ attribs }) => attribs['itemprop']?.toLowerCase().split(/\s+/).includes(property) === true);

/** The names of the authors, as the page declares or shows them. */
export function authorOf({ facts, work, index, marked: allMarked }: MetadataEvidence): string | undefined {
  const declared = authorNames
    .map((name) => facts.meta(name))
    .find((value) => value !== undefined && !isUrlOrHandle(value));
  const authors = work?.['author'];
  const names = (Array.isArray(authors) ? authors : [authors])
    .map((author) => cleanText(textValue(author, 'name')))
    .filter((name) => name !== undefined && !isUrlOrHandle(name));
  const link = index
    .named('a')
    .find(({ attribs }) => attribs['rel']?.toLowerCase().split(/\s+/).includes('author') === true);
  const marked = markedUp(allMarked, 'author');
  const markedName =
    marked === undefined
      ? undefined
      : (findElement(marked, ({ attribs }) => attribs['itemprop'] === 'name') ?? marked);
  const shown = [markedName, link]
    .map((element) => (element === undefined ? undefined : cleanText(rawText(element))))
    .find((text) => text !== undefined && text.length < 80);
  const text = declared ?? (names.length > 0 ? names.join(', ') : shown);
  return text?.replace(/^(?:by|автор:?|von|par|por)\s+/i, '');
}

function dateOf(
  { facts, work, index, marked: allMarked }: MetadataEvidence,
  names: readonly string[],
  property: 'datePublished' | 'dateModified',
): string | undefined {
  const declared = firstOf(facts, names) ?? textValue(work?.[property]);
  if (declared !== undefined) return declared;
  const marked = markedUp(allMarked, property.toLowerCase()) ?? markedUp(allMarked, property);
  const written = cleanText(marked?.attribs['content'] ?? marked?.attribs['datetime']);
  if (written !== undefined || property === 'dateModified') return written;
  const time = index
    .named('time')
    .find(
      ({ attribs }) =>
        'pubdate' in attribs || /publish|entry-date|post-date|posted/i.test(attribs['class'] ?? ''),
    );
  return cleanText(time?.attribs['datetime']);
}

export const publishedTimeOf = (evidence: MetadataEvidence): string | undefined =>
  dateOf(evidence, publishedNames, 'datePublished');

export const modifiedTimeOf = (evidence: MetadataEvidence): string | undefined =>
  dateOf(evidence, modifiedNames, 'dateModified');
