import { isObject, type JsonObject } from '#shared/kernel/json.ts';

/** Keywords of strict structured outputs; the others are left to our own validator. */
const keptKeywords = ['type', 'description', 'enum', 'const'] as const;
/** Strict outputs need one of these: they accept no value of any type. */
const typing = ['type', 'enum', 'const'] as const;

const nullable = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] });

function strictObject(schema: JsonObject, kept: JsonObject): JsonObject | undefined {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  if (Object.keys(properties).length === 0) return undefined;
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly unknown[]) : [];
  if (!required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name)))
    return undefined;
  const entries: [string, JsonObject][] = [];
  for (const [name, property] of Object.entries(properties)) {
    const strict = strictSchema(property);
    if (strict === undefined) return undefined;
    // Strict outputs have no optional properties: a missing one is null.
    entries.push([name, required.includes(name) ? strict : nullable(strict)]);
  }
  return {
    ...kept,
    type: 'object',
    properties: Object.fromEntries(entries),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function strictMembers(schema: JsonObject, keyword: 'anyOf' | 'oneOf'): readonly JsonObject[] | undefined {
  const members = (schema[keyword] as readonly unknown[]).map(strictSchema);
  return members.every((member) => member !== undefined) ? members : undefined;
}

function strictDefinitions(schema: JsonObject): JsonObject | undefined {
  const groups: [string, JsonObject][] = [];
  for (const keyword of ['$defs', 'definitions'] as const) {
    const definitions = schema[keyword];
    if (!isObject(definitions)) continue;
    const strict = Object.entries(definitions).map(([name, value]) => [name, strictSchema(value)] as const);
    if (strict.some(([, value]) => value === undefined)) return undefined;
    groups.push([keyword, Object.fromEntries(strict)]);
  }
  return Object.fromEntries(groups);
}

/** The strict form of a schema without definitions, references and choices. */
function strictValue(schema: JsonObject): JsonObject | undefined {
  const own = Object.fromEntries(
    keptKeywords.flatMap((name) => (name in schema ? [[name, schema[name]]] : [])),
  );
  if (schema['type'] === 'object' || 'properties' in schema) return strictObject(schema, own);
  if (schema['type'] === 'array') {
    const items = strictSchema(schema['items']);
    return items === undefined ? undefined : { ...own, items };
  }
  return typing.some((name) => name in own) ? own : undefined;
}

/** The object or array type in a list of types; `undefined` when it has scalar types only. */
function structuredType({ type }: JsonObject): 'object' | 'array' | undefined {
  if (!Array.isArray(type)) return undefined;
  return (['object', 'array'] as const).find((name) => type.includes(name));
}

/** Strict outputs describe an object or an array by itself; a nullable one becomes a choice with null. */
function strictTyped(schema: JsonObject): JsonObject | undefined {
  const { type, nullable: isNullable, ...rest } = schema;
  const structured = structuredType(schema);
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (structured !== undefined && types.some((name) => name !== structured && name !== 'null'))
    return undefined;
  const strict = strictValue(structured === undefined ? schema : { ...rest, type: structured });
  const takesNull = isNullable === true || (structured !== undefined && types.includes('null'));
  return strict !== undefined && takesNull ? nullable(strict) : strict;
}

/**
 * A schema in the subset of strict structured outputs: every property required, no additional ones. `undefined` when
 * the subset cannot express it (open objects, conditions, patterns of names).
 */
export function strictSchema(value: unknown): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  if (['allOf', 'not', 'if', 'patternProperties', 'prefixItems', '$dynamicRef'].some((name) => name in value))
    return undefined;
  const definitions = strictDefinitions(value);
  if (definitions === undefined) return undefined;
  // A reference may have nothing beside it.
  if ('$ref' in value) return { $ref: value['$ref'], ...definitions };
  if (Array.isArray(value['anyOf']) || Array.isArray(value['oneOf'])) {
    const members = strictMembers(value, Array.isArray(value['anyOf']) ? 'anyOf' : 'oneOf');
    const described = 'description' in value ? { description: value['description'] } : {};
    return members === undefined ? undefined : { ...described, ...definitions, anyOf: members };
  }
  const strict = strictTyped(value);
  return strict === undefined ? undefined : { ...strict, ...definitions };
}
