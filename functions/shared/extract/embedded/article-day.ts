import type { Line } from '#shared/content/formats/page-lines.ts';
import { dateOrderOf, findDate, readDate } from '#shared/values/dates.ts';
import { declaredNodes } from './declared-nodes.ts';
import { type ExtractionPage, settingOf } from './extraction-page.ts';
import type { Answer } from './item-builder.ts';
import { readField } from './read-field.ts';
import type { Field } from './schema-fields.ts';

// A schema that asks for no more than a date means that of the article, where the page is one.

/** The name under which its reliability is measured: it is right less often than a day of publication. */
export const dayOfChange = 'dayOfChange';

export const asksForDate = ({ concept, isList, itemFields }: Field): boolean =>
  concept?.name === 'date' && !isList && itemFields === undefined;

/** Whether the page declares an event or a job, whose day is another than that of the page. */
export const declaresOtherDay = (page: ExtractionPage): boolean =>
  declaredNodes(page).some(({ properties }) => properties.has('startDate') || properties.has('datePosted'));

/** Longer lines are prose. */
const maxLineCharacters = 160;

const shows =
  (day: string, language: string | undefined) =>
  ({ text, times }: Line): boolean =>
    times.some((time) => time.startsWith(day)) ||
    (text.length <= maxLineCharacters && findDate(text, dateOrderOf(language))?.value.date === day);

/**
 * The day of the last change, where readers see it and the page has no day of publication. A field for the day of
 * publication never has it.
 */
export function datedByChange(page: ExtractionPage, fields: readonly Field[]): readonly Answer[] {
  const { language, modifiedTime, publishedTime } = page.metadata;
  const day = readDate(modifiedTime ?? '');
  const asked = fields.filter(asksForDate);
  if (asked.length === 0 || modifiedTime === undefined || day === undefined || publishedTime !== undefined)
    return [];
  if (!page.lines.lines.some(shows(day, language))) return [];
  return asked.flatMap((field): readonly Answer[] => {
    const value = readField(modifiedTime, field, settingOf(page));
    return value === undefined ? [] : [{ field, origin: 'head', concept: dayOfChange, values: [value] }];
  });
}
