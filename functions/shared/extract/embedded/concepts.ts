import { commerceConcepts } from './concepts-commerce.ts';
import { homeConcepts } from './concepts-homes.ts';
import { placeConcepts } from './concepts-places.ts';
import { workConcepts } from './concepts-work.ts';
import { writingConcepts } from './concepts-writing.ts';
import type { Concept } from './concept.ts';
import { stemsOf, casedWords } from './stems.ts';
import { wordsOfConcept } from './words/words-of-concepts.ts';

/** As phrases are compared: words in lower case. */
const spelling = (text: string): string => casedWords(text).join(' ').toLowerCase().replaceAll('ё', 'е');

export const concepts: readonly Concept[] = [
  ...commerceConcepts,
  ...writingConcepts,
  ...workConcepts,
  ...placeConcepts,
  ...homeConcepts,
].map((concept) => ({
  ...concept,
  phrases: [...new Set([...concept.phrases, ...wordsOfConcept(concept.name)].map(spelling))],
}));

/** The words for a concept in all languages, in lower case and without punctuation. */
export const phrasesOf = (name: string): readonly string[] =>
  concepts.filter((concept) => concept.name === name).flatMap(({ phrases }) => phrases);

/** Words for the owner, unit or shape of a property, which do not change its meaning. */
const neutral = new Set(
  stemsOf(
    'product item goods job vacancy article event page recipe listing post news property apartment ' +
      'flat house book movie film car object offer entry record result details detail specification ' +
      'specifications specs characteristics features attributes parameters contact contacts data meta ' +
      'general info text value string raw list name number amount count ' +
      'the a an of in on at for to with by and or is as it its this that your our my all first full ' +
      'main key total basic current additional essential required preferred desired more gross net ' +
      'annual ' +
      'kg g km m cm mm ml l gram grams kilogram kilograms metre metres meter meters liter liters litres ' +
      'sqm m2 usd eur gbp rub min minutes hours iso ' +
      'товара вакансии статьи события страницы рецепта объявления объекта квартиры книги публикации ' +
      'мероприятия ваш ваши наш наши основные ключевые дополнительно и в на по из за для с от до это ' +
      'его ее или ' +
      'рублях руб долларах кг г см мм м мл л минутах часах метрах граммах',
  ),
);

interface Phrase {
  readonly concept: Concept;
  readonly stems: readonly string[];
}

const phrasesByFirst = new Map<string, Phrase[]>();
for (const concept of concepts)
  for (const phrase of concept.phrases) {
    const stems = stemsOf(phrase);
    const first = stems[0] ?? '';
    phrasesByFirst.set(first, [...(phrasesByFirst.get(first) ?? []), { concept, stems }]);
  }

/** Whether a text has neutral words only: `details`, `product info`. */
export const isNeutral = (text: string): boolean => stemsOf(text).every((stem) => neutral.has(stem));

const phraseOwners = Map.groupBy(
  concepts.flatMap((owner) => owner.phrases.map((phrase) => ({ phrase, owner }))),
  ({ phrase }) => phrase,
);

/** The concepts with this text, exactly as spelled, among their phrases: `Этаж` is not `Этажей`. */
export const conceptsSpelt = (text: string): readonly Concept[] =>
  (phraseOwners.get(spelling(text)) ?? []).map(({ owner }) => owner);

interface Mention {
  readonly concept: Concept;
  readonly start: number;
  readonly length: number;
}

export function conceptsIn(stems: readonly string[]): readonly Mention[] {
  return stems.flatMap((stem, start) => {
    const fitting = (phrasesByFirst.get(stem) ?? []).filter((phrase) =>
      phrase.stems.every((part, at) => stems[start + at] === part),
    );
    const longest = fitting.toSorted((a, b) => b.stems.length - a.stems.length)[0];
    return longest === undefined ? [] : [{ concept: longest.concept, start, length: longest.stems.length }];
  });
}

const isGeneric = ({ concept }: Mention): boolean => concept.generic === true;

/**
 * The concept that a name or a label means: `productName`, `company_name`, `старая цена`. `undefined` when
 * another word changes the meaning: `deliveryPrice` is no price.
 */
export function conceptOf(text: string): Concept | undefined {
  const [spelt] = conceptsSpelt(text);
  if (spelt !== undefined) return spelt;
  const stems = stemsOf(text);
  const ranked = conceptsIn(stems).toSorted(
    (a, b) => b.length - a.length || Number(isGeneric(a)) - Number(isGeneric(b)) || b.start - a.start,
  );
  return ranked.find(({ start, length, concept }) =>
    stems.every(
      (stem, at) =>
        (at >= start && at < start + length) || neutral.has(stem) || concept.aside?.has(stem) === true,
    ),
  )?.concept;
}
