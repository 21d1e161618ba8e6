import { Ajv2020 } from 'ajv/dist/2020.js';

type Schema = Readonly<Record<string, unknown>>;

const mostLevels = 10;

/** What a strict endpoint finds wrong with a schema; `undefined` when it takes it. */
export function strictSchemaProblem(schema: unknown, level = 0): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if (Array.isArray(schema))
    return schema.map((item) => strictSchemaProblem(item, level)).find((problem) => problem !== undefined);
  const {
    properties,
    required = [],
    additionalProperties,
  } = schema as {
    properties?: Record<string, unknown>;
    required?: unknown[];
    additionalProperties?: unknown;
  };
  const isObject = (schema as Schema)['type'] === 'object';
  if (isObject) {
    if (level === mostLevels)
      return `Invalid schema for response_format 'answer': more than ${mostLevels} levels of nesting`;
    if (additionalProperties !== false)
      return "Invalid schema for response_format: 'additionalProperties' is required to be false";
    if (Object.keys(properties ?? {}).some((name) => !required.includes(name)))
      return "Invalid schema for response_format: 'required' must include every key in properties";
  }
  return strictSchemaProblem(Object.values(schema), isObject ? level + 1 : level);
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** A model that decodes under a schema can say nothing else: what the schema has no place for is lost. */
export function constrained(content: string, schema: Schema): string {
  if (!isJson(content)) return content;
  const ajv = new Ajv2020({
    strict: false,
    coerceTypes: true,
    removeAdditional: 'all',
    useDefaults: false,
    logger: false,
  });
  const value: unknown = JSON.parse(content);
  ajv.validate(schema, value);
  return JSON.stringify(value);
}
