import { type Element, isTag, isText } from 'domhandler';

import type { JsonObject } from '#shared/kernel/json.ts';
import { type CrawlLinks, webAddress } from './crawl-links.ts';
import { detectLanguage } from './detect-language.ts';
import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { findElement, rawText } from '#shared/content/dom/element-display.ts';
import { cleanText, type HeadFacts } from './head-facts.ts';
import { hasType, jsonLdNodes, textValue } from './json-ld.ts';
import { pageTitle } from './page-title.ts';
import type { HtmlPage } from '#shared/content/page/parse-page.ts';

/** Names as in the API; the og* and dc* names are those of Firecrawl v1. */
export interface ContentMetadata {
  readonly title?: string;
  readonly description?: string;
  readonly language?: string;
  readonly author?: string;
  readonly publishedTime?: string;
  readonly modifiedTime?: string;
  readonly canonicalURL?: string;
  readonly siteName?: string;
  readonly favicon?: string;
  readonly image?: string;
  readonly keywords?: string;
  readonly [name: string]: string | undefined;
}

const declaredFields: Readonly<Record<string, string>> = {
  keywords: 'keywords',
  robots: 'robots',
  'og:title': 'ogTitle',
  'og:description': 'ogDescription',
  'og:url': 'ogUrl',
  'og:image': 'ogImage',
  'og:audio': 'ogAudio',
  'og:video': 'ogVideo',
  'og:type': 'ogType',
  'og:determiner': 'ogDeterminer',
  'og:locale': 'ogLocale',
  'og:locale:alternate': 'ogLocaleAlternate',
  'og:site_name': 'ogSiteName',
  'article:section': 'articleSection',
  'article:tag': 'articleTag',
  'dc.title': 'dcTitle',
  'dc.creator': 'dcCreator',
  'dc.description': 'dcDescription',
  'dc.subject': 'dcSubject',
  'dc.publisher': 'dcPublisher',
  'dc.language': 'dcLanguage',
  'dc.type': 'dcType',
  'dc.date': 'dcDate',
  'dc.date.created': 'dcDateCreated',
  'dcterms.created': 'dctermsCreated',
  'dcterms.type': 'dctermsType',
  'dcterms.audience': 'dctermsAudience',
  'dcterms.subject': 'dctermsSubject',
  'dcterms.keywords': 'dctermsKeywords',
};

const creativeWork =
  /article|posting|report|product|recipe|event|book|movie|course|webpage|creativework|qapage|faqpage|jobposting/i;
const publisherNode = /^(?:website|organization|newsmediaorganization|corporation)$/i;

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

const firstOf = (facts: HeadFacts, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = facts.meta(name);
    if (value !== undefined) return value;
  }
  return undefined;
};

const isAddress = (text: string): boolean => /^(?:https?:)?\/\/|^@/.test(text);

interface Evidence {
  readonly page: HtmlPage;
  readonly index: ElementIndex;
  readonly facts: HeadFacts;
  readonly work: JsonObject | undefined;
  readonly nodes: readonly JsonObject[];
  /** Elements with `itemprop`. */
  readonly marked: readonly Element[];
}

const markedUp = (marked: readonly Element[], property: string): Element | undefined =>
  marked.find(({ attribs }) => attribs['itemprop']?.toLowerCase().split(/\s+/).includes(property) === true);

function authorOf({ facts, work, index, marked: allMarked }: Evidence): string | undefined {
  const declared = authorNames
    .map((name) => facts.meta(name))
    .find((value) => value !== undefined && !isAddress(value));
  const authors = work?.['author'];
  const names = (Array.isArray(authors) ? authors : [authors])
    .map((author) => cleanText(textValue(author, 'name')))
    .filter((name) => name !== undefined && !isAddress(name));
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
  { facts, work, index, marked: allMarked }: Evidence,
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

/** The language tag in BCP 47 case; `undefined` for other text. */
function languageTag(tag: string | undefined): string | undefined {
  const first = tag?.split(',')[0]?.trim().replaceAll('_', '-') ?? '';
  try {
    return first === '' ? undefined : Intl.getCanonicalLocales(first)[0];
  } catch {
    return undefined;
  }
}

const maxSampleCharacters = 4000;
/** Shorter texts are menus and buttons, which are often in another language. */
const minSentenceCharacters = 40;
/** With less text in sentences, short texts are used too. */
const minSentencesCharacters = 200;

/** A sample for language detection: text nodes as long as a sentence first. */
function sampleText(root: Element): string {
  const sentences: string[] = [];
  const short: string[] = [];
  let [sentenceLength, shortLength] = [0, 0];
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (sentenceLength > maxSampleCharacters) return;
      if (isText(child)) {
        const text = child.data.trim();
        if (text.length >= minSentenceCharacters) {
          sentences.push(text);
          sentenceLength += text.length;
        } else if (shortLength < maxSampleCharacters) {
          short.push(text);
          shortLength += text.length;
        }
      } else if (
        isTag(child) &&
        !/^(?:script|style|noscript|template|svg|nav|select|code|pre)$/.test(child.name)
      )
        visit(child);
    }
  };
  visit(root);
  const chosen = sentenceLength >= minSentencesCharacters ? sentences : [...sentences, ...short];
  return chosen.join(' ').replace(/\s+/g, ' ');
}

async function languageOf({ page, index, facts }: Evidence): Promise<string | undefined> {
  const html = index.named('html')[0]?.attribs ?? {};
  for (const tag of [
    html['lang'],
    html['xml:lang'],
    index.named('body')[0]?.attribs['lang'],
    page.contentLanguage,
    facts.meta('content-language'),
    facts.meta('language'),
    facts.meta('dc.language'),
  ]) {
    const language = languageTag(tag);
    if (language !== undefined) return language;
  }
  return (await detectLanguage(sampleText(page.body))) ?? languageTag(facts.meta('og:locale'));
}

const iconRank = (link: Element): number => {
  const rel = link.attribs['rel']?.toLowerCase().split(/\s+/) ?? [];
  return rel.includes('icon') ? 2 : rel.some((word) => word.startsWith('apple-touch-icon')) ? 1 : 0;
};

function faviconOf({ facts, page }: Evidence): string | undefined {
  const ranked = facts.links
    .filter((link) => iconRank(link) > 0)
    .toSorted((a, b) => iconRank(b) - iconRank(a));
  const href = ranked.find(({ attribs }) => !(attribs['href'] ?? 'data:').startsWith('data:'))?.attribs[
    'href'
  ];
  return href === undefined ? undefined : webAddress(href, page.baseUrl);
}

function imageOf({ facts, page, work }: Evidence): string | undefined {
  const linked = facts.links.find(({ attribs }) => attribs['rel'] === 'image_src')?.attribs['href'];
  const address =
    firstOf(facts, ['og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']) ??
    textValue(work?.['image'], 'url', 'contentUrl') ??
    linked;
  return address === undefined ? undefined : webAddress(address, page.baseUrl);
}

function headingOf(index: ElementIndex): string | undefined {
  const [heading, second] = index.named('h1');
  return heading === undefined || second !== undefined ? undefined : cleanText(rawText(heading));
}

function siteNameOf({ facts, nodes, work }: Evidence): string | undefined {
  const node = nodes.find((candidate) => hasType(candidate, publisherNode));
  return (
    firstOf(facts, ['og:site_name', 'application-name', 'apple-mobile-web-app-title']) ??
    textValue(work?.['publisher'], 'name') ??
    textValue(node?.['name'])
  );
}

function titleOf(evidence: Evidence, siteName: string | undefined): string | undefined {
  const { facts, index, page, work } = evidence;
  const alternatives = [
    facts.meta('og:title'),
    facts.meta('twitter:title'),
    textValue(work?.['headline']),
    facts.meta('dc.title'),
  ];
  return pageTitle({
    title: facts.title,
    alternatives: alternatives.filter((text) => text !== undefined),
    heading: headingOf(index),
    siteNames: [siteName, facts.meta('application-name'), facts.meta('og:site_name')].filter(
      (name) => name !== undefined,
    ),
    host: URL.parse(page.url)?.hostname ?? '',
  });
}

function declared(facts: HeadFacts): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(declaredFields)) {
    const value = facts.meta(name) ?? facts.meta(name.replace('.', ':'));
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}

const present = (fields: Readonly<Record<string, string | undefined>>): ContentMetadata =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The metadata that a page declares. Absent fields are left out. */
export async function readMetadata(
  page: HtmlPage,
  index: ElementIndex,
  facts: HeadFacts,
  jsonLd: readonly JsonObject[],
  { canonicalUrl }: Pick<CrawlLinks, 'canonicalUrl'>,
): Promise<ContentMetadata> {
  const nodes = jsonLdNodes(jsonLd);
  const work =
    nodes.find((node) => hasType(node, creativeWork) && !hasType(node, /^webpage$/i)) ??
    nodes.find((node) => hasType(node, creativeWork));
  const marked = index.all.filter(
    ({ attribs, name }) => name !== 'meta' && attribs['itemprop'] !== undefined,
  );
  const evidence: Evidence = { page, index, facts, nodes, work, marked };
  const siteName = siteNameOf(evidence);
  return present({
    title: titleOf(evidence, siteName),
    description:
      firstOf(facts, ['description', 'og:description', 'twitter:description', 'dc.description']) ??
      textValue(work?.['description']),
    language: await languageOf(evidence),
    author: authorOf(evidence),
    publishedTime: dateOf(evidence, publishedNames, 'datePublished'),
    modifiedTime: dateOf(evidence, modifiedNames, 'dateModified'),
    canonicalURL: canonicalUrl,
    siteName,
    favicon: faviconOf(evidence),
    image: imageOf(evidence),
    ...declared(facts),
  });
}
