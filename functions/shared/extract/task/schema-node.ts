import { pointedAt } from '#shared/extract/embedded/json-value.ts';
import { isObject, type JsonObject } from '#shared/kernel/json.ts';

const maxReferences = 20;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Two schemas that apply together: the properties of both; in other keywords the second wins. */
function combined(first: JsonObject, second: JsonObject): JsonObject {
  const properties = [first['properties'], second['properties']].filter(isObject);
  const required = [...listOf(first['required']), ...listOf(second['required'])];
  return {
    ...first,
    ...second,
    ...(properties.length === 2 ? { properties: { ...properties[0], ...properties[1] } } : {}),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The schema, its `$ref` followed and joined with the keywords beside it; `{}` for anything else. */
export function resolvedSchema(schema: unknown, root: JsonObject): JsonObject {
  let node = schema;
  let beside: JsonObject = {};
  for (let hop = 0; hop < maxReferences && isObject(node); hop += 1) {
    const { $ref: reference, ...rest } = node;
    if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) break;
    beside = combined(rest, beside);
    node = pointedAt(root, reference);
  }
  return isObject(node) ? combined(node, beside) : {};
}

const typeOfValue = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Allowed types; empty when any is allowed. */
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

/** The schema with its conditional properties. */
function withConditional(node: JsonObject, root: JsonObject): JsonObject {
  const { dependentSchemas } = node;
  const dependent = isObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
  return [node['then'], node['else'], ...dependent].reduce<JsonObject>((whole, part) => {
    const { properties } = resolvedSchema(part, root);
    return isObject(properties) ? combined({ properties }, whole) : whole;
  }, node);
}

/** Number of an object's properties that a schema names; -1 when one is not among its required constants. */
function agreement(value: JsonObject, { properties }: JsonObject, root: JsonObject): number {
  if (!isObject(properties)) return 0;
  const named = Object.keys(value).filter((name) => Object.hasOwn(properties, name));
  const differs = named.some((name) => {
    const property = resolvedSchema(properties[name], root);
    const values = 'const' in property ? [property['const']] : property['enum'];
    return Array.isArray(values) && !values.includes(value[name]);
  });
  return differs ? -1 : named.length;
}

function memberFor(value: unknown, members: readonly JsonObject[], root: JsonObject): JsonObject | undefined {
  const fitting = members.filter((member) => fits(value, typesOf(member)));
  if (!isObject(value)) return fitting[0] ?? members.find((member) => !typesOf(member).includes('null'));
  const [best] = fitting
    .map((member) => ({ member, score: agreement(value, member, root) }))
    .toSorted((a, b) => b.score - a.score);
  return best?.member ?? members.find((member) => !typesOf(member).includes('null'));
}

/** Choices of choices multiply; schemas written by people have fewer. */
const maxVisited = 500;

/** The schema that applies to a value: `allOf` joined, and the best fitting member of `anyOf` or `oneOf`. */
export function schemaFor(value: unknown, schema: unknown, root: JsonObject): JsonObject {
  let visited = 0;
  function meant(part: unknown, depth: number): JsonObject {
    visited += 1;
    const own = withConditional(resolvedSchema(part, root), root);
    if (depth > maxReferences || visited > maxVisited) return own;
    const node = listOf(own['allOf']).reduce<JsonObject>(
      (whole, one) => combined(whole, meant(one, depth + 1)),
      own,
    );
    const choices = [own['anyOf'], own['oneOf']].find(Array.isArray) as readonly unknown[] | undefined;
    if (choices === undefined) return node;
    const members = choices.map((choice) => meant(choice, depth + 1));
    return combined(node, memberFor(value, members, root) ?? {});
  }
  return meant(schema, 0);
}
