import type { EmbeddedItem, EmbeddedValue, Origin } from './extraction-page.ts';
import { childPath } from './json-value.ts';
import type { FieldValue } from './read-field.ts';
import type { Field } from './schema-fields.ts';

/** The content of one field: a value, the members of a list, or the objects of a list. */
export interface Answer {
  readonly field: Field;
  readonly origin: Origin;
  /** The concept of the values when it differs from the field's. */
  readonly concept?: string;
  readonly values: readonly FieldValue[];
  readonly items?: readonly EmbeddedItem[];
}

const pointer = (path: readonly (string | number)[]): string => path.reduce<string>(childPath, '');

function evidenceOf({
  field,
  origin,
  concept = field.concept?.name,
  values,
  items,
}: Answer): readonly EmbeddedValue[] {
  if (items !== undefined)
    return items.flatMap(({ evidence }, at) =>
      evidence.map((entry) => ({ ...entry, path: `${pointer([...field.path, at])}${entry.path}` })),
    );
  const known = {
    origin,
    ...(concept === undefined ? {} : { concept }),
  };
  if (!field.isList)
    return values.slice(0, 1).map(({ quote }) => ({ path: pointer(field.path), quote, ...known }));
  return values.map(({ quote }, at) => ({ path: pointer([...field.path, at]), quote, ...known }));
}

const valueOf = ({ field, values, items }: Answer): unknown => {
  if (items !== undefined) return items.map(({ value }) => value);
  return field.isList ? values.map(({ value }) => value) : values[0]?.value;
};

/** The item of the answers, with the evidence of each. */
export function buildItem(answers: readonly Answer[]): EmbeddedItem {
  const value: Record<string, unknown> = {};
  for (const answer of answers) {
    let at = value;
    for (const name of answer.field.path.slice(0, -1)) {
      // A property may be called `constructor`, which every object inherits.
      if (!Object.hasOwn(at, name)) at[name] = {};
      at = at[name] as Record<string, unknown>;
    }
    at[answer.field.path.at(-1) ?? ''] = valueOf(answer);
  }
  return { value, evidence: answers.flatMap(evidenceOf) };
}
