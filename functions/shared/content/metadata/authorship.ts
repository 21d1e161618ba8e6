import type { Element } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { ancestor } from '#shared/content/dom/element-edit.ts';
import { type DateOptions, dateOrderOf } from '#shared/values/dates.ts';
import { type Beginning, beginningOf, linesBelow, withoutText } from './article-beginning.ts';
import { dayOfUrl, momentOf } from './article-dates.ts';
import { type ArticleSetting, declaredInHead, markedUp } from './article-markup.ts';
import { authorOf } from './authors.ts';
import { datelineOf, openingDay, sureDayOf } from './dateline.ts';
import { textValue } from './json-ld.ts';
import { changeSaid, daySaid } from './days-said.ts';
import { changeElsewhere, dayElsewhere, isBoxOfPage } from './marks-elsewhere.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';

/** Author, publication time and modification time of an article. */
export interface Authorship {
  readonly author: string | undefined;
  readonly publishedTime: string | undefined;
  readonly modifiedTime: string | undefined;
}

const publishedNames = [
  'article:published_time',
  'datepublished',
  'og:published_time',
  'og:article:published_time',
  'date',
  'pubdate',
  'publish-date',
  'publish_date',
  'publishdate',
  'publication_date',
  'published',
  'dc.date.issued',
  'dcterms.issued',
  'dc.date',
  'dcterms.created',
  'citation_publication_date',
  'citation_online_date',
  'citation_date',
  'parsely-pub-date',
  'sailthru.date',
  'cxenseparse:recs:publishtime',
  'mediator_published_time',
  'datecreated',
  'dc.date.created',
];
/** Names of publishing systems: `w-published-date`, `article.published_at`, `OriginalPublicationDate`. */
const publishedLike = /(?:^|[._:-]|original|first)pub(?:lished|lish|lication)?[._-]?(?:date|time|at|on)$/;
const modifiedNames = [
  'article:modified_time',
  'datemodified',
  'og:updated_time',
  'og:article:modified_time',
  'modified',
  'dcterms.modified',
  'dc.date.modified',
  'revised',
  'updated',
  'lastmod',
  'modified-date',
  'ms.date',
  // Caches write theirs.
  'last-modified',
];
const maxOtherNames = 10;
/** Longer texts are no dates. */
const maxShownCharacters = 80;

/** What declares a moment: properties of structured data, and names of `<meta>` elements. */
interface MomentSources {
  readonly properties: readonly string[];
  readonly names: readonly string[];
  /** Names that are asked after the others; of their moments, the earliest goes first. */
  readonly otherNames?: readonly string[];
}

/** The moments that a page declares, the surest first. */
function* declaredMoments(
  evidence: MetadataEvidence,
  { headline, language }: ArticleSetting,
  { properties, names, otherNames = [] }: MomentSources,
): Generator<string, undefined> {
  const order = dateOrderOf(language);
  const read = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : momentOf(text, order);
  const inHead = (name: string): readonly string[] => declaredInHead(evidence, [name], read).slice(0, 1);
  const ofWorks = evidence.articles.flatMap((work) =>
    properties.map((property) => read(textValue(work[property]))),
  );
  yield* ofWorks.filter((moment) => moment !== undefined);
  for (const name of names) yield* inHead(name);
  yield* otherNames.flatMap(inHead).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  for (const property of properties) {
    const marked = markedUp(evidence, headline, property);
    const moment = read(
      marked?.attribs['content'] ??
        marked?.attribs['datetime'] ??
        (marked === undefined ? undefined : rawText(marked, maxShownCharacters)),
    );
    if (moment !== undefined) yield moment;
  }
}

const maxOwnerLevels = 20;

/** The moment that the post around the headline has as an attribute for scripts, on Reddit. */
function ownTime(headline: Element | undefined): string | undefined {
  if (headline === undefined) return undefined;
  const post = ancestor(headline, maxOwnerLevels, ({ attribs }) => 'created-timestamp' in attribs);
  return post?.attribs['created-timestamp'];
}

/** Blogs mark the date of a post without microdata, or write it into its heading. */
function timeOfPost({ index }: MetadataEvidence, { headline, language }: ArticleSetting): string | undefined {
  const time =
    index
      .named('time')
      .find(
        (element) =>
          ('pubdate' in element.attribs ||
            /publish|entry-date|post-date|posted/i.test(element.attribs['class'] ?? '')) &&
          isBoxOfPage(element),
      ) ?? (headline === undefined ? undefined : index.firstIn(headline, 'time'));
  const written = time?.attribs['datetime'] ?? ownTime(headline);
  return written === undefined ? undefined : momentOf(written, dateOrderOf(language));
}

const dayMs = 86_400_000;
const dayOf = (moment: string): number => Date.parse(moment.slice(0, 10));

/** Systems that republish a text declare the day of the last change, or a later one, as that of its publication. */
const isOfChange = (published: string, modified: string | undefined): boolean =>
  modified !== undefined && Date.parse(published) >= Date.parse(modified);

const maxTimes = 40;
const isUtc = (moment: string): boolean => /T.*(?:Z|[+-]00:00)$/.test(moment);

/** The same moment with the offset of the place where it was written, if the page shows it: there it may be another day. */
function inLocalTime(moment: string, { index }: MetadataEvidence): string {
  if (!isUtc(moment)) return moment;
  const second = (text: string): number => Math.floor(Date.parse(text) / 1000);
  const own = second(moment);
  const local = index
    .named('time')
    .slice(0, maxTimes)
    .map(({ attribs }) => attribs['datetime'] ?? '')
    .filter((written) => second(written) === own)
    .map((written) => momentOf(written, {}))
    .find((time) => time !== undefined && !isUtc(time));
  return local !== undefined && /[+-]\d{2}:\d{2}$/.test(local) ? local : moment;
}

const hasZone = (moment: string): boolean => /T.*(?:Z|[+-]\d{2}:\d{2})$/.test(moment);

/** Sites round one of the moments of a text that has never changed. */
const maxRoundedMs = 60_000;

/** Systems that know the day only write midnight. */
const timeOfDay = /T(?!00:00(?::00)?(?:$|[.Z+-]))/;

/** Whether a moment is before the publication. Moments of one day are in an unknown order where one of them tells its zone or no time. */
function isBefore(moment: string, published: string): boolean {
  const haveTimes = [moment, published].every((time) => timeOfDay.test(time));
  return haveTimes && hasZone(moment) === hasZone(published)
    ? Date.parse(moment) + maxRoundedMs <= Date.parse(published)
    : dayOf(moment) < dayOf(published);
}

/** A declared day with the time that the page shows for it. */
function withShownTime(declared: string, beginning: () => Beginning, order: DateOptions): string {
  if (declared.includes('T')) return declared;
  const { published } = datelineOf(beginning(), order);
  const isFiner = published?.startsWith(`${declared}T`) === true && !published.includes('T00:00:00');
  return isFiner ? published : declared;
}

/** Whether a shown day was over, in every time zone, when the declared moment came. */
function isEarlier(shown: string, declared: string): boolean {
  const days = declared.includes('T') ? 1.5 : 2;
  return Date.parse(declared) - dayOf(shown) >= days * dayMs;
}

interface Declared {
  readonly published: string;
  readonly modified: string | undefined;
  readonly author: string | undefined;
}

/**
 * An earlier day that the page itself shows or has in its URL, where the declared one is that of a change. Where no change
 * is declared, it may be one as well: then the page has to leave no doubt.
 */
function shownEarlier(
  evidence: MetadataEvidence,
  setting: ArticleSetting,
  { published, modified, author }: Declared,
  below: () => Beginning,
): string | undefined {
  const isChange = isOfChange(published, modified);
  if (modified !== undefined && !isChange) return undefined;
  const order = dateOrderOf(setting.language);
  const lines = withoutText(below());
  const shown = isChange
    ? (datelineOf(lines, order).published ??
      dayOfUrl(evidence.page.url) ??
      dayElsewhere(evidence, setting, modified))
    : sureDayOf(lines.after, setting.language, author);
  return shown !== undefined && isEarlier(shown, published) ? shown : undefined;
}

/**
 * Author and dates of the article, each from the surest source that has it: JSON-LD, the head, microdata and RDFa, the
 * lines around the headline, the URL. `undefined` where none of them tells.
 */
export function authorshipOf(evidence: MetadataEvidence, setting: ArticleSetting): Authorship {
  const { page, facts } = evidence;
  const { headline, language } = setting;
  let read: Beginning | undefined;
  // Most articles declare all of it: then their lines are not read.
  const beginning = (): Beginning => (read ??= beginningOf(headline));
  let readBelow: Beginning | undefined;
  const below = (): Beginning => read ?? (readBelow ??= linesBelow(headline));
  const otherNames = facts.properties
    .map(([name]) => name)
    .filter((name) => publishedLike.test(name))
    .slice(0, maxOtherNames);
  const order = dateOrderOf(language);
  const [declared = timeOfPost(evidence, setting)] = declaredMoments(evidence, setting, {
    properties: ['datePublished', 'dateCreated', 'created'],
    names: publishedNames,
    otherNames,
  });
  const changes = [
    ...declaredMoments(evidence, setting, { properties: ['dateModified'], names: modifiedNames }),
  ];
  const [modified] = changes;
  // The days that a shop shows without a label are those of offers and deliveries.
  const isProduct = /^(?:og:)?product/i.test(facts.meta('og:type') ?? '');
  const shown = declared === undefined && !isProduct ? datelineOf(beginning(), order) : undefined;
  const author = authorOf(evidence, setting, { beginning, below });
  const published =
    declared === undefined
      ? (shown?.published ??
        dayOfUrl(page.url) ??
        (isProduct ? undefined : dayElsewhere(evidence, setting, modified ?? shown?.updated)) ??
        daySaid(evidence, language) ??
        (isProduct ? undefined : openingDay(beginning(), order)))
      : (shownEarlier(evidence, setting, { published: declared, modified, author }, below) ??
        inLocalTime(withShownTime(declared, beginning, order), evidence));
  const isChange = (moment: string | undefined): boolean =>
    moment !== undefined && (published === undefined || !isBefore(moment, published));
  const shownChanges = [() => changeElsewhere(evidence, order), () => changeSaid(evidence, order)];
  return {
    author,
    publishedTime: published,
    modifiedTime:
      [...changes, shown?.updated].find(isChange) ??
      shownChanges
        .values()
        .map((read) => read())
        .find(isChange),
  };
}
