import { unitNamed } from '#shared/typed-values/measures.ts';

import type { Concept } from './concept.ts';
import { conceptOf } from './concepts.ts';
import type { JsonObject, JsonSchema } from './extraction-page.ts';
import { labelKey, wordsOf } from './words.ts';

export type FieldType = 'string' | 'number' | 'integer' | 'boolean';

/** A leaf of the item that is asked for: a value, a list of values, or a list of objects. */
export interface Field {
  /** Property names from the root of the item. */
  readonly path: readonly string[];
  readonly type: FieldType;
  readonly isList: boolean;
  /** Of a list of objects; `type` means nothing then. */
  readonly itemSchema?: JsonSchema;
  readonly format?: string;
  /** `enum` or `const`. */
  readonly choices?: readonly unknown[];
  readonly concept?: Concept;
  /** Keys of the labels (see `labelKey`) that this field may have on a page. */
  readonly labels: readonly string[];
  /** Those of them that the schema itself gives. */
  readonly ownLabels: readonly string[];
  /** The unit its number is wanted in, where the schema names one. */
  readonly unit?: string;
}

const deepest = 20;
const mostFields = 500;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function pointedAt(root: JsonSchema, reference: string): JsonSchema | undefined {
  let at: unknown = root;
  for (const part of reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((name) => name !== '')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return isObject(at) ? at : undefined;
}

/** A schema with its reference followed, and of alternatives the first that is not null. */
export function resolved(schema: unknown, root: JsonSchema, depth = 0): JsonSchema {
  if (!isObject(schema) || depth > deepest) return {};
  const reference = schema['$ref'];
  if (typeof reference === 'string') return resolved(pointedAt(root, reference), root, depth + 1);
  const alternatives = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(alternatives)) {
    const chosen = alternatives
      .map((entry) => resolved(entry, root, depth + 1))
      .find((entry) => typeOf(entry) !== 'null');
    const { anyOf: _any, oneOf: _one, ...own } = schema;
    return { ...chosen, ...own };
  }
  const all = schema['allOf'];
  if (Array.isArray(all)) {
    const { allOf: _all, ...own } = schema;
    const parts = all.map((entry) => resolved(entry, root, depth + 1));
    const properties = Object.assign(
      {},
      ...parts.map((part) => part['properties'] ?? {}),
      own['properties'] ?? {},
    );
    return {
      ...Object.assign({}, ...parts),
      ...own,
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
    };
  }
  return schema;
}

function typeOf(schema: JsonSchema): string {
  const type = schema['type'];
  const named = Array.isArray(type) ? type.find((name) => name !== 'null') : type;
  if (typeof named === 'string') return named;
  if (isObject(schema['properties'])) return 'object';
  return isObject(schema['items']) ? 'array' : 'string';
}

const isScalarType = (type: string): type is FieldType => /^(?:string|number|integer|boolean)$/.test(type);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The beginning of a description says what the field is; the rest is advice. */
const namingWords = (description: string): string =>
  wordsOf(description.split(/[.,;:(\n]/)[0] ?? '')
    .slice(0, 7)
    .join(' ');

interface Place {
  readonly path: readonly string[];
  /** What the nearest object around it is called. */
  readonly container: string;
}

function meaningOf(schema: JsonSchema, { path, container }: Place): Concept | undefined {
  const own = path.at(-1) ?? '';
  const around = conceptOf(container);
  if (around !== undefined) {
    const together = conceptOf(`${container} ${own}`);
    if (together !== undefined) return together;
  }
  const meanings = [own, textOf(schema['title']), namingWords(textOf(schema['description']))]
    .map((name) => (name === '' ? undefined : conceptOf(name)))
    // Inside another thing, a bare name or address is that thing's, not the item's.
    .filter((concept) => concept !== undefined && !(around !== undefined && concept.generic === true));
  const isDate = /^date(?:-time)?$/.test(textOf(schema['format']));
  return meanings.find((concept) => isDate && concept?.kind === 'date') ?? meanings[0];
}

function labelsOf(schema: JsonSchema, name: string, concept: Concept | undefined): readonly string[] {
  const described = concept === undefined ? namingWords(textOf(schema['description'])) : '';
  const keys = [described, ...(concept?.phrases ?? [])].map(labelKey).filter((key) => key !== '');
  return [...new Set([...ownLabels(schema, name), ...keys])];
}

/** A description of a few words is the name that a page gives to the field. */
function ownLabels(schema: JsonSchema, name: string): readonly string[] {
  const description = textOf(schema['description']);
  const described = wordsOf(description).length <= 3 ? description : '';
  return [name, textOf(schema['title']), described].map(labelKey).filter((key) => key !== '');
}

function leaf(schema: JsonSchema, root: JsonSchema, place: Place): Field | undefined {
  const isList = typeOf(schema) === 'array';
  const element = isList ? resolved(schema['items'], root) : schema;
  const type = typeOf(element);
  const concept = meaningOf(schema, place);
  const name = place.path.at(-1) ?? '';
  if (!isScalarType(type) && !(isList && type === 'object')) return undefined;
  const format = textOf(element['format']);
  const choices = Array.isArray(element['enum'])
    ? element['enum']
    : 'const' in element
      ? [element['const']]
      : undefined;
  const unit = unitNamed([
    ...wordsOf(name),
    ...wordsOf(textOf(schema['title'])),
    ...wordsOf(textOf(schema['description'])),
  ]);
  return {
    path: place.path,
    type: isScalarType(type) ? type : 'string',
    isList,
    labels: labelsOf(schema, name, concept),
    ownLabels: ownLabels(schema, name),
    ...(type === 'object'
      ? { itemSchema: { ...element, $defs: root['$defs'], definitions: root['definitions'] } }
      : {}),
    ...(format === '' ? {} : { format }),
    ...(choices === undefined ? {} : { choices }),
    ...(concept === undefined ? {} : { concept }),
    ...(unit === undefined ? {} : { unit }),
  };
}

/** The leaves of an object schema in the order it has them, those of nested objects by their path. */
export function fieldsOf(itemSchema: JsonSchema): readonly Field[] {
  const fields: Field[] = [];
  const visit = (schema: JsonSchema, path: readonly string[], container: string): void => {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    for (const [name, given] of Object.entries(properties)) {
      if (name === '__proto__' || fields.length >= mostFields || path.length > deepest) continue;
      const property = resolved(given, itemSchema);
      const place = { path: [...path, name], container };
      if (typeOf(property) === 'object') visit(property, place.path, name);
      else {
        const field = leaf(property, itemSchema, place);
        if (field !== undefined) fields.push(field);
      }
    }
  };
  visit(resolved(itemSchema, itemSchema), [], '');
  return fields;
}
