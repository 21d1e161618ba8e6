import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { PageSetting } from '#shared/extract/embedded/extraction-page.ts';
import { readEmail, withScheme } from '#shared/values/contacts.ts';
import { dateOrderOf, readDate, readDateTime } from '#shared/values/dates.ts';
import { readNumber } from '#shared/values/numbers.ts';
import { schemaFor, typesOf } from '#shared/extract/task/schema-node.ts';

interface Context {
  readonly root: JsonObject;
  readonly setting: PageSetting;
  readonly depth: number;
}

/** Deeper than any accepted schema. */
const maxDepth = 40;
const yes = /^(?:true|yes|y|1|да|есть)$/i;
const no = /^(?:false|no|n|0|нет)$/i;
const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

const cleaned = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').trim();

const formats: Readonly<Record<string, (text: string, setting: PageSetting) => string | undefined>> = {
  date: (text, { language }) => readDate(text, dateOrderOf(language)),
  'date-time': (text, { language }) =>
    rfc3339.test(text) ? text : readDateTime(text, dateOrderOf(language)),
  email: (text) => readEmail(text),
  uri: (text, { baseUrl }) => URL.parse(withScheme(text), baseUrl)?.href,
};

function coercedText(text: string, node: JsonObject, { setting }: Context): string {
  const options = Array.isArray(node['enum']) ? node['enum'] : [];
  const option = options.find(
    (candidate) => typeof candidate === 'string' && candidate.toLowerCase() === text.toLowerCase(),
  ) as string | undefined;
  if (option !== undefined) return option;
  const { format } = node;
  return (typeof format === 'string' ? formats[format]?.(text, setting) : undefined) ?? text;
}

function coercedScalar(value: string | number | boolean, node: JsonObject, context: Context): unknown {
  const types = typesOf(node);
  const takes = (...names: readonly string[]) =>
    types.length === 0 || types.some((type) => names.includes(type));
  if (typeof value === 'string') {
    const text = cleaned(value);
    if (takes('string')) return coercedText(text, node, context);
    if (text === '') return undefined;
    if (takes('number', 'integer')) return readNumber(text, context.setting.numberMarks);
    if (!takes('boolean')) return text;
    return yes.test(text) ? true : no.test(text) ? false : undefined;
  }
  if (typeof value === 'number' && !takes('number', 'integer') && takes('string')) return String(value);
  return value;
}

/** Null for each required property that is not there and may be null: schemas of strict modes require every property. */
function missingAsNull(
  value: JsonObject,
  { properties, required }: JsonObject,
  context: Context,
): JsonObject {
  if (!isObject(properties) || !Array.isArray(required)) return {};
  const missing = required.filter(
    (name): name is string =>
      typeof name === 'string' &&
      name !== '__proto__' &&
      !Object.hasOwn(value, name) &&
      Object.hasOwn(properties, name) &&
      coerced(null, properties[name], context) === null,
  );
  return Object.fromEntries(missing.map((name) => [name, null]));
}

function coercedObject(value: JsonObject, node: JsonObject, context: Context): JsonObject {
  const properties = isObject(node['properties']) ? node['properties'] : undefined;
  const { additionalProperties: additional, required } = node;
  // Undeclared properties are dropped: a prompt-injected model could smuggle data through them.
  const isOpen =
    properties === undefined || isObject(additional) || additional === true || 'patternProperties' in node;
  const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    const isNamed = properties !== undefined && Object.hasOwn(properties, name);
    const isRequired = Array.isArray(required) && required.includes(name);
    if (name === '__proto__' || !(isNamed || isRequired || isOpen)) return [];
    const schema = isNamed ? properties[name] : isObject(additional) ? additional : {};
    const fitted = coerced(item, schema, context);
    return fitted === undefined ? [] : [[name, fitted]];
  });
  const fitting = Object.fromEntries(entries);
  return { ...fitting, ...missingAsNull(fitting, node, context) };
}

function coerced(value: unknown, schema: unknown, above: Context): unknown {
  const context = { ...above, depth: above.depth + 1 };
  if (context.depth > maxDepth) return undefined;
  const node = schemaFor(value, schema, context.root);
  const types = typesOf(node);
  if (value === null || value === undefined)
    return types.length === 0 || types.includes('null') ? null : undefined;
  if (Array.isArray(value)) {
    if (types.length > 0 && !types.includes('array'))
      return value.length === 1 ? coerced(value[0], schema, context) : value;
    return value
      .map((item) => coerced(item, node['items'] ?? {}, context))
      .filter((item) => item !== undefined);
  }
  // A single value in place of a list.
  if (types.length > 0 && types.every((type) => type === 'array' || type === 'null')) {
    const item = coerced(value, node['items'] ?? {}, context);
    return item === undefined ? undefined : [item];
  }
  if (isObject(value)) return coercedObject(value, node, context);
  return coercedScalar(value as string | number | boolean, node, context);
}

/**
 * Converts a model's value to the types and formats of the schema: dates to ISO 8601 and texts to numbers, both read
 * in the language of the page; relative URLs to absolute ones. Missing values, undeclared properties, and texts that are
 * no number or boolean where the schema wants one, are dropped; a required property that may be null is then null. Other
 * values that do not fit stay for the validator.
 */
export const coerceItem = (
  value: unknown,
  schema: unknown,
  root: JsonObject,
  setting: PageSetting,
): unknown => coerced(value, schema, { root, setting, depth: 0 });
