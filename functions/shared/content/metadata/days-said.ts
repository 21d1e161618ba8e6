import { type Element, isTag } from 'domhandler';

import { rawText } from '#shared/content/dom/element-display.ts';
import { type DateOptions, findDate } from '#shared/values/dates.ts';
import { momentOf } from './article-dates.ts';
import { isPublishedLabel } from './dateline.ts';
import { isOwn, only, opensWith } from './marks-elsewhere.ts';
import type { MetadataEvidence } from './metadata-evidence.ts';
import words from './byline-words.json' with { type: 'json' };

// Without markup, a day far from the headline counts only where words or its neighbour say what it is the day of.

const maxLineCharacters = 100;
const maxDateCharacters = 40;
const minDateCharacters = 6;
const maxDays = 40;

const published = `(?:${words.published.join('|')})`;
const opensPublished = new RegExp(`^\\s*${published}`, 'iu');
const saysPublished = (text: string): boolean => opensPublished.test(text);

/** The one day of which lines such as `Published 3 March 2021` say so on the whole page. */
export function daySaid({ index }: MetadataEvidence, order: DateOptions): string | undefined {
  const days: string[] = [];
  for (const element of index.all) {
    if (!opensWith(element, saysPublished) || index.textLength(element) > maxLineCharacters) continue;
    const text = rawText(element, 2 * maxLineCharacters);
    const found = findDate(text, order);
    if (found === undefined || !isPublishedLabel(text.slice(0, found.start))) continue;
    const moment = momentOf(text.slice(found.start, found.end), order);
    if (moment === undefined || !isOwn(element)) continue;
    days.push(moment.slice(0, 10));
    if (days.length >= maxDays) return undefined;
  }
  return only(days);
}

function textBefore({ prev }: Element): string {
  let before = prev;
  while (before !== null && !isTag(before)) before = before.prev;
  return before === null ? '' : rawText(before, maxLineCharacters);
}

/** The one day that stands alone behind the name of the author. */
export function dayBesideAuthor(
  { index }: MetadataEvidence,
  author: string | undefined,
  order: DateOptions,
): string | undefined {
  if (author === undefined) return undefined;
  const days = index.all
    .filter((element) => {
      const length = index.textLength(element);
      return (
        length >= minDateCharacters && length <= maxDateCharacters && textBefore(element).includes(author)
      );
    })
    .slice(0, maxDays)
    .flatMap((element): readonly string[] => {
      const text = rawText(element, 2 * maxDateCharacters).trim();
      const found = findDate(text, order);
      const isAlone = found?.start === 0 && found.end === text.length;
      const moment = isAlone && isOwn(element) ? momentOf(text, order) : undefined;
      return moment === undefined ? [] : [moment.slice(0, 10)];
    });
  return only(days);
}
