import { type AnyPhrase, anyPhrase } from '#shared/kernel/phrases.ts';

import type { PageSketch } from './page-sketch.ts';
import errorWords from './error-words.json' with { type: 'json' };

/** Longer pages write about errors. */
const maxMissingCharacters = 1_500;
const maxFailureCharacters = 500;
const maxRefusalCharacters = 300;
/** The sentence stands at the beginning of the page. */
const openingCharacters = 250;

/** The page does not exist. */
const missing = anyPhrase(Object.values(errorWords).flatMap((words) => words.missing));
/** The site does not work. */
const failure = anyPhrase(Object.values(errorWords).flatMap((words) => words.failure));

interface ErrorWords {
  readonly missing: readonly string[];
  readonly refused?: readonly string[];
}
/** The site shows the page to nobody, or not to this visitor. */
const refused = anyPhrase(Object.values<ErrorWords>(errorWords).flatMap((words) => words.refused ?? []));

const says = ({ title, words }: PageSketch, phrase: AnyPhrase, maxCharacters: number): boolean =>
  words.length <= maxCharacters && (phrase.isIn(title) || phrase.isIn(words.slice(0, openingCharacters)));

/** Whether a page whose status is a success says that it is missing, that nobody may see it, or that the site has failed (a "soft 404"). */
export const isErrorPage = (sketch: PageSketch): boolean =>
  says(sketch, missing, maxMissingCharacters) ||
  says(sketch, failure, maxFailureCharacters) ||
  says(sketch, refused, maxRefusalCharacters);
