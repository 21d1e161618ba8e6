import { readDate } from '#shared/values/dates.ts';
import { pricesIn } from '#shared/values/prices.ts';
import type { PageLines } from '#shared/content/formats/page-lines.ts';
import { answerDeclared } from './answer-declared.ts';
import { answerShown } from './answer-shown.ts';
import { asksForDate, datedByChange, declaresOtherDay } from './article-day.ts';
import type { Kind } from './concept.ts';
import { withoutTitleAsBrand } from './declared-goods.ts';
import { type DeclaredItem, nameIn } from './declared-items.ts';
import { headNode } from './declared-nodes.ts';
import { type EmbeddedItem, type ExtractionPage, settingOf } from './extraction-page.ts';
import { type Answer, buildItem } from './item-builder.ts';
import { labelledValues } from './labels.ts';
import { withoutOtherThings } from './other-things.ts';
import { bestRecords } from './records.ts';
import type { Field } from './schema-fields.ts';
import type { Region } from './shown-region.ts';
import { subjectHeading, subjectLine } from './subject-name.ts';

export function completed(
  fields: readonly Field[],
  ...sources: readonly (readonly Answer[])[]
): readonly Answer[] {
  const byField = new Map<Field, Answer>();
  for (const answer of sources.flat()) if (!byField.has(answer.field)) byField.set(answer.field, answer);
  return fields.map((field) => byField.get(field)).filter((answer) => answer !== undefined);
}

export interface Shown {
  readonly lines: PageLines;
  readonly region: Region;
}

export function shownOf(page: ExtractionPage): Shown {
  const lines = withoutOtherThings(page.lines);
  const { title } = page.metadata;
  const subject = title === undefined ? undefined : subjectLine(lines.lines, [title]);
  const region = {
    lines: lines.lines,
    labels: labelledValues(lines),
    setting: settingOf(page),
    isRecord: false,
  };
  return { lines, region: subject === undefined ? region : { ...region, subject } };
}

/** Concepts that the head answers badly: its language codes and site names are written for machines. */
const weakInHead = /^(?:position|language|publisher)$/;

/** Drops a declared price that the page has crossed out: it is the old one. */
function withoutStale(
  declared: readonly Answer[],
  shown: readonly Answer[],
  { region }: Shown,
): readonly Answer[] {
  const struck = new Set(
    region.lines
      .flatMap((line) => line.struck)
      .flatMap(pricesIn)
      .map(({ value }) => value.amount),
  );
  return declared.filter(({ field, values }) => {
    if (field.concept?.kind !== 'price' || typeof values[0]?.value !== 'number') return true;
    const isStruck = struck.has(values[0].value);
    return !isStruck || !shown.some((answer) => answer.field === field);
  });
}

/** Drops a declared code that the page does not show when it shows another with a label: that of a variant, or of the shop's database. */
function withoutHiddenCodes(
  declared: readonly Answer[],
  shown: readonly Answer[],
  { region }: Shown,
): readonly Answer[] {
  return declared.filter(({ field, values }) => {
    const [code] = values;
    if (field.concept?.name !== 'sku' || typeof code?.value !== 'string') return true;
    const { value } = code;
    return (
      !shown.some((answer) => answer.field === field) || region.lines.some(({ text }) => text.includes(value))
    );
  });
}

/** Drops the site as the author when the page shows another: publishers sign what people write. */
function withoutPublisherAsAuthor(
  answers: readonly Answer[],
  shown: readonly Answer[],
  { metadata }: ExtractionPage,
): readonly Answer[] {
  const site = metadata.siteName?.toLowerCase();
  return answers.filter(({ field, values }) => {
    const author = values[0]?.value;
    if (field.concept?.name !== 'author' || typeof author !== 'string' || site === undefined) return true;
    const isSite = author.toLowerCase().includes(site) || site.includes(author.toLowerCase());
    return !isSite || !shown.some((answer) => answer.field === field);
  });
}

const amountOf = (answers: readonly Answer[], kind: Kind): number | undefined => {
  const value = answers.find(({ field }) => field.concept?.kind === kind)?.values[0]?.value;
  return typeof value === 'number' ? value : undefined;
};

/** Drops a crossed out price that is not above the price: it belongs to something else. */
export function withoutFalseOldPrice(answers: readonly Answer[]): readonly Answer[] {
  const [price, oldPrice] = [amountOf(answers, 'price'), amountOf(answers, 'old price')];
  if (price === undefined || oldPrice === undefined || oldPrice > price) return answers;
  return answers.filter(({ field }) => field.concept?.kind !== 'old price');
}

/** The heading that names the subject of the page. */
const headingOf = (
  { metadata }: ExtractionPage,
  { region }: Shown,
  declared: readonly Answer[],
): string | undefined => {
  const titles = [nameIn(declared), metadata.title ?? ''].filter((title) => title !== '');
  return region.lines[subjectHeading(region.lines, titles) ?? -1]?.text;
};

export const isNameOfOne = ({ concept, type, isList, choices }: Field): boolean =>
  concept?.name === 'name' && type === 'string' && !isList && choices === undefined;

/** The name of the subject as its heading shows it. */
function namedByHeading(
  page: ExtractionPage,
  shown: Shown,
  fields: readonly Field[],
  declared: readonly Answer[],
): readonly Answer[] {
  const heading = headingOf(page, shown, declared);
  if (heading === undefined) return [];
  return fields
    .filter(isNameOfOne)
    .map((field) => ({ field, origin: 'heading', values: [{ value: heading, quote: heading }] }));
}

/** A title is what readers see; declared ones are often written for search engines. The name of a thing is better declared. */
const isTitle = ({ field }: Answer): boolean =>
  /title|head(?:line|ing)|заголовок/i.test(field.path.at(-1) ?? '');

/** The headline of the page, as its metadata has it. Where no heading shows it, a declared thing such as a job has its own name. */
function titledByHeadline(
  { metadata: { title } }: ExtractionPage,
  { region }: Shown,
  fields: readonly Field[],
  main: DeclaredItem | undefined,
): readonly Answer[] {
  if (title === undefined) return [];
  const isNamed = ({ field }: Answer): boolean =>
    main?.isThing === true && main.answers.some((answer) => answer.field === field);
  const isShown = region.lines.some(({ level, text }) => level === 1 && text.includes(title));
  return fields
    .filter(isNameOfOne)
    .map((field): Answer => ({
      field,
      origin: isShown ? 'heading' : 'head',
      values: [{ value: title, quote: title }],
    }))
    .filter((answer) => isTitle(answer) && (isShown || !isNamed(answer)));
}

/** Facts of an article that its metadata has from all sources, each trusted as far as it deserves. */
const isOfArticle = ({ field: { concept, isList } }: Answer): boolean =>
  !isList && /^(?:author|datePublished|dateModified)$/.test(concept?.name ?? '');

/** Whether a shown day of publication is after the last change of the article: then it is that of another. */
function isAfterChange({ field: { concept }, values }: Answer, { metadata }: ExtractionPage): boolean {
  const changed = readDate(metadata.modifiedTime ?? '');
  if (concept?.name !== 'datePublished' || changed === undefined) return false;
  const day = readDate(String(values[0]?.value));
  return day !== undefined && day.slice(0, 10) > changed.slice(0, 10);
}

export const answerHead = (page: ExtractionPage, fields: readonly Field[]): readonly Answer[] =>
  answerDeclared(headNode(page), fields, settingOf(page)).map((answer) => ({ ...answer, origin: 'head' }));

/** What the head tells of an article; its date may be that of something else that the page declares. */
function articleInHead(page: ExtractionPage, fields: readonly Field[]): readonly Answer[] {
  const isDate = fields.some(asksForDate) && !declaresOtherDay(page);
  return answerHead(page, fields).filter(
    (answer) => isOfArticle(answer) || (isDate && asksForDate(answer.field)),
  );
}

/** Whether the head tells of an article that the page shows: then declared things with other names are related to it. */
export function headTellsOfArticle(
  page: ExtractionPage,
  { region }: Shown,
  fields: readonly Field[],
): boolean {
  const { title } = page.metadata;
  return (
    title !== undefined &&
    region.lines.some(({ level, text }) => level === 1 && text === title) &&
    answerHead(page, fields).some(isOfArticle)
  );
}

/**
 * The page as one thing, each field from its surest source: declared data first, then the text. Only a discussion has an
 * author and a date that its lines show and its metadata lacks: those of its first post.
 */
export function answerOneThing(
  page: ExtractionPage,
  shown: Shown,
  fields: readonly Field[],
  main: DeclaredItem | undefined,
  isDiscussion: boolean,
): readonly Answer[] {
  const declared = main?.answers ?? [];
  const objectsOf = ({ itemFields = [] }: Field): readonly EmbeddedItem[] =>
    (bestRecords(shown.lines, shown.region, itemFields)?.items ?? []).map(buildItem);
  const seen = answerShown(shown.region, fields, objectsOf);
  const head = withoutPublisherAsAuthor(answerHead(page, fields), seen, page);
  const isWeak = ({ field }: Answer): boolean => weakInHead.test(field.concept?.name ?? '');
  const sure = withoutPublisherAsAuthor(
    withoutTitleAsBrand(withoutHiddenCodes(withoutStale(declared, seen, shown), seen, shown), page),
    seen,
    page,
  );
  const named = namedByHeading(page, shown, fields, declared);
  const isLabelled = ({ origin }: Answer): boolean => origin === 'label';
  const read = seen
    .filter((answer) => isDiscussion || isLabelled(answer) || !isOfArticle(answer))
    .filter((answer) => !isAfterChange(answer, page));
  const changed = datedByChange(page, fields);
  return withoutFalseOldPrice(
    completed(
      fields,
      titledByHeadline(page, shown, fields, main),
      articleInHead(page, fields),
      sure,
      named,
      head.filter((answer) => !isWeak(answer)),
      read.filter(isLabelled),
      // Unlabelled days beside a signed article are those of others.
      page.metadata.author === undefined ? [] : changed,
      read,
      changed,
      head,
    ),
  );
}
