import type { Element } from 'domhandler';

import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { articlesOf } from './article-nodes.ts';
import { authorshipOf } from './authorship.ts';
import { canonicalUrlOf, webAddress } from './crawl-links.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import type { ElementIndex } from '#shared/content/dom/element-edit.ts';
import type { HeadFacts } from './head-facts.ts';
import { headlineOf, titleOfSite } from './headline/headline.ts';
import type { Headline } from './headline/heading-text.ts';
import { hasType, jsonLdNodes, textValue } from './json-ld.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';
import { bare } from './site-names.ts';
import { imageOf } from './page-image.ts';
import { languageOf } from './page-language.ts';
import { siteNameOf } from './page-site.ts';
import { isNameOfHomePage } from './page-title.ts';
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

/** Properties that a page repeats for each of their values. */
const repeatedProperties: ReadonlySet<string> = new Set(['article:tag', 'dc.subject', 'og:locale:alternate']);

const creativeWork =
  /article|posting|report|product|recipe|event|book|movie|course|webpage|creativework|qapage|faqpage|jobposting/i;

const iconRank = (link: Element): number => {
  const rel = link.attribs['rel']?.toLowerCase().split(/\s+/) ?? [];
  return rel.includes('icon') ? 2 : rel.some((word) => word.startsWith('apple-touch-icon')) ? 1 : 0;
};

function faviconOf({ facts, page }: MetadataEvidence): string | undefined {
  const ranked = facts.links
    .filter((link) => iconRank(link) > 0)
    .toSorted((a, b) => iconRank(b) - iconRank(a));
  const href = ranked
    .map(({ attribs }) => attribs['href']?.trim() ?? '')
    .find((address) => address !== '' && !address.startsWith('data:'));
  return href === undefined ? undefined : webAddress(href, page.baseUrl);
}

const minRepeatedCharacters = 20;

/** Editors put the beginning of the text there, with its markup. */
const withoutMarkup = (text: string): string => {
  // Documentation names single tags.
  if (!/<\/[a-z]|<(?:br|p)[\s/>]|&nbsp;/i.test(text)) return text;
  return text
    .replaceAll(/<\/?[a-z][^<>]*>|&nbsp;/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
};

/** A longer text is that of the page, not its description. */
const maxWholeCharacters = 1_000;

/** A text that goes on where another one is cut off, or that one. */
function wholeOf(text: string, others: readonly string[]): string {
  if (text.length > maxWholeCharacters) return text;
  const cut = text.replace(/\s*(?:\.{2,}|…)$/u, '');
  const isCutIn = (other: string): boolean =>
    other.length > text.length &&
    other.length <= maxWholeCharacters &&
    other.startsWith(cut) &&
    (cut !== text || /^\p{L}/u.test(other.slice(cut.length)));
  return others.find(isCutIn) ?? text;
}

/** The name of a site or of a section behind a description. */
const ending = /(?:\.{2,3}|…)?\s[-–—|]\s[^-–—|]{1,80}$/u;
const maxEndingCharacters = 90;
const minSharedCharacters = 30;
/** A text that ends otherwise is cut. */
const endsSentence = /[.!?。！？"»”)\]]$/u;

/** A text without the site behind it: `Text - Site`. */
function withoutEnding(text: string): string {
  const end = text.slice(-maxEndingCharacters);
  return text.slice(0, text.length - end.length) + end.replace(ending, '');
}

/**
 * The declared text that says the same as `text` without the page's title before it or the name of the site behind it; where
 * no text does, `text`.
 */
function plainOf(text: string, title: string, others: readonly string[]): string {
  if (text.length > maxWholeCharacters) return text;
  const own = bare(text);
  const core = withoutEnding(text);
  const isPlain = (other: string): boolean => {
    const begun = bare(other).slice(0, minSharedCharacters);
    if (other === text || begun.length < minSharedCharacters || !endsSentence.test(other)) return false;
    const isAfterTitle = title !== '' && own.startsWith(title) && own.slice(title.length).includes(begun);
    const isBeforeSite = core !== text && bare(core).length >= minSharedCharacters && other.startsWith(core);
    return (isAfterTitle && !bare(other).startsWith(title)) || isBeforeSite;
  };
  return others.find(isPlain) ?? text;
}

const maxWordCharacters = 14;
const isWord = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{P}]+$/u;
const threeLetters = /(?:\p{L}\P{L}*){3}/u;

/** Whether a description was never written: it has no words, is a single one such as `Home`, or the name of the site. */
const isForgotten = (text: string, siteNames: readonly (string | undefined)[]): boolean =>
  !threeLetters.test(text) ||
  (text.length <= maxWordCharacters && isWord.test(text)) ||
  siteNames.some((name) => name !== undefined && bare(name) === bare(text));

/** A text begins further up, behind menus at most. */
const maxShownCharacters = 40_000;
const minShownCharacters = 40;
/** A shorter name may be a word, or a part of one. */
const minSiteNameCharacters = 6;

/**
 * The first of the texts whose beginning the page shows, when `text` names the site and its beginning is not shown: then it may be
 * the motto of the site. Else `text`.
 */
function shownOf(
  text: string,
  others: readonly string[],
  body: Element,
  siteName: string | undefined,
): string {
  const site = bare(siteName ?? '');
  if (site.length < minSiteNameCharacters || !bare(text).includes(site)) return text;
  const beginning = (of: string): string =>
    of.replaceAll(/\s+/g, ' ').slice(0, minShownCharacters).toLowerCase();
  const own = beginning(text);
  const different = others.filter(
    (other) => other.length >= minShownCharacters && beginning(other) !== own && !bare(other).includes(site),
  );
  if (different.length === 0) return text;
  const shown = rawText(body, maxShownCharacters).replaceAll(/\s+/g, ' ').toLowerCase();
  return shown.includes(own) ? text : (different.find((other) => shown.includes(beginning(other))) ?? text);
}

/** Rules of styles that a text begins with: `hr { clear: both; } @media print { p { color: red; } }`. */
const styles =
  /^(?:[.#@*a-z][\w\s.,#:>@()*-]{0,100}\{(?:(?=[^{};:]*:[^{};]*;)[^{}]*|(?:[^{}]*\{[^{}]*\})+[^{}]*)\}\s*)+/;

/** The value that a script has left out at the end of a text. */
const unfilled = / (?:null|undefined)$/;

/** An ampersand that the page escapes twice: `&amp;amp;`. */
const ampersand = /&(?:amp|#38|#x26);/gi;
const lineBreak = /(?<!\s)\s*\\n(?=\s|$)/g;

/** A description without what programs have left in it. */
const asMeant = (text: string): string =>
  withoutMarkup(text)
    .replace(styles, '')
    .replace(unfilled, '')
    .replaceAll(ampersand, '&')
    .replaceAll(lineBreak, '');

/**
 * The best of the declared descriptions. One that was never written is left out. One that is the list of keywords, or mostly
 * the title, gives way to another, one that is cut off to the whole text, and one with the title or the site beside it to the
 * text alone.
 */
function descriptionOf(
  { facts, work, page }: MetadataEvidence,
  title = '',
  siteName?: string,
): string | undefined {
  const others = ['og:description', 'twitter:description', 'dc.description'].map((name) => facts.meta(name));
  // A theme and its plugin may both describe the page: the one for networks is not the motto of the site.
  const first = facts.meta('description');
  const second = facts.properties.find(([name, text]) => name === 'description' && text === others[0])?.[1];
  const isShorter = second !== undefined && first !== undefined && 2 * second.length < first.length;
  const declared = [isShorter ? first : (second ?? first), ...others, textValue(work?.['description'])]
    .filter((text) => text !== undefined)
    .map(asMeant)
    .filter((text) => !isForgotten(text, [facts.meta('og:site_name'), facts.meta('application-name')]));
  const repeated = bare(title);
  const isMostlyTitle = (text: string): boolean =>
    repeated.length >= minRepeatedCharacters &&
    bare(text).length < 2 * repeated.length &&
    bare(text).includes(repeated);
  const keywords = facts.meta('keywords');
  const chosen = declared.find((text) => !isMostlyTitle(text) && text !== keywords) ?? declared[0];
  if (chosen === undefined) return undefined;
  return plainOf(wholeOf(shownOf(chosen, declared, page.body, siteName), declared), repeated, declared);
}

/** The keywords that JSON-LD lists. */
function keywordsOf({ work }: MetadataEvidence): string | undefined {
  const keywords = work?.['keywords'];
  const all = (Array.isArray(keywords) ? keywords : [keywords]).map((keyword) => textValue(keyword, 'name'));
  const named = all.filter((keyword) => keyword !== undefined);
  return named.length === 0 ? undefined : named.join(', ');
}

/** All values of a property, each once. */
function listed({ properties }: HeadFacts, name: string): string | undefined {
  const values = new Set(properties.filter(([key]) => key === name).map(([, content]) => content));
  return values.size === 0 ? undefined : [...values].join(', ');
}

function declared(facts: HeadFacts): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(declaredFields)) {
    const read = (key: string) => (repeatedProperties.has(name) ? listed(facts, key) : facts.meta(key));
    const value = read(name) ?? read(name.replace('.', ':'));
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}

const present = (fields: Readonly<Record<string, string | undefined>>): ContentMetadata =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The title of a page that is only called `Home`, and shows no such heading, is the name of its site. */
const titleOf = ({ text, heading }: Headline, siteName: string | undefined): string | undefined =>
  text !== undefined && heading === undefined && isNameOfHomePage(text) ? (siteName ?? text) : text;

const markedElements = (index: ElementIndex): readonly Element[] =>
  index.all.filter(
    ({ attribs, name }) =>
      name !== 'meta' && (attribs['itemprop'] !== undefined || attribs['property'] !== undefined),
  );

export interface PageMetadata {
  readonly metadata: ContentMetadata;
  readonly headline: Headline;
}

/** The metadata that a page declares. Absent fields are left out. */
export async function readMetadata(
  page: HtmlPage,
  index: ElementIndex,
  facts: HeadFacts,
  jsonLd: readonly JsonObject[],
): Promise<PageMetadata> {
  const nodes = jsonLdNodes(jsonLd);
  const subjects = [...nodes, ...nodes.map((node) => node['mainEntity']).filter(isObject)];
  const work =
    subjects.find((node) => hasType(node, creativeWork) && !hasType(node, /^webpage$/i)) ??
    subjects.find((node) => hasType(node, creativeWork));
  let marked: readonly Element[] | undefined;
  const canonicalUrl = canonicalUrlOf(facts.links, page.baseUrl);
  const articles = articlesOf(subjects, { url: canonicalUrl ?? page.url, title: facts.title });
  const evidence: MetadataEvidence = {
    page,
    index,
    facts,
    nodes,
    work,
    articles,
    marked: () => (marked ??= markedElements(index)),
  };
  const siteName = siteNameOf(evidence);
  const headline = headlineOf(evidence, siteName);
  const language = await languageOf(evidence);
  const metadata = present({
    title: titleOfSite(evidence, siteName) ?? titleOf(headline, siteName),
    description: descriptionOf(evidence, headline.text, siteName),
    language,
    ...authorshipOf(evidence, { headline: headline.heading, siteName, language }),
    canonicalURL: canonicalUrl,
    siteName,
    favicon: faviconOf(evidence),
    image: imageOf(evidence),
    keywords: keywordsOf(evidence),
    ...declared(facts),
  });
  return { metadata, headline };
}
