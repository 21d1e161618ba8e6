import { isObject } from '#shared/kernel/json.ts';
import { unitNamed } from '#shared/values/measures.ts';

import type { Concept } from './concept.ts';
import { conceptOf, isNeutral } from './concepts.ts';
import type { JsonSchema } from './extraction-page.ts';
import { type ResolveSchema, schemaReader, typeOf } from './schema-reader.ts';
import { labelKey, casedWords } from './stems.ts';

type FieldType = 'string' | 'number' | 'integer' | 'boolean';

/** A leaf of the requested item: a value, a list of values, or a list of objects. */
export interface Field {
  /** Property names from the root of the item. */
  readonly path: readonly string[];
  readonly type: FieldType;
  readonly isList: boolean;
  /** Fields of the entries of a list of objects, whose `type` has no meaning. */
  readonly itemFields?: readonly Field[];
  readonly format?: string;
  /** `enum` or `const`. */
  readonly choices?: readonly unknown[];
  readonly concept?: Concept;
  /** Keys of the labels (see `labelKey`) that this field may have on a page. */
  readonly labels: readonly string[];
  /** The labels that come from the schema itself. */
  readonly ownLabels: readonly string[];
  /** The unit of its number, when the schema names one. */
  readonly unit?: string;
}

const maxDepth = 20;
const maxFields = 500;
/** Lists of objects may be nested this deep. */
const maxListDepth = 3;

const isScalarType = (type: string): type is FieldType => /^(?:string|number|integer|boolean)$/.test(type);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The beginning of a description names the field; the rest is advice. */
const namingWords = (description: string): string =>
  casedWords(description.split(/[.,;:(\n]/)[0] ?? '')
    .slice(0, 7)
    .join(' ');

interface Place {
  readonly path: readonly string[];
  /** Names of the objects around it, the outermost first. */
  readonly container: string;
}

/** Parties whose names, addresses and telephones are not the item's. */
const parties = /^(?:seller|organizer|performer|author|publisher|brand|contactPerson|translator|editor)$/;

/** Whether the item itself may answer a concept that the schema puts into an object of the item. */
function belongsTo(concept: Concept, container: string): boolean {
  if (isNeutral(container)) return true;
  const around = conceptOf(container);
  return around !== undefined && concept.generic !== true && !parties.test(around.name);
}

function meaningOf(schema: JsonSchema, { path, container }: Place): Concept | undefined {
  const own = path.at(-1) ?? '';
  const together = isNeutral(container) ? undefined : conceptOf(`${container} ${own}`);
  if (together !== undefined) return together;
  const meanings = [own, textOf(schema['title']), namingWords(textOf(schema['description']))]
    .map((name) => (name === '' ? undefined : conceptOf(name)))
    .filter((concept) => concept !== undefined && belongsTo(concept, container));
  const isDate = /^date(?:-time)?$/.test(textOf(schema['format']));
  return meanings.find((concept) => isDate && concept?.kind === 'date') ?? meanings[0];
}

function labelsOf(
  schema: JsonSchema,
  own: readonly string[],
  concept: Concept | undefined,
): readonly string[] {
  const described = concept === undefined ? namingWords(textOf(schema['description'])) : '';
  const keys = [described, ...(concept?.phrases ?? [])].map(labelKey).filter((key) => key !== '');
  return [...new Set([...own, ...keys])];
}

/**
 * The names that the schema gives a field; a description of a few words is one. A telephone inside a `manager` does
 * not get the bare label "Telephone".
 */
function ownLabels(schema: JsonSchema, { path, container }: Place): readonly string[] {
  const description = textOf(schema['description']);
  const described = casedWords(description).length <= 3 ? description : '';
  const names = [path.at(-1) ?? '', textOf(schema['title']), described].filter((name) => name !== '');
  const isOwn = (name: string): boolean => {
    const concept = conceptOf(name);
    return concept === undefined || belongsTo(concept, container);
  };
  const full = container === '' ? [] : names.map((name) => `${container} ${name}`);
  return [...names.filter(isOwn), ...full].map(labelKey).filter((key) => key !== '');
}

const choicesOf = (schema: JsonSchema): readonly unknown[] | undefined =>
  Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : undefined;

function unitOf(schema: JsonSchema, name: string): string | undefined {
  const texts = [name, textOf(schema['title']), textOf(schema['description'])];
  return unitNamed(texts.flatMap(casedWords));
}

function leaf(schema: JsonSchema, place: Place, resolve: ResolveSchema, lists: number): Field | undefined {
  const isList = typeOf(schema) === 'array';
  const element = isList ? resolve(schema['items']) : schema;
  const type = typeOf(element);
  const isObjects = isList && type === 'object';
  if (!isScalarType(type) && !(isObjects && lists < maxListDepth)) return undefined;
  const name = place.path.at(-1) ?? '';
  const concept = meaningOf(schema, place);
  const own = ownLabels(schema, place);
  const format = textOf(element['format']);
  const choices = choicesOf(element);
  const unit = unitOf(schema, name);
  return {
    path: place.path,
    type: isScalarType(type) ? type : 'string',
    isList,
    labels: labelsOf(schema, own, concept),
    ownLabels: own,
    ...(isObjects ? { itemFields: leavesOf(element, resolve, lists + 1) } : {}),
    ...(format === '' ? {} : { format }),
    ...(choices === undefined ? {} : { choices }),
    ...(concept === undefined ? {} : { concept }),
    ...(unit === undefined ? {} : { unit }),
  };
}

function leavesOf(itemSchema: JsonSchema, resolve: ResolveSchema, lists: number): readonly Field[] {
  const fields: Field[] = [];
  const visit = (inside: readonly JsonSchema[], path: readonly string[], container: string): void => {
    const properties = inside.at(-1)?.['properties'];
    for (const [name, given] of Object.entries(isObject(properties) ? properties : {})) {
      if (name === '__proto__' || fields.length >= maxFields || path.length > maxDepth) continue;
      const property = resolve(given);
      const place = { path: [...path, name], container };
      if (typeOf(property) !== 'object') {
        const field = leaf(property, place, resolve, lists);
        if (field !== undefined) fields.push(field);
      } else if (!inside.includes(property))
        // A recursive schema describes another thing of the same kind, which the page is not about.
        visit([...inside, property], place.path, `${container} ${name}`.trim());
    }
  };
  visit([resolve(itemSchema)], [], '');
  return fields;
}

/** The leaves of an object schema in its order, those of nested objects with their paths. */
export const fieldsOf = (itemSchema: JsonSchema): readonly Field[] =>
  leavesOf(itemSchema, schemaReader(itemSchema), 0);
