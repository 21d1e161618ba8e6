import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import { childPath } from '#shared/extract/embedded/json-value.ts';
import { isLinear, isRegExp } from './linear-reg-exp.ts';

/** A schema in the notation of JSON Schema draft 6 and later. */
export interface CommonSchema {
  readonly schema: JsonObject;
  /** Demands of the schema that values are not checked against. */
  readonly warnings: readonly string[];
}

/** Keywords whose members are schemas under names of the caller. */
const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords whose value is data. */
const data: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples']);

/** Draft 4, 5.4: `exclusiveMinimum: true` makes `minimum` exclusive; since draft 6 it is the limit itself. */
function withLimit(node: JsonObject, limit: string, exclusive: string): JsonObject {
  if (typeof node[exclusive] !== 'boolean') return node;
  const { [exclusive]: isExclusive, [limit]: bound, ...rest } = node;
  if (bound === undefined) return rest;
  return { ...rest, [isExclusive === true ? exclusive : limit]: bound };
}

/** OpenAPI 3.0 says `nullable` for the type null. Ajv knows it beside `type` only, and not for the values of `enum`. */
function withNull(node: JsonObject): JsonObject {
  const { nullable, ...rest } = node;
  if (typeof nullable !== 'boolean') return node;
  const options: unknown = rest['enum'];
  const listed =
    nullable && Array.isArray(options) ? { enum: [...new Set<unknown>([...options, null])] } : {};
  if ('type' in rest) return { ...node, ...listed };
  const isLimited = ['allOf', 'anyOf', 'oneOf', '$ref'].some((name) => name in rest);
  return nullable && isLimited
    ? { anyOf: [{ ...rest, ...listed }, { type: 'null' }] }
    : { ...rest, ...listed };
}

/**
 * A schema without the notations of draft 4 and OpenAPI 3.0, and without patterns that cannot be matched in linear
 * time: Pydantic and Zod have look-aheads in theirs. Each of these is named in a warning.
 */
export function commonSchema(root: JsonObject): CommonSchema {
  const unchecked: string[] = [];

  function common(value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((item, index) => common(item, childPath(path, index)));
    if (!isObject(value)) return value;
    const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const place = childPath(path, name);
      if (name === 'pattern' && typeof member === 'string' && !isLinear(member) && isRegExp(member)) {
        unchecked.push(path);
        return [];
      }
      if (data.has(name)) return [[name, member]];
      return [[name, maps.has(name) ? named(member, place, name) : common(member, place)]];
    });
    const node = Object.fromEntries(members);
    const limited = withLimit(withLimit(node, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum');
    return withNull(limited);
  }

  function named(value: unknown, path: string, keyword: string): unknown {
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, schema]): [string, unknown][] => {
        const place = childPath(path, name);
        if (keyword === 'patternProperties' && !isLinear(name) && isRegExp(name)) {
          unchecked.push(place);
          return [];
        }
        return [[name, common(schema, place)]];
      }),
    );
  }

  // The root is a result, which is never null.
  const { nullable: _nullable, ...schema } = root;
  return {
    schema: common(schema, '') as JsonObject,
    warnings: unchecked.map(
      (path) =>
        `The pattern of ${path === '' ? 'the schema' : path} is ignored: it cannot be matched in linear time (look-around, back-references, some classes, more than 1,000 repetitions).`,
    ),
  };
}
