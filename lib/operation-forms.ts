import type { Plugin } from 'vite';

import { componentSchemas, pascalCase } from '#shared/contract/openapi-schemas.ts';
import { type Route, routes } from '#shared/contract/routes.ts';
import type { FieldKind, FormField, OperationForm } from './account-page/playground/operation-form.ts';

/** A JSON Schema of the contract, as far as forms need it. */
interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

type Schemas = Readonly<Record<string, FieldSchema>>;

/** Longer texts, such as prompts, get several lines. */
const maxOneLineLength = 1_000;

function resolved({ $ref, ...own }: FieldSchema, schemas: Schemas): FieldSchema {
  return $ref === undefined ? own : { ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)], ...own };
}

/** The texts to choose from. A format may be an object, too; the form offers their names. */
const choicesOf = (schema: FieldSchema | undefined): readonly unknown[] | undefined =>
  schema?.enum ?? schema?.anyOf?.find(({ type }) => type === 'string')?.enum;

/** Whether a text will do, also where an object is possible. */
const takesText = ({ type, anyOf = [] }: FieldSchema = {}): boolean =>
  type === 'string' || anyOf.some((one) => one.type === 'string');

function kindOf({ type, enum: values, items, maxLength = 0 }: FieldSchema, isUrl: boolean): FieldKind {
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array' && choicesOf(items) !== undefined) return 'choices';
  if (type === 'array') return takesText(items) ? 'lines' : 'json';
  if (type !== 'string') return 'json';
  if (values !== undefined) return 'choice';
  return maxLength > maxOneLineLength && !isUrl ? 'longText' : 'text';
}

function fieldOf(name: string, schema: FieldSchema, isRequired: boolean): FormField {
  const choices = schema.enum ?? choicesOf(schema.items);
  return {
    name,
    kind: kindOf(schema, name === 'url'),
    isRequired,
    meaning: schema.description ?? '',
    example: schema.examples?.[0],
    ...(schema.default === undefined ? {} : { default: schema.default }),
    ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    ...(choices === undefined ? {} : { choices: choices.map(String) }),
    ...(schema.type !== 'string' && takesText(schema) ? { takesText: true } : {}),
  };
}

/** Webhooks of the page's own key are signed with a secret that nobody is shown. */
const unverifiable = 'webhook';

/** The forms of all billed operations, made from the contract when the page is built. */
export function makeForms(): readonly OperationForm[] {
  const schemas = componentSchemas() as Schemas;
  return (routes as readonly Route[]).flatMap(({ operation, path, summary, function: name, request }) => {
    if (operation === undefined || request === undefined) return [];
    const { properties = {}, required = [] } = schemas[`${pascalCase(name)}Request`] ?? {};
    const shown = Object.entries(properties).filter(([field]) => field !== unverifiable);
    const fields = shown.map(([field, schema]) => {
      const full = resolved(schema, schemas);
      const items = full.items === undefined ? {} : { items: resolved(full.items, schemas) };
      const anyOf =
        full.anyOf === undefined ? {} : { anyOf: full.anyOf.map((one) => resolved(one, schemas)) };
      return fieldOf(field, { ...full, ...items, ...anyOf }, required.includes(field));
    });
    return [{ operation, path, summary, fields }];
  });
}

const moduleName = 'virtual:operation-forms';
/** The convention of bundlers for modules that are no files. */
const resolvedName = `\0${moduleName}`;

/** Gives the page the forms as data, so that no schema library is sent to the browser. */
export const operationForms = (): Plugin => ({
  name: 'operation-forms',
  resolveId: (id) => (id === moduleName ? resolvedName : undefined),
  load: (id) => (id === resolvedName ? `export default ${JSON.stringify(makeForms())};` : undefined),
});
