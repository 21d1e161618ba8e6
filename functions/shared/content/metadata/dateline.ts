import { withLetterRanges } from '#shared/kernel/letter-ranges.ts';
import { inLowerCase } from '#shared/kernel/phrases.ts';
import { type DateOptions, dateOrderOf, findDate } from '#shared/values/dates.ts';
import { momentOf } from './article-dates.ts';
import type { Beginning, ShownLine } from './article-beginning.ts';
import { isAuthorLabel, publishedWords } from './byline.ts';
import words from './byline-words.json' with { type: 'json' };

/** The dates that a page shows around its headline. */
export interface Dateline {
  readonly published: string | undefined;
  readonly updated: string | undefined;
}

const maxLineCharacters = 160;
/** With more words around it, a date is in a sentence. */
const maxWordsAround = 80;
/** Words before a date that say what it is the date of. */
const maxLabelCharacters = 40;

type Kind = 'published' | 'updated' | 'plain' | 'other';

const stems = {
  published: words.published,
  updated: words.updated,
  other: words.otherDates,
} as const;

const firstIdeograph = '\u2e80';

/** Where the last of the words that start with a stem begins; languages without spaces have no words. */
function lastPlace(label: string, stem: string): number {
  for (let at = label.lastIndexOf(stem); at >= 0; at = at === 0 ? -1 : label.lastIndexOf(stem, at - 1))
    if (stem >= firstIdeograph || !/\p{L}/u.test(label[at - 1] ?? ' ')) return at;
  return -1;
}

/** `#2` is the number of an answer in a discussion. */
const ofReply = /#(?:[2-9]|[1-9]\d+)\s*$/u;

/** The nearest label before a date says what it is. */
export function kindOf(label: string): Kind {
  if (ofReply.test(label)) return 'other';
  const lower = label.toLowerCase();
  if (!/\p{L}/u.test(lower)) return 'plain';
  let nearest: { readonly kind: Kind; readonly place: number } = { kind: 'plain', place: -1 };
  for (const kind of ['published', 'updated', 'other'] as const)
    for (const stem of stems[kind]) {
      const place = lastPlace(lower, stem);
      if (place > nearest.place) nearest = { kind, place };
    }
  return nearest.kind;
}

interface Dated {
  readonly kind: Kind;
  readonly moment: string;
}

/** Between the first and the last day of something. */
const joinsDays = /^\s*(?:[-–—]|to|until|bis|à|au)\s*$/iu;

/** A line of names and days has fewer words, or no full stop. */
const minWordsOfSentence = 6;

/** Whether a date is one of the words of a sentence: "As of 4 May 2014, the harbour has 858 lamps." */
const isSentence = (words: string): boolean =>
  /\p{L}{3}[.!?]$/u.test(words) && (words.match(/\p{L}+/gu)?.length ?? 0) >= minWordsOfSentence;

/** The dates of a line with the words before them; those that begin or end a span are of something else. */
function writtenDates({ text }: ShownLine, label: string, order: DateOptions): readonly Dated[] {
  const dates: Dated[] = [];
  let from = 0;
  let around = text.length;
  for (let found = findDate(text, order); found !== undefined && dates.length < 3;) {
    const before = text.slice(from, from + found.start);
    around -= found.end - found.start;
    const moment = momentOf(text.slice(from + found.start, from + found.end), order);
    const endsSpan = from > 0 && joinsDays.test(before);
    const kind = endsSpan
      ? 'other'
      : kindOf(`${from === 0 ? label : ''} ${before}`.slice(-maxLabelCharacters));
    const begin = endsSpan ? dates.pop() : undefined;
    if (begin !== undefined) dates.push({ ...begin, kind: 'other' });
    if (moment !== undefined) dates.push({ kind, moment });
    from += found.end;
    found = findDate(text.slice(from), order);
  }
  if (around > maxWordsAround) return [];
  return isSentence(text) ? dates.filter(({ kind }) => kind !== 'plain') : dates;
}

/** `Reviewed by Bo Ek` above a date says nothing of it. */
const namesReviewer = /\b(?:reviewed|checked|edited)\s+by\b/iu;
const isLabel = (line: ShownLine | undefined): line is ShownLine =>
  line !== undefined &&
  line.text.length <= maxLabelCharacters &&
  !/\d/.test(line.text) &&
  !namesReviewer.test(line.text);

/** Whether a line has two moments with `to` or a dash between them. */
const isSpan = ({ parts }: ShownLine): boolean =>
  parts.some(
    ({ text }, at) =>
      joinsDays.test(text) && parts[at - 1]?.moment !== undefined && parts[at + 1]?.moment !== undefined,
  );

function datesIn(line: ShownLine, label: string, order: DateOptions): readonly Dated[] {
  if (line.text.length > maxLineCharacters || /©|\(c\)/iu.test(line.text)) return [];
  const forMachines = line.parts.flatMap(({ moment, text }, place): readonly Dated[] => {
    const read = moment === undefined ? undefined : momentOf(moment, order);
    if (read === undefined) return [];
    const words = `${label} ${line.parts
      .slice(0, place)
      .map((part) => part.text)
      .join(' ')} ${text}`;
    return [{ kind: kindOf(words), moment: read }];
  });
  if (forMachines.length === 0) return writtenDates(line, label, order);
  return isSpan(line) ? forMachines.map((date) => ({ ...date, kind: 'other' })) : forMachines;
}

const labelAbove = (lines: readonly ShownLine[], at: number): string => {
  const line = lines[at - 1];
  return isLabel(line) ? line.text : '';
};

const datesOf = (lines: readonly ShownLine[], order: DateOptions): readonly Dated[] =>
  lines.flatMap((line, at) => datesIn(line, labelAbove(lines, at), order));

/** Publication and modification time in the first lines of an article. */
export function datelineOf({ before, after }: Beginning, order: DateOptions): Dateline {
  const dates = [...datesOf(after, order), ...datesOf(before, order)];
  const first = (kind: Kind): string | undefined => dates.find((date) => date.kind === kind)?.moment;
  return { published: first('published') ?? first('plain'), updated: first('updated') };
}

const agency = String.raw`(?:\/[\p{L}\d\s-]{2,30}\/|\([\p{Lu}\d\s-]{2,30}\))`;
/** `YSTAD, Sweden, `, `LONDON--(BUSINESS WIRE)--`: the place from which news is reported, in capitals. */
const place = new RegExp(
  String.raw`^\p{Lu}{3,}[\p{Lu}\s.'’-]*(?:,\s\p{Lu}[\p{L}.\s'’-]{0,30})*(?:,\s|\s?--\s?${agency}\s?--\s?)$`,
  'u',
);
const behindPlace = new RegExp(String.raw`^,?\s*${agency}?\s*(?:--|[–—])`, 'u');
/** Without a place, two hyphens are the sign of agencies: writers put a dash behind the day of which they tell. */
const behindDay = new RegExp(String.raw`^,?\s*(?:--\s|${agency}\s*(?:--|[–—]))`, 'u');
const maxOpening = 100;
/** Texts about the past begin with a day, too. */
const firstYear = 1995;
/** Shorter lines are summaries and captions. */
const minParagraphCharacters = 120;

/** `29.11.2022 – `: a day in figures is the sign of an editor. */
const dayInFigures = /^\d{1,2}[./]\d{1,2}[./]\d{4}$/;

/** The day that a text begins with as agencies write it, in its words. */
function openingOf(text: string, order: DateOptions): string | undefined {
  const opening = text.slice(0, maxOpening);
  const found = findDate(opening, order);
  if (found === undefined) return undefined;
  const [before, day] = [opening.slice(0, found.start), opening.slice(found.start, found.end)];
  const behind = text.slice(found.end, found.end + maxOpening);
  const isNamed = place.test(before) || (before === '' && dayInFigures.test(day));
  const isOpening = isNamed ? behindPlace.test(behind) : before === '' && behindDay.test(behind);
  const goesOn = behind.replace(/^[^\p{L}\d]+/u, '');
  return isOpening && findDate(goesOn, order)?.start !== 0 ? day : undefined;
}

/**
 * The day of publication with which the first paragraph begins, as news agencies write it: `Jan. 11, 2012 -- Two boats won`.
 * In a chronicle, others begin with a day, too.
 */
export function openingDay({ after }: Beginning, order: DateOptions): string | undefined {
  const paragraphs = after.filter(({ text }) => text.length >= minParagraphCharacters);
  const [first, ...others] = paragraphs.map(({ text }) => openingOf(text, order));
  if (first === undefined || others.some((day) => day !== undefined)) return undefined;
  const moment = momentOf(first, order);
  return moment !== undefined && Number(moment.slice(0, 4)) >= firstYear ? moment : undefined;
}

/** For labels in lower case, as phrases are. */
const labelOf = (said: string): RegExp =>
  new RegExp(withLetterRanges(`^\\s*${said}\\p{L}*(?:\\s\\p{L}{1,4}){0,2}\\s*[:：]?\\s*$`), 'u');
/** `Posted on the`, `Post time:`; with a name it is somebody's answer. */
const labelOfDay = labelOf(publishedWords);
/** Posts of a discussion are `edited`; names and prices are `changed`, and leagues have standings. */
const ofOtherThings = new Set(['edited', 'changed', 'stand', 'reviewed']);
/** `Updated`, `Page last modified`, as the source of a regular expression. */
export const updatedWords = `(?:(?:${words.updatedOpenings.join('|')})\\s){0,3}(?:${words.updated.filter((word) => !ofOtherThings.has(word)).join('|')})`;
const labelOfChange = labelOf(updatedWords);
/** Whether words before a date say that it is the day of publication. */
export const isPublishedLabel = (label: string): boolean => labelOfDay.test(inLowerCase(label));
/** Whether words before a date say that it is the day of the last change. */
export const isUpdatedLabel = (label: string): boolean => labelOfChange.test(inLowerCase(label));

/** `7 min read`, `Wednesday`. */
const besideDay =
  /\d+\s*-?min(?:ute)?s?(?:\sread)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)(?:day)?(?=[,.\s]|$)/giu;
const beforeDay = /^(?:on|le|am|den|el|em|il|op)$/iu;

/**
 * The first day of publication that leaves no doubt: its line says so, or has no more than it and the author, and
 * neither has the line above that may be its label.
 */
export function sureDayOf(
  lines: readonly ShownLine[],
  language: string | undefined,
  author: string | undefined,
): string | undefined {
  const order = dateOrderOf(language);
  const isNothingElse = (text: string): boolean => {
    const rest = text
      .replaceAll(author ?? '', '')
      .replaceAll(besideDay, '')
      .replaceAll(/^[^\p{L}\d†*]+|(?<![^\p{L}\d†*])[^\p{L}\d†*]+$/gu, '');
    return rest === '' || beforeDay.test(rest) || isAuthorLabel(rest, language);
  };
  for (const [at, line] of lines.entries()) {
    const label = labelAbove(lines, at);
    const [date, ...others] = datesIn(line, label, order).filter(({ kind }) => kind !== 'updated');
    const found = findDate(line.text, order);
    if (date === undefined || others.length > 0 || found === undefined) continue;
    const before = line.text.slice(0, found.start);
    const isSaid = [label, before].some((words) => isPublishedLabel(words.split(/[|·•]/u).at(-1) ?? ''));
    const isAlone =
      isNothingElse(label) && isNothingElse(before) && isNothingElse(line.text.slice(found.end));
    if ((date.kind === 'published' && isSaid) || (date.kind === 'plain' && isAlone)) return date.moment;
  }
  return undefined;
}
