import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { resolvedSchema } from './schema-node.ts';

/**
 * The root of a schema: `item` is one object per thing that a page is about, `list` an array of them, `document` an
 * object that has `results` itself and is answered as it is.
 */
export interface SchemaForm {
  readonly kind: 'item' | 'list' | 'document';
  /** The schema for a model: an object with `items`, each as the schema describes. */
  readonly wrapped: JsonObject;
  /** The schema of one entry of `results`. */
  readonly entry: JsonObject;
}

const definitions = (root: JsonObject): JsonObject => ({
  ...(isObject(root['$defs']) ? { $defs: root['$defs'] } : {}),
  ...(isObject(root['definitions']) ? { definitions: root['definitions'] } : {}),
});

/** Adapts references, which start at the root, to the new place of the root. */
function moved(schema: unknown, to: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => moved(item, to));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) =>
      name === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? [name, /^#\/(?:\$defs|definitions)\//.test(value) ? value : `${to}${value.slice(1)}`]
        : [name, moved(value, to)],
    ),
  );
}

function wrap(root: JsonObject, isList: boolean): JsonObject {
  const { $defs: _defs, definitions: _definitions, $schema: _schema, $id: _id, ...own } = root;
  const to = isList ? '#/properties/items' : '#/properties/items/items';
  const inner = moved(own, to) as JsonObject;
  return {
    type: 'object',
    properties: { items: isList ? { ...inner, type: 'array' } : { type: 'array', items: inner } },
    required: ['items'],
    additionalProperties: false,
    ...(moved(definitions(root), to) as JsonObject),
  };
}

const anyObject: JsonObject = { type: 'object' };

export function schemaForm(schema: JsonObject | undefined): SchemaForm {
  if (schema === undefined) return { kind: 'item', wrapped: wrap(anyObject, false), entry: anyObject };
  const root = resolvedSchema(schema, schema);
  if (root['type'] === 'array' || (!('type' in root) && 'items' in root)) {
    const entry = resolvedSchema(root['items'], schema);
    return { kind: 'list', wrapped: wrap(schema, true), entry: { ...definitions(schema), ...entry } };
  }
  const properties = isObject(root['properties']) ? root['properties'] : {};
  const results = resolvedSchema(properties['results'], schema);
  if (results['type'] === 'array') {
    const entry = resolvedSchema(results['items'], schema);
    return { kind: 'document', wrapped: wrap(schema, false), entry: { ...definitions(schema), ...entry } };
  }
  return { kind: 'item', wrapped: wrap(schema, false), entry: { ...definitions(schema), ...root } };
}
