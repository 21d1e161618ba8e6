import type { Answer } from './item-builder.ts';
import type { FieldValue } from './read-field.ts';
import roleWords from './role-words.json' with { type: 'json' };
import type { Field } from './schema-fields.ts';
import type { Region } from './shown-region.ts';

const maxRoleCharacters = 60;
const maxTitleWords = 8;
/** A full stop behind a short word is part of it: "Acme Inc." */
const endsSentence = /\p{Ll}{4,}\.$|[!?:]$/u;

/** Words, or beginnings of words, of which nearly every role has one, in ten languages; some end a longer word. */
const wordsOfRoles = Object.values(roleWords).flat();
const abbreviatedRole = /(?<!\p{L})(?:C[A-Z]O|[SE]?VP|MD|PR|HR)(?!\p{L})/u;

const namesRole = (text: string): boolean => {
  const small = text.toLowerCase();
  return abbreviatedRole.test(text) || wordsOfRoles.some((word) => small.includes(word));
};

/** The role of a person in the line below the name: no link, no figures, no sentence. */
function roleBelow({ lines }: Region, name: unknown): FieldValue | undefined {
  const at = lines.findIndex((line) => line.text === name);
  const { text = '', links = [] } = (at < 0 ? undefined : lines[at + 1]) ?? {};
  const isRole =
    text !== name &&
    text.length <= maxRoleCharacters &&
    links.length === 0 &&
    /\p{L}{2}/u.test(text) &&
    !/[\d@]/.test(text) &&
    !endsSentence.test(text);
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
/** What tells of a vacancy beside its title, where nothing of a person is asked for. */
const besideTitle: ReadonlySet<string> = new Set(['company', 'location', 'department']);
const ofPerson: ReadonlySet<string> = new Set(['name', 'author', 'email', 'phone']);

/** Segments of paths and labels of hosts of pages with vacancies. */
const partOfUrl =
  /(?:^|[./])(?:jobs?|careers?|vacanc(?:y|ies)|positions?|openings?|karriere|stellen\p{L}*|emplois?|offres?-d?-?emploi|empleos?|trabajo|lavoro|vagas?|emprego|vacatures?|praca|oferty-pracy|vakan\p{L}+|rabota|jobb|greenhouse|lever|workable|ashbyhq|smartrecruiters|recruitee|teamtailor|personio)(?=$|[./])/iu;

function mayBeVacancy({ labels, setting }: Region, fields: readonly Field[]): boolean {
  const names = fields.flatMap(({ concept }) => (concept === undefined ? [] : [concept.name]));
  const url = URL.parse(setting.baseUrl);
  return (
    names.some((name) => ofVacancy.has(name)) ||
    (names.some((name) => besideTitle.has(name)) && !names.some((name) => ofPerson.has(name))) ||
    labels.some(({ meaning }) => meaning !== undefined && ofVacancy.has(meaning.name)) ||
    (url !== null && partOfUrl.test(`${url.hostname}${url.pathname}`))
  );
}

/** Two to six words that begin with capitals, particles such as `van` aside, or letters of a script without capitals. */
const nameOfPerson =
  /^(?:\p{Lu}[\p{L}'’.-]*(?:\s(?:\p{Lu}[\p{L}'’.-]*|\p{Ll}{1,4}|\([\p{L}\s]{2,20}\))){0,4}\s(?:\p{Ll}{1,3}['’])?\p{Lu}[\p{L}'’.-]*|[\p{Lo}\p{M}\s]{2,30})(?:,\s\p{Lu}[\p{L}.]{1,6})?$/u;

const isTitleOfRole = (heading: string): boolean =>
  heading.split(/\s+/).length <= maxTitleWords && namesRole(heading);

/** Whether the fields describe a text: they ask for its author. */
const areOfText = (fields: readonly Field[]): boolean =>
  fields.some(({ concept }) => concept?.name === 'author');

/** The role in the line below a heading that may be the name of a person. */
const roleOf = (region: Region, heading: string, fields: readonly Field[]): FieldValue | undefined =>
  nameOfPerson.test(heading) && !areOfText(fields) ? roleBelow(region, heading) : undefined;

/** The position that the heading of a page is, or that the line below the name of a person names. */
function positionOfPage(
  region: Region,
  heading: string,
  fields: readonly Field[],
): FieldValue | 'heading' | undefined {
  if (isTitleOfRole(heading) && !areOfText(fields)) return 'heading';
  const below = roleOf(region, heading, fields);
  if (below !== undefined && namesRole(String(below.value))) return below;
  return mayBeVacancy(region, fields) ? 'heading' : undefined;
}

/**
 * Leaves the heading of a page as a position only where it may be the title of a vacancy. On the page or card of a
 * person, the position is the role below the name.
 */
export function withOwnPosition(
  answers: readonly Answer[],
  region: Region,
  fields: readonly Field[],
): readonly Answer[] {
  const valueOf = (concept: string): unknown =>
    answers.find(({ field }) => field.concept?.name === concept)?.values[0]?.value;
  const heading = valueOf('position');
  if (typeof heading !== 'string' || (region.isRecord && heading !== valueOf('name'))) return answers;
  const position = region.isRecord
    ? roleOf(region, heading, fields)
    : positionOfPage(region, heading, fields);
  return answers.flatMap((answer) => {
    if (answer.field.concept?.name !== 'position' || answer.origin !== 'text') return [answer];
    if (position === 'heading') return [answer];
    return position === undefined ? [] : [{ ...answer, values: [position] }];
  });
}
