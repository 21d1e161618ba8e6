import { isObject } from '#shared/kernel/json.ts';
import type { JsonSchema } from './extraction-page.ts';
import { pointedAt } from './json-value.ts';

/** References and alternatives may multiply without end: later ones are read as `{}`. */
const maxSteps = 5_000;
const maxDepth = 20;

/** The type of a schema other than `null`; without `type` it follows from the keywords. */
export function typeOf(schema: JsonSchema): string {
  const type = schema['type'];
  const named = Array.isArray(type) ? type.find((name) => name !== 'null') : type;
  if (typeof named === 'string') return named;
  if (isObject(schema['properties'])) return 'object';
  return isObject(schema['items']) ? 'array' : 'string';
}

/** Resolves a schema: its reference followed, its `allOf` joined, its first alternative that is not null chosen. */
export type ResolveSchema = (schema: unknown) => JsonSchema;

/** Resolves the schemas inside `root`; returns `{}` after `maxSteps`. */
export function schemaReader(root: JsonSchema): ResolveSchema {
  let steps = 0;

  function alternative(schema: JsonSchema, alternatives: readonly unknown[], depth: number): JsonSchema {
    const { anyOf: _any, oneOf: _one, ...own } = schema;
    for (const entry of alternatives) {
      const chosen = resolve(entry, depth + 1);
      if (typeOf(chosen) !== 'null') return { ...chosen, ...own };
    }
    return own;
  }

  function joined(schema: JsonSchema, all: readonly unknown[], depth: number): JsonSchema {
    const { allOf: _all, ...own } = schema;
    const parts = [...all.map((entry) => resolve(entry, depth + 1)), own];
    const properties = Object.assign({}, ...parts.map((part) => part['properties'] ?? {}));
    return { ...Object.assign({}, ...parts), ...(Object.keys(properties).length > 0 ? { properties } : {}) };
  }

  function resolve(schema: unknown, depth: number): JsonSchema {
    steps += 1;
    if (!isObject(schema) || depth > maxDepth || steps > maxSteps) return {};
    const { $ref: reference, allOf: all } = schema;
    if (typeof reference === 'string') return resolve(pointedAt(root, reference), depth + 1);
    const alternatives = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(alternatives)) return alternative(schema, alternatives, depth);
    return Array.isArray(all) ? joined(schema, all, depth) : schema;
  }

  return (schema) => resolve(schema, 0);
}
