import type { Document, Element } from 'domhandler';

import { lineText, type VisitBudget } from '#shared/content/dom/element-text.ts';
import { selectElements } from '#shared/content/dom/selectors.ts';
import type { PageContent, SelectedValues, ValueSelector } from './content-options.ts';

/** Values of one selector. */
const maxValues = 1_000;
/** Characters of one value. */
const maxValueCharacters = 10_000;
/** Characters of all values of a page: elements that are inside of each other have the same text. */
const maxCharacters = 1_000_000;
/** Nodes that are visited for the texts of a page: boxes inside of each other may have no characters to count. */
const maxVisits = 1_000_000;

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

const valueOf = (element: Element, attribute: string | undefined, budget: VisitBudget): string | undefined =>
  attribute === undefined
    ? lineText(element, maxValueCharacters + 1, budget)
    : attributeOf(element, attribute);

/** The values that the selectors find in a document which nothing has changed since it was parsed. */
export function selectedValues(document: Document, wanted: readonly ValueSelector[]): Selected {
  const withMore = new Set<string>();
  const withLong = new Set<string>();
  const withoutRoom = new Set<string>();
  const unvisited = new Set<string>();
  let left = maxCharacters;
  const budget: VisitBudget = { left: maxVisits };
  const valuesOf = ({ selector, attribute }: ValueSelector): readonly string[] => {
    const values: string[] = [];
    for (const element of selectElements(document, [selector])) {
      const value = valueOf(element, attribute, budget);
      if (value === undefined) continue;
      const cut = value.slice(0, maxValueCharacters).toWellFormed();
      const full = [
        values.length === maxValues && withMore,
        // The text that used the budget up may be cut anywhere.
        attribute === undefined && budget.left <= 0 && unvisited,
        cut.length > left && withoutRoom,
      ].find((selectors) => selectors !== false);
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
      [`The texts of attributes end after ${inDigits(maxVisits)} nodes of the page were read: there are more`]:
        unvisited,
    }),
  };
}

const noPage = 'attributes is empty: the document is no HTML page.';

/** The values of a document that has no elements to select. */
export const noSelectedValues = (wanted: readonly ValueSelector[]): Required<Selected> => ({
  attributes: wanted.map((each) => ({ ...each, values: [] })),
  warnings: [noPage],
});
