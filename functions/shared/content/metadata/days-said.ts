import { type Element, isTag, isText } from 'domhandler';

import { rawText } from '#shared/content/dom/element-text.ts';
import { ancestor, type ElementIndex } from '#shared/content/dom/element-edit.ts';
import { isCommentTitle } from '#shared/content/threads/reader-comments.ts';
import { withLetterRanges } from '#shared/kernel/letter-ranges.ts';
import { inLowerCase } from '#shared/kernel/phrases.ts';
import { type DateOptions, dateOrderOf, findDate } from '#shared/values/dates.ts';
import { momentOf } from './article-dates.ts';
import { authorSayings, nameSaidIn, publishedWords } from './byline.ts';
import { isPublishedLabel, isUpdatedLabel, updatedWords } from './dateline.ts';
import { isOwn, only, opensWith } from './marks-elsewhere.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';

// Without markup, a day far from the headline counts only where words say what it is the day of.

const maxLineCharacters = 100;
const maxDateCharacters = 40;
const maxLines = 200;
const maxBreaks = 400;
const levels = 12;

const opensWithAny = (words: string) => {
  const pattern = new RegExp(withLetterRanges(`^\\s*${words}`), 'u');
  return (text: string): boolean => pattern.test(inLowerCase(text));
};
const saysPublished = opensWithAny(publishedWords);
const saysUpdated = opensWithAny(updatedWords);

/** Whether an element is in no list and above the comments of readers. */
function isOfPage(element: Element, index: ElementIndex, comments: Element | undefined): boolean {
  if (comments !== undefined && index.precedes(comments, element)) return false;
  return element.name !== 'li' && ancestor(element, levels, ({ name }) => name === 'li') === undefined;
}

/** `This entry was posted on`: old themes of WordPress say the day in a sentence, in German before the verb. */
const opensSentence =
  /^\s*(?:this (?:entry|post|article) was (?:posted|published|written) on|dies(?:er|es|e) (?:eintrag|beitrag|artikel|post) wurde)\s/i;
const saysInSentence = (text: string): boolean => opensSentence.test(text);
const germanDay = /^ ?\S+ \S+ wurde (?:vor )?(?:am )?(?:\p{L}+,? )?(?:den )?$/iu;
const germanVerb = /^[^.!?]{0,60}\s(?:veröffentlicht|erstellt|geschrieben|verfasst|publiziert|gepostet)/iu;
/** `erstmals 1961 veröffentlicht`: the day of the first edition of a text, and not that of the page. */
const saysFirst = /^[^.!?]{0,60}\s(?:erstmals|ursprünglich|zuerst)\s/iu;
const maxSentenceCharacters = 600;

function dayInSentence(text: string, order: DateOptions): string | undefined {
  const found = findDate(text.slice(0, maxLineCharacters), order);
  if (found === undefined) return undefined;
  const [before, after] = [text.slice(0, found.start), text.slice(found.end)];
  const isSaid = /^\s*this\s/i.test(text)
    ? /\son (?:\p{L}+,? )?(?:the )?$/iu.test(before)
    : germanDay.test(before) && germanVerb.test(after) && !saysFirst.test(after);
  return isSaid ? momentOf(text.slice(found.start, found.end), order) : undefined;
}

const isFooter = ({ name, attribs }: Element): boolean =>
  name === 'footer' || /(?:^|\s)footer(?:\s|$)/i.test(attribs['class'] ?? '');

/** The day behind words such as `Published on`. */
function dayIn(
  text: string,
  order: DateOptions,
  isLabel: (words: string) => boolean = isPublishedLabel,
): string | undefined {
  const found = findDate(text, order);
  return found !== undefined && isLabel(text.slice(0, found.start))
    ? momentOf(text.slice(found.start, found.end), order)
    : undefined;
}

/** The day that is all of the next element. */
function dayAfter({ next }: Element, order: DateOptions): string | undefined {
  let after = next;
  while (after !== null && isText(after) && after.data.trim() === '') after = after.next;
  if (after === null || !isTag(after)) return undefined;
  const text = rawText(after, 2 * maxDateCharacters).trim();
  const found = findDate(text, order);
  return found?.start === 0 && found.end === text.length ? momentOf(text, order) : undefined;
}

/** The text of a line behind a break. */
function lineAfter({ next }: Element): string {
  return next !== null && isText(next) && next.data.length <= maxLineCharacters ? next.data : '';
}

/**
 * The publication day (ISO 8601) from lines such as `Published 3 March 2021`, or else from a day alone below a line such as
 * `Written by Ada Lind`. `undefined` where such lines name different days.
 */
export function daySaid({ index }: MetadataEvidence, language: string | undefined): string | undefined {
  const order = dateOrderOf(language);
  const saysAuthor = authorSayings(language);
  const comments = index.all.find(isCommentTitle);
  const said: string[] = [];
  const signed: string[] = [];
  let lines = 0;
  for (const element of index.all) {
    const isSentence = opensWith(element, saysInSentence);
    const isDay = isSentence || opensWith(element, saysPublished);
    if (!isDay && !opensWith(element, saysAuthor)) continue;
    if (index.textLength(element) > (isSentence ? maxSentenceCharacters : maxLineCharacters)) continue;
    lines += 1;
    if (lines > maxLines) return undefined;
    const isSigned = !isDay && nameSaidIn(rawText(element, maxLineCharacters).trim(), language) !== undefined;
    const text = rawText(element, 2 * maxLineCharacters);
    const dayOf = (): string | undefined => {
      if (isSentence) return dayInSentence(text.replaceAll(/\s+/g, ' '), order);
      if (isDay) return dayIn(text, order);
      return isSigned ? dayAfter(element, order) : undefined;
    };
    const moment = dayOf();
    if (moment === undefined || !isOwn(element, index) || !isOfPage(element, index, comments)) continue;
    (isDay ? said : signed).push(moment.slice(0, 10));
  }
  for (const br of index.named('br').slice(0, maxBreaks)) {
    const line = lineAfter(br);
    const moment = saysPublished(line) ? dayIn(line, order) : undefined;
    if (moment !== undefined && isOwn(br, index) && isOfPage(br, index, comments))
      said.push(moment.slice(0, 10));
  }
  return said.length > 0 ? only(said) : only(signed);
}

/** The day of the last change at the foot of a page of MediaWiki, in any language. */
function changeOfWiki(index: ElementIndex, order: DateOptions): string | undefined {
  const line = index
    .named('li')
    .find(({ attribs: { id } }) => id === 'footer-info-lastmod' || id === 'lastmod');
  const text = line === undefined ? '' : rawText(line, 2 * maxLineCharacters);
  const found = findDate(text, order);
  return found === undefined ? undefined : momentOf(text.slice(found.start, found.end), order)?.slice(0, 10);
}

/** The one day of the last change that lines such as `Last updated: 3 March 2021` say, also as one of the lines of a footer. */
export function changeSaid({ index }: MetadataEvidence, order: DateOptions): string | undefined {
  const comments = index.all.find(isCommentTitle);
  const days = index.all
    .filter((element) => opensWith(element, saysUpdated) && index.textLength(element) <= maxLineCharacters)
    .slice(0, maxLines)
    .filter((element) => isOwn(element, index) && isOfPage(element, index, comments))
    .map((element) => dayIn(rawText(element, 2 * maxLineCharacters), order, isUpdatedLabel));
  const inFooter = index
    .named('br')
    .slice(-maxBreaks)
    .filter((br) => saysUpdated(lineAfter(br)) && ancestor(br, levels, isFooter) !== undefined)
    .map((br) => dayIn(lineAfter(br), order, isUpdatedLabel));
  const dayOf = (moments: readonly (string | undefined)[]): string | undefined =>
    only(moments.filter((moment) => moment !== undefined).map((moment) => moment.slice(0, 10)));
  return (
    (days.some((day) => day !== undefined) ? dayOf(days) : dayOf(inFooter)) ?? changeOfWiki(index, order)
  );
}
