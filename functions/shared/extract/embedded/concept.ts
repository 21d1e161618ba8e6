import { stemOf } from './stems.ts';

/** How a value looks, and so how it is found where no label stands before it. */
export type Kind =
  | 'text'
  | 'name'
  | 'prose'
  | 'list'
  | 'number'
  | 'measure'
  | 'price'
  | 'old price'
  | 'currency'
  | 'lowest pay'
  | 'highest pay'
  | 'pay'
  | 'date'
  | 'email'
  | 'phone'
  | 'link'
  | 'image'
  | 'rating'
  | 'best rating'
  | 'availability'
  | 'duration'
  | 'address'
  | 'hours'
  | 'person'
  | 'flag'
  | 'storey'
  | 'storeys';

/** What a field may mean: the words for it, and where schema.org has it. */
export interface Concept {
  readonly name: string;
  readonly kind: Kind;
  /** English and Russian. */
  readonly phrases: readonly string[];
  /** Property paths of schema.org, the best first. */
  readonly paths: readonly (readonly string[])[];
  /** Words after a number that say it is this: `3 bedrooms`. */
  readonly counted?: RegExp;
  /** Every kind of thing has it, so it tells nothing of what a page is about. */
  readonly generic?: boolean;
  /** Words that may stand beside a phrase of this concept in a name. */
  readonly aside?: ReadonlySet<string>;
}

interface Extras {
  readonly counted?: RegExp;
  readonly generic?: boolean;
  readonly aside?: string;
}

const list = (text: string): readonly string[] => (text === '' ? [] : text.split('|'));

/** Phrases and paths are separated by `|`. */
export const concept = (
  name: string,
  kind: Kind,
  phrases: string,
  paths = '',
  { aside, ...extras }: Extras = {},
): Concept => ({
  name,
  kind,
  phrases: list(phrases),
  paths: list(paths).map((path) => path.split('.')),
  ...extras,
  ...(aside === undefined ? {} : { aside: new Set(list(aside).map(stemOf)) }),
});
