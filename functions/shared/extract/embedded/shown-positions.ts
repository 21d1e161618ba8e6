import type { Answer } from './item-builder.ts';
import type { FieldValue } from './read-field.ts';
import type { Field } from './schema-fields.ts';
import type { Region } from './shown-region.ts';

const maxRoleCharacters = 60;

/** The role of a person in the line below the name: no link, no figures, no sentence. */
function roleBelow({ lines }: Region, name: unknown): FieldValue | undefined {
  const at = lines.findIndex((line) => line.text === name);
  const { text = '', links = [] } = (at < 0 ? undefined : lines[at + 1]) ?? {};
  const isRole =
    text !== name &&
    text.length <= maxRoleCharacters &&
    links.length === 0 &&
    /\p{L}{2}/u.test(text) &&
    !/[\d@]|[.!?:]$/.test(text);
  return isRole ? { value: text, quote: text } : undefined;
}

/** What an employer asks or offers. */
const ofVacancy: ReadonlySet<string> = new Set([
  'salary',
  'salaryMin',
  'salaryMax',
  'salaryPeriod',
  'employmentType',
  'schedule',
  'requirements',
  'responsibilities',
  'benefits',
  'remote',
  'validThrough',
  'jobReference',
]);
const pathOfVacancy = /\b(?:jobs?|careers?|vacanc(?:y|ies)|positions?|openings?)\b/i;

/** Whether the heading of a page may name a vacancy: the schema, a label or the URL tells of one. */
function mayBeVacancy({ labels, setting }: Region, fields: readonly Field[]): boolean {
  const asksFor = (name: string): boolean => fields.some(({ concept }) => concept?.name === name);
  return (
    fields.some(({ concept }) => concept !== undefined && ofVacancy.has(concept.name)) ||
    (asksFor('company') && !asksFor('name') && !asksFor('author')) ||
    labels.some(({ meaning }) => meaning !== undefined && ofVacancy.has(meaning.name)) ||
    pathOfVacancy.test(setting.baseUrl)
  );
}

/** Two to five words that begin with capitals, particles such as `van` aside, or letters of a script without capitals. */
const nameOfPerson =
  /^(?:\p{Lu}[\p{L}'’.-]*(?:\s(?:\p{Lu}[\p{L}'’.-]*|de|da|di|del|der|den|la|van|von|bin|al)){0,3}\s\p{Lu}[\p{L}'’.-]*|[\p{Lo}\s]{2,20})(?:,\s\p{Lu}[\p{L}.]{1,6})?$/u;

/**
 * Leaves the heading of a page as a position only where it may name a vacancy. On the page or card of a person, the
 * position is the role below the name.
 */
export function withOwnPosition(
  answers: readonly Answer[],
  region: Region,
  fields: readonly Field[],
): readonly Answer[] {
  const valueOf = (concept: string): unknown =>
    answers.find(({ field }) => field.concept?.name === concept)?.values[0]?.value;
  const heading = valueOf('position');
  const isOfPerson =
    typeof heading === 'string' &&
    nameOfPerson.test(heading) &&
    !fields.some(({ concept }) => concept?.name === 'author');
  const isVacancy = region.isRecord ? heading !== valueOf('name') : mayBeVacancy(region, fields);
  return answers.flatMap((answer) => {
    if (answer.field.concept?.name !== 'position' || answer.origin !== 'text' || isVacancy) return [answer];
    const role = isOfPerson ? roleBelow(region, heading) : undefined;
    return role === undefined ? [] : [{ ...answer, values: [role] }];
  });
}
