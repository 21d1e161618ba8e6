import { rawText } from '#shared/content/dom/element-display.ts';
import { dateOrderOf } from '#shared/values/dates.ts';
import { type Beginning, beginningOf } from './article-beginning.ts';
import { dayOfUrl, momentOf } from './article-dates.ts';
import { type ArticleSetting, declaredInHead, markedUp } from './article-markup.ts';
import { authorOf } from './authors.ts';
import { datelineOf } from './dateline.ts';
import { textValue } from './json-ld.ts';
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
];
/** Names of publishing systems: `w-published-date`, `article.published_at`. */
const publishedLike = /(?:^|[._:-])pub(?:lished|lish|lication)?[._-]?(?:date|time|at|on)$/;
const modifiedNames = [
  'article:modified_time',
  'datemodified',
  'og:updated_time',
  'og:article:modified_time',
  'last-modified',
  'dcterms.modified',
  'dc.date.modified',
  'revised',
  'updated',
  'ms.date',
];
const maxOtherNames = 10;
/** Longer texts are no dates. */
const maxShownCharacters = 80;

function declaredMoment(
  evidence: MetadataEvidence,
  { headline, language }: ArticleSetting,
  properties: readonly string[],
  names: readonly string[],
): string | undefined {
  const order = dateOrderOf(language);
  const read = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : momentOf(text, order);
  for (const work of evidence.articles)
    for (const property of properties) {
      const moment = read(textValue(work[property]));
      if (moment !== undefined) return moment;
    }
  const [inHead] = declaredInHead(evidence, names, read);
  if (inHead !== undefined) return inHead;
  for (const property of properties) {
    const marked = markedUp(evidence, headline, property);
    const moment = read(
      marked?.attribs['content'] ??
        marked?.attribs['datetime'] ??
        (marked === undefined ? undefined : rawText(marked, maxShownCharacters)),
    );
    if (moment !== undefined) return moment;
  }
  return undefined;
}

/** Blogs mark the date of a post without microdata. */
function timeOfPost({ index }: MetadataEvidence, language: string | undefined): string | undefined {
  const time = index
    .named('time')
    .find(
      ({ attribs }) =>
        'pubdate' in attribs || /publish|entry-date|post-date|posted/i.test(attribs['class'] ?? ''),
    );
  const written = time?.attribs['datetime'];
  return written === undefined ? undefined : momentOf(written, dateOrderOf(language));
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
  const otherNames = facts.properties
    .map(([name]) => name)
    .filter((name) => publishedLike.test(name))
    .slice(0, maxOtherNames);
  const declared =
    declaredMoment(evidence, setting, ['datePublished', 'dateCreated'], [...publishedNames, ...otherNames]) ??
    timeOfPost(evidence, language);
  const shown = declared === undefined ? datelineOf(beginning(), dateOrderOf(language)) : undefined;
  return {
    author: authorOf(evidence, setting, beginning),
    publishedTime: declared ?? shown?.published ?? dayOfUrl(page.url),
    modifiedTime: declaredMoment(evidence, setting, ['dateModified'], modifiedNames) ?? shown?.updated,
  };
}
