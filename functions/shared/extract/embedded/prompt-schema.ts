import type { Concept, Kind } from './concept.ts';
import { concepts, conceptsIn, isNeutral } from './concepts.ts';
import type { JsonSchema } from './extraction-page.ts';
import { stemsOf, casedWords } from './stems.ts';

const numberKinds: ReadonlySet<Kind> = new Set<Kind>([
  'number',
  'price',
  'old price',
  'lowest pay',
  'highest pay',
  'rating',
  'best rating',
  'duration',
  'storey',
  'storeys',
]);

function schemaOf({ kind }: Concept): JsonSchema {
  if (numberKinds.has(kind)) return { type: 'number' };
  if (kind === 'list') return { type: 'array', items: { type: 'string' } };
  if (kind === 'flag') return { type: 'boolean' };
  return kind === 'date' ? { type: 'string', format: 'date' } : { type: 'string' };
}

const objectOf = (named: readonly Concept[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(named.map((concept) => [concept.name, schemaOf(concept)])),
});

type Mention = ReturnType<typeof conceptsIn>[number];

/** `of the`, and what stands for it in other languages. */
const ownerMarks: ReadonlySet<string> = new Set(
  stemsOf('of from by for von vom des der zum de del du della di da do dos das van voor od af av'),
);

/** Whether only articles and one word such as `of` are between two mentions. */
function isOwned(owned: Mention, owner: Mention, stems: readonly string[]): boolean {
  const between = stems.slice(owned.start + owned.length, owner.start);
  return (
    between.some((stem) => ownerMarks.has(stem)) &&
    between.every((stem) => isNeutral(stem) || ownerMarks.has(stem))
  );
}

/** What separates the fields of a list in any script; in `name, price, currency` there is no `price currency`. */
const separators = /[,;:/|&+•!?\n\t\p{Ps}\p{Pe}，、；：／｜・。！？،؛؟]|\s[-–—]\s/u;

/** The concepts of a phrase: in `email address of the author` neither the address nor the author. */
function conceptsOfPhrase(phrase: string): readonly Concept[] {
  const stems = stemsOf(phrase);
  const all = conceptsIn(stems);
  const whole = all.filter(
    (mention) =>
      !all.some(
        (other) =>
          other.start < mention.start && other.start + other.length >= mention.start + mention.length,
      ),
  );
  const asked = whole.filter((mention, at) => {
    const [before, after] = [whole[at - 1], whole[at + 1]];
    // The name of the author is the author; the telephone of the author is a telephone.
    const isOwner =
      before !== undefined && before.concept.generic !== true && isOwned(before, mention, stems);
    const isNameOf =
      after !== undefined && mention.concept.generic === true && isOwned(mention, after, stems);
    return !isOwner && !isNameOf;
  });
  return asked.map(({ concept }) => concept);
}

/** The concepts that a prompt asks for. */
const askedConcepts = (prompt: string): readonly Concept[] => [
  ...new Set(prompt.split(separators).flatMap(conceptsOfPhrase)),
];

/** A schema of the concepts that a prompt asks for; `undefined` when it names none. */
export function schemaOfPrompt(prompt: string): JsonSchema | undefined {
  const asked = askedConcepts(prompt);
  return asked.length === 0 ? undefined : objectOf(asked);
}

/** Whether a prompt asks for something that only things of some kinds have: a price, not a name. */
export const asksForSpecific = (prompt: string): boolean =>
  askedConcepts(prompt).some(({ generic }) => generic !== true);

/** What texts of every kind may tell of themselves, beside their title. */
const ofTexts: ReadonlySet<string> = new Set([
  'author',
  'editor',
  'translator',
  'datePublished',
  'dateModified',
  'tags',
  'publisher',
  'language',
]);
/** The concept `name` has the words for names of things and people, too. */
const titleStems: ReadonlySet<string> = new Set(stemsOf('title headline заголовок'));

/** Whether a prompt asks for the title of a text, and otherwise for nothing but what texts tell of themselves. */
export function asksForTitle(prompt: string): boolean {
  const asked = askedConcepts(prompt);
  return (
    asked.some(({ name }) => name === 'name') &&
    stemsOf(prompt).some((stem) => titleStems.has(stem)) &&
    asked.every(({ name, generic }) => generic === true || ofTexts.has(name))
  );
}

/** Words of a prompt that name no data. */
const fillerWords = new Set(
  (
    'a an and any as at be by can could data details do does extract field fields find following for from get give i in information is it its me of ' +
    'on or out page please product item pull return schema tell that the this to us we website web with what which you show list main key facts ' +
    'и в во для из извлеки извлечь как какие какой какая мне найди на о об по с со страница страницы страницу товар товара данные поля поле ' +
    'информация информацию получи верни дай покажи этой факты'
  ).split(' '),
);
const words = (text: string): readonly string[] => casedWords(text).map((word) => word.toLowerCase());
const everythingWords =
  /^(?:all|everything|anything|structured|всё|все|alles|alle|tout|toutes?|todos?|todas?|tutt[oaie]|wszystko)$/u;

/** The words of a prompt that say what is wanted; none when everything is. */
export function wantedWords(prompt: string): readonly string[] {
  const own = words(prompt).filter((word) => !fillerWords.has(word) && !isNeutral(word));
  return own.some((word) => everythingWords.test(word)) ? [] : own;
}

/** A schema with a property for each label of a page that a prompt names; `undefined` when it names none. */
export function schemaOfLabels(prompt: string, labels: readonly string[]): JsonSchema | undefined {
  const wanted = new Set(wantedWords(prompt).flatMap(stemsOf));
  const named = labels.filter((label) => {
    const stems = stemsOf(label);
    return !isNeutral(label) && stems.length > 0 && stems.every((stem) => wanted.has(stem));
  });
  if (named.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((label) => [label, { type: 'string' }])),
  };
}

export const schemaOfEverything: JsonSchema = objectOf(concepts);
