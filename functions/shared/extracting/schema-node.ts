import type { JsonObject } from '#shared/embedded-extracting/extraction-page.ts';
import { isObject } from './json-value.ts';

const maxReferences = 20;

/** RFC 6901: where a `#/…` reference leads. */
function referred(root: JsonObject, reference: string): unknown {
  const tokens = reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter((token) => token !== '')
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
  return tokens.reduce<unknown>(
    (value, token) =>
      typeof value === 'object' && value !== null ? (value as JsonObject)[token] : undefined,
    root,
  );
}

/** The schema itself, or the one that its `$ref` leads to; `{}` for what is none. */
export function resolvedSchema(schema: unknown, root: JsonObject): JsonObject {
  let node = schema;
  for (let hop = 0; hop < maxReferences && isObject(node); hop += 1) {
    const reference = node['$ref'];
    if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return node;
    node = referred(root, reference);
  }
  return isObject(node) ? node : {};
}

const typeOfValue = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Types that a schema allows; empty when it allows any. */
export function typesOf(node: JsonObject): readonly string[] {
  const { type } = node;
  if (typeof type === 'string') return node['nullable'] === true ? [type, 'null'] : [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string');
  if ('properties' in node) return ['object'];
  if ('items' in node) return ['array'];
  const values = Array.isArray(node['enum']) ? node['enum'] : 'const' in node ? [node['const']] : [];
  return [...new Set(values.map(typeOfValue))];
}

const fits = (value: unknown, types: readonly string[]): boolean =>
  types.length === 0 ||
  types.includes(typeOfValue(value)) ||
  (typeof value === 'number' && types.includes('integer'));

/** Of a choice of schemas, the one that a value was made for. */
export function schemaFor(value: unknown, schema: unknown, root: JsonObject, depth = 0): JsonObject {
  const node = resolvedSchema(schema, root);
  const choices = [node['anyOf'], node['oneOf']].find(Array.isArray) as readonly unknown[] | undefined;
  if (choices === undefined || depth > 5) return node;
  const members = choices.map((choice) => schemaFor(value, choice, root, depth + 1));
  const meant =
    members.find((member) => fits(value, typesOf(member))) ??
    members.find((member) => !typesOf(member).includes('null'));
  return { ...node, ...meant };
}
