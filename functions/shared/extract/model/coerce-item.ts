import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { PageSetting } from '#shared/extract/embedded/extraction-page.ts';
import { readEmail } from '#shared/extract/values/contacts.ts';
import { dateOrderOf, readDate, readDateTime } from '#shared/extract/values/dates.ts';
import { readNumber } from '#shared/extract/values/numbers.ts';
import { schemaFor, typesOf } from '#shared/extract/task/schema-node.ts';

interface Place {
  readonly root: JsonObject;
  readonly setting: PageSetting;
  readonly depth: number;
}

/** Deeper values than any accepted schema describes. */
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
  uri: (text, { baseUrl }) => URL.parse(text, baseUrl)?.href,
};

function coercedText(text: string, node: JsonObject, { setting }: Place): string {
  const options = Array.isArray(node['enum']) ? node['enum'] : [];
  const option = options.find(
    (candidate) => typeof candidate === 'string' && candidate.toLowerCase() === text.toLowerCase(),
  ) as string | undefined;
  if (option !== undefined) return option;
  const { format } = node;
  return (typeof format === 'string' ? formats[format]?.(text, setting) : undefined) ?? text;
}

function coercedScalar(value: string | number | boolean, node: JsonObject, place: Place): unknown {
  const types = typesOf(node);
  const takes = (...names: readonly string[]) =>
    types.length === 0 || types.some((type) => names.includes(type));
  if (typeof value === 'string') {
    const text = cleaned(value);
    if (takes('string')) return coercedText(text, node, place);
    if (text === '') return undefined;
    if (takes('number', 'integer')) return readNumber(text, place.setting.numberMarks);
    if (!takes('boolean')) return text;
    return yes.test(text) ? true : no.test(text) ? false : undefined;
  }
  if (typeof value === 'number' && !takes('number', 'integer') && takes('string')) return String(value);
  return value;
}

function coercedObject(value: JsonObject, node: JsonObject, place: Place): JsonObject {
  const properties = isObject(node['properties']) ? node['properties'] : undefined;
  const { additionalProperties: additional, required } = node;
  // Nobody asked for what the schema does not name, and what a page talked a model into would come there.
  const isOpen =
    properties === undefined || isObject(additional) || additional === true || 'patternProperties' in node;
  const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    const isNamed = properties !== undefined && Object.hasOwn(properties, name);
    const isRequired = Array.isArray(required) && required.includes(name);
    if (name === '__proto__' || !(isNamed || isRequired || isOpen)) return [];
    const schema = isNamed ? properties[name] : isObject(additional) ? additional : {};
    const fitted = coerced(item, schema, place);
    return fitted === undefined ? [] : [[name, fitted]];
  });
  return Object.fromEntries(entries);
}

function coerced(value: unknown, schema: unknown, above: Place): unknown {
  const place = { ...above, depth: above.depth + 1 };
  if (place.depth > maxDepth) return undefined;
  const node = schemaFor(value, schema, place.root);
  const types = typesOf(node);
  if (value === null || value === undefined)
    return types.length === 0 || types.includes('null') ? null : undefined;
  if (Array.isArray(value)) {
    if (types.length > 0 && !types.includes('array'))
      return value.length === 1 ? coerced(value[0], schema, place) : value;
    return value
      .map((item) => coerced(item, node['items'] ?? {}, place))
      .filter((item) => item !== undefined);
  }
  // One value where a list of them was asked for.
  if (types.length > 0 && types.every((type) => type === 'array' || type === 'null')) {
    const item = coerced(value, node['items'] ?? {}, place);
    return item === undefined ? undefined : [item];
  }
  if (isObject(value)) return coercedObject(value, node, place);
  return coercedScalar(value as string | number | boolean, node, place);
}

/**
 * A model's value in the schema's types and formats: dates in ISO 8601 and numbers, both read as the page's
 * language writes them, links made absolute, absent values left out, and nothing that the schema does not name.
 * What cannot be read stays as it is, for the validator to refuse.
 */
export const coerceItem = (
  value: unknown,
  schema: unknown,
  root: JsonObject,
  setting: PageSetting,
): unknown => coerced(value, schema, { root, setting, depth: 0 });
