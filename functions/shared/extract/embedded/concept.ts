import { stemOf } from './stems.ts';

/** How a value looks, and so how it is found without a label. */
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

/** A meaning that a field may have: the words for it, and its properties in schema.org. */
export interface Concept {
  readonly name: string;
  readonly kind: Kind;
  /** In English and Russian. */
  readonly phrases: readonly string[];
  /** Property paths of schema.org, the best first. */
  readonly paths: readonly (readonly string[])[];
  /** Words after a number of this concept: `3 bedrooms`. */
  readonly counted?: RegExp;
  /** Things of every kind have it, so it is no sign of what a page is about. */
  readonly generic?: boolean;
  /** Words that a name may have beside a phrase of this concept. */
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
