import { type Element, isTag } from 'domhandler';

import { isObject } from '#shared/kernel/json.ts';
import { personName } from '#shared/extract/values/person-names.ts';
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

/** Longer texts are about the author. */
const maxShownCharacters = 80;

const isUrlOrHandle = (text: string): boolean => /^(?:https?:)?\/\/|^@/.test(text);

const isOfReader = ({ attribs }: Element): boolean =>
  /(?:^|\s)(?:comment|review|reviews|suggestedanswer)(?:\s|$)/i.test(attribs['itemprop'] ?? '') ||
  /\/(?:\w*Comments?|\w*Review|Answer)\b/i.test(attribs['itemtype'] ?? '');

/** Whether an element belongs to a comment or a review of the page. */
function isInComment(element: Element): boolean {
  for (let parent = element.parent; parent !== null; parent = parent.parent)
    if (isTag(parent) && isOfReader(parent)) return true;
  return false;
}

const markedUp = (marked: readonly Element[], property: string): Element | undefined =>
  marked.find(
    (element) =>
      element.attribs['itemprop']?.toLowerCase().split(/\s+/).includes(property) === true &&
      !isInComment(element),
  );

/** The declared authors of the work, perhaps as references to their own nodes. */
function namesOf({ work, nodes }: MetadataEvidence): readonly string[] {
  const authors = work?.['author'];
  const named = (author: unknown): unknown => {
    if (!isObject(author) || author['name'] !== undefined) return author;
    return nodes.find((node) => node['@id'] !== undefined && node['@id'] === author['@id']) ?? author;
  };
  const names = (Array.isArray(authors) ? authors : [authors])
    .map((author) => cleanText(textValue(named(author), 'name')))
    .filter((name) => name !== undefined && !isUrlOrHandle(name))
    .map((name) => personName(name ?? ''));
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** What the page declares or shows of its authors, the most trusted first. */
function authorCandidates(evidence: MetadataEvidence): readonly string[] {
  const { facts, index, marked: allMarked } = evidence;
  const declared = namesOf(evidence).join(', ');
  const inHead = authorNames.map((name) => facts.meta(name)).filter((name) => name !== undefined);
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
    .filter((text) => text !== undefined && text.length < maxShownCharacters);
  return [declared, ...inHead, ...shown]
    .filter((text) => text !== undefined && text !== '' && !isUrlOrHandle(text))
    .map((text) => personName(text ?? ''))
    .filter((name) => name !== undefined);
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** The names of the authors, as the page declares or shows them. A person goes before the site, which signs what people write. */
export function authorOf(evidence: MetadataEvidence, siteName: string | undefined): string | undefined {
  const candidates = authorCandidates(evidence);
  const site = bare(siteName ?? '');
  return candidates.find((name) => site === '' || bare(name) !== site) ?? candidates[0];
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
