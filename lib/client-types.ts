import { idempotencyHours } from '#shared/contract/idempotency.ts';
import { componentSchemas, pascalCase, table } from '#shared/contract/openapi-schemas.ts';

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The default `timeout` of each operation that has one, as fields of an object. */
function defaultTimeouts(schemas: Schema): string {
  const defaults = new Map<string, unknown>();
  for (const { function: name } of table) {
    const request = schemas[`${pascalCase(name)}Request`];
    const properties = isSchema(request) ? request['properties'] : undefined;
    const timeout = isSchema(properties) ? properties['timeout'] : undefined;
    if (isSchema(timeout) && timeout['default'] !== undefined) defaults.set(name, timeout['default']);
  }
  return [...defaults].map(([name, ms]) => `${name}: ${String(ms)}`).join(', ');
}

const header = (
  schemas: Schema,
): string => `// Written by \`npm run openapi\` from functions/shared/contract. Do not edit.

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** For so many hours the service repeats the answer of an idempotency key. */
export const idempotencyHours = ${idempotencyHours};

/** Milliseconds until the service answers at the latest, when a request has no \`timeout\`. */
export const defaultTimeoutMs = { ${defaultTimeouts(schemas)} };
`;

const nameOf = (reference: unknown): string => String(reference).replace(/^.*\//, '');

const literals = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))).join(' | ');

const indent = (text: string): string => text.replaceAll('\n', '\n  ');

/** What a field means, and its default, as a comment. */
function comment({ description, default: fallback }: Schema): string {
  const lines = [
    ...(typeof description === 'string' ? [description.replaceAll('*/', '*\\/')] : []),
    ...(fallback === undefined ? [] : [`@default ${JSON.stringify(fallback)}`]),
  ];
  if (lines.length === 0) return '';
  return lines.length === 1 ? `/** ${lines.join('')} */\n` : `/**\n * ${lines.join('\n * ')}\n */\n`;
}

/** The types of requests or of answers: a caller may pass readonly lists and fields that are undefined. */
interface Direction {
  readonly list: string;
  readonly optional: string;
}

const request: Direction = { list: 'readonly ', optional: ' | undefined' };
const answer: Direction = { list: '', optional: '' };

function objectType(schema: Schema, direction: Direction): string {
  const properties = isSchema(schema['properties']) ? Object.entries(schema['properties']) : [];
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const others = schema['additionalProperties'];
  const fields = properties.filter(isField).map(([name, property]) => {
    const isRequired = required.has(name);
    const type = typeOf(property, direction) + (isRequired ? '' : direction.optional);
    return `${comment(property)}${/^\w+$/.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}: ${type};`;
  });
  if (fields.length === 0 && isSchema(others)) {
    const names = schema['propertyNames'];
    const values = typeOf(others, direction);
    return isSchema(names) && Array.isArray(names['enum'])
      ? `{ [Name in ${literals(names['enum'])}]?: ${values} }`
      : `{ [name: string]: ${values} }`;
  }
  const rest = isSchema(others) ? ['[name: string]: unknown;'] : [];
  return `{\n  ${indent([...fields, ...rest].join('\n'))}\n}`;
}

const isField = (entry: [string, unknown]): entry is [string, Schema] => isSchema(entry[1]);

function typeOf(schema: Schema, direction: Direction): string {
  if ('$ref' in schema) return nameOf(schema['$ref']);
  if ('const' in schema) return literals([schema['const']]);
  if (Array.isArray(schema['enum'])) return literals(schema['enum']);
  for (const [keyword, separator] of [
    ['anyOf', ' | '],
    ['oneOf', ' | '],
    ['allOf', ' & '],
  ] as const) {
    const parts = schema[keyword];
    if (Array.isArray(parts))
      return `(${parts
        .filter(isSchema)
        .map((part) => typeOf(part, direction))
        .join(separator)})`;
  }
  const { type } = schema;
  if (Array.isArray(type))
    return `(${type.map((name: unknown) => typeOf({ ...schema, type: name }, direction)).join(' | ')})`;
  if (type === 'array') return listType(schema, direction);
  if (type === 'object') return objectType(schema, direction);
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[
      String(type)
    ] ?? 'unknown'
  );
}

function listType({ items, prefixItems }: Schema, direction: Direction): string {
  if (Array.isArray(prefixItems))
    return `${direction.list}[${prefixItems.map((item: Schema) => typeOf(item, direction)).join(', ')}]`;
  const item = isSchema(items) ? typeOf(items, direction) : 'unknown';
  return `${direction.list}${/[ {]/.test(item) && !item.startsWith('(') ? `(${item})` : item}[]`;
}

/** The names of the schemas that a schema refers to, itself first. */
function closure(name: string, schemas: Schema, found: Set<string>): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  JSON.stringify(schemas[name], (key, value: unknown) => {
    if (key === '$ref') closure(nameOf(value), schemas, found);
    return value;
  });
  return found;
}

/** The types of the client in TypeScript: requests, answers, events and error codes of the API. */
export function clientTypes(): string {
  const schemas: Schema = componentSchemas();
  const requests = new Set<string>();
  for (const { function: name, request: body } of table)
    if (body !== undefined) closure(`${pascalCase(name)}Request`, schemas, requests);
  const answers = new Set<string>();
  for (const { function: name, data } of table)
    if (data !== undefined) closure(`${pascalCase(name)}Data`, schemas, answers);
  closure('WebhookBody', schemas, answers);
  requests.delete('JsonSchema');

  const envelope = schemas['Envelope'] as { readonly properties: { readonly code: Schema } };
  const declarations = [
    ...[...requests].map((name) => [name, request] as const),
    ...[...answers].filter((name) => !requests.has(name)).map((name) => [name, answer] as const),
  ].map(([name, direction]) => {
    const schema = schemas[name] as Schema;
    return `${comment(schema)}export type ${name} = ${typeOf(schema, direction)};\n`;
  });
  const codes = `/** The stable name of a failure. */\nexport type ErrorCode = ${typeOf(envelope.properties.code, answer)};\n`;
  return [header(schemas), codes, ...declarations].join('\n');
}
