type Schema = Readonly<Record<string, unknown>>;

/** What endpoints with strict structured outputs understand; everything else is for our own validator. */
const kept = ['type', 'description', 'enum', 'const', '$ref'] as const;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

function strictObject(schema: Schema, kept: Schema): Schema | undefined {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  if (Object.keys(properties).length === 0) return undefined;
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly unknown[]) : [];
  const entries: [string, Schema][] = [];
  for (const [name, property] of Object.entries(properties)) {
    const strict = strictSchema(property);
    if (strict === undefined) return undefined;
    // Strict outputs know no optional property: what is absent is null there.
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

function strictMembers(schema: Schema, keyword: 'anyOf' | 'oneOf'): readonly Schema[] | undefined {
  const members = (schema[keyword] as readonly unknown[]).map(strictSchema);
  return members.every((member) => member !== undefined) ? members : undefined;
}

function strictDefinitions(schema: Schema): Schema | undefined {
  for (const keyword of ['$defs', 'definitions'] as const) {
    const definitions = schema[keyword];
    if (!isSchema(definitions)) continue;
    const strict = Object.entries(definitions).map(([name, value]) => [name, strictSchema(value)] as const);
    if (strict.some(([, value]) => value === undefined)) return undefined;
    return { [keyword]: Object.fromEntries(strict) };
  }
  return {};
}

/**
 * The schema in the subset that strict structured outputs take: every property required, nothing additional.
 * `undefined` when the subset cannot say it (open objects, conditions, patterns of names).
 */
export function strictSchema(value: unknown): Schema | undefined {
  if (!isSchema(value)) return undefined;
  if (['allOf', 'not', 'if', 'patternProperties', 'prefixItems', '$dynamicRef'].some((name) => name in value))
    return undefined;
  const own = Object.fromEntries(kept.flatMap((name) => (name in value ? [[name, value[name]]] : [])));
  const definitions = strictDefinitions(value);
  if (definitions === undefined) return undefined;
  if (Array.isArray(value['anyOf']) || Array.isArray(value['oneOf'])) {
    const members = strictMembers(value, Array.isArray(value['anyOf']) ? 'anyOf' : 'oneOf');
    return members === undefined ? undefined : { ...own, ...definitions, anyOf: members };
  }
  if (value['type'] === 'object' || 'properties' in value) {
    const object = strictObject(value, own);
    return object === undefined ? undefined : { ...object, ...definitions };
  }
  if (value['type'] === 'array') {
    const items = strictSchema(value['items']);
    return items === undefined ? undefined : { ...own, ...definitions, items };
  }
  return Object.keys(own).length === 0 ? undefined : { ...own, ...definitions };
}
