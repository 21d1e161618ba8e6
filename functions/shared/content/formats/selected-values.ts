import type { Document, Element } from 'domhandler';

import { lineText } from '#shared/content/dom/element-text.ts';
import { selectElements } from '#shared/content/dom/selectors.ts';
import type { PageContent, SelectedValues, ValueSelector } from './content-options.ts';

/** Values of one selector. */
const maxValues = 1_000;
/** Characters of one value. */
const maxValueCharacters = 10_000;
/** Characters of all values of a page: elements that are inside of each other have the same text. */
const maxCharacters = 1_000_000;

type Selected = Pick<PageContent, 'attributes' | 'warnings'>;

const inDigits = (value: number): string => value.toLocaleString('en');

const warningsOf = (sentences: Readonly<Record<string, ReadonlySet<string>>>): Selected => {
  const warnings = Object.entries(sentences).flatMap(([sentence, selectors]) =>
    selectors.size === 0
      ? []
      : [`${sentence} of ${[...selectors].map((selector) => JSON.stringify(selector)).join(', ')}.`],
  );
  return warnings.length === 0 ? {} : { warnings };
};

/** Names of attributes are in lower case, except some of drawings. */
function attributeOf({ attribs }: Element, name: string): string | undefined {
  const known = [name, name.toLowerCase()].find((each) => Object.hasOwn(attribs, each));
  return known === undefined ? undefined : attribs[known];
}

const valueOf = (element: Element, attribute: string | undefined): string | undefined =>
  attribute === undefined ? lineText(element, maxValueCharacters + 1) : attributeOf(element, attribute);

/** The values that the selectors find in a document which nothing has changed since it was parsed. */
export function selectedValues(document: Document, wanted: readonly ValueSelector[]): Selected {
  const withMore = new Set<string>();
  const withLong = new Set<string>();
  const withoutRoom = new Set<string>();
  let left = maxCharacters;
  const valuesOf = ({ selector, attribute }: ValueSelector): readonly string[] => {
    const values: string[] = [];
    for (const element of selectElements(document, [selector])) {
      const value = valueOf(element, attribute);
      if (value === undefined) continue;
      const cut = value.slice(0, maxValueCharacters).toWellFormed();
      const full = values.length === maxValues ? withMore : cut.length > left ? withoutRoom : undefined;
      if (full !== undefined) {
        full.add(selector);
        break;
      }
      if (value.length > maxValueCharacters) withLong.add(selector);
      values.push(cut);
      left -= cut.length;
    }
    return values;
  };
  const attributes = wanted.map((each): SelectedValues => ({ ...each, values: valuesOf(each) }));
  return {
    attributes,
    ...warningsOf({
      [`attributes has the first ${inDigits(maxValues)} values only`]: withMore,
      [`Values of attributes are cut after ${inDigits(maxValueCharacters)} characters:`]: withLong,
      [`The values of attributes end after ${inDigits(maxCharacters)} characters: there are more`]:
        withoutRoom,
    }),
  };
}

const noPage = 'attributes is empty: the URL leads to a file, not to a page.';

/** The values of a document that has no elements to select. */
export const noSelectedValues = (wanted: readonly ValueSelector[]): Required<Selected> => ({
  attributes: wanted.map((each) => ({ ...each, values: [] })),
  warnings: [noPage],
});
