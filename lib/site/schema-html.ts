import { escaped } from './html.ts';
import { inlineHtml } from './markdown.ts';

/** A JSON Schema of the OpenAPI document, as far as its fields are shown. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export type Schemas = Readonly<Record<string, FieldSchema>>;

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** The schema that a reference names, with the words of the place that refers to it. */
function resolved(schema: FieldSchema, schemas: Schemas): FieldSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...own } = schema;
  return { ...schemas[nameOf($ref)], ...own };
}

/** Whether the fields of a schema are shown under its own name. */
export const hasFields = (schema: FieldSchema | undefined): boolean => schema?.properties !== undefined;

const code = (value: unknown): string => `<code>${escaped(JSON.stringify(value))}</code>`;

function typeHtml(schema: FieldSchema, schemas: Schemas): string {
  if (schema.$ref !== undefined && hasFields(schemas[nameOf(schema.$ref)])) {
    const name = nameOf(schema.$ref);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const { type, enum: values, const: constant, items, anyOf } = resolved(schema, schemas);
  if (anyOf !== undefined) return anyOf.map((option) => typeHtml(option, schemas)).join(' or ');
  if (constant !== undefined) return code(constant);
  if (values !== undefined) return values.map(code).join(' | ');
  if (type === 'array') return `list of ${items === undefined ? 'values' : typeHtml(items, schemas)}`;
  return typeof type === 'string' ? type : (type ?? ['any value']).join(' or ');
}

interface Unit {
  readonly one: string;
  readonly many: string;
}

const range = (
  min: number | undefined,
  max: number | undefined,
  unit: Unit = { one: '', many: '' },
): string | undefined => {
  if (min === undefined && max === undefined) return undefined;
  const counted = (value: number) => value.toLocaleString('en') + (value === 1 ? unit.one : unit.many);
  if (max === undefined) return `at least ${counted(min ?? 0)}`;
  return min === undefined ? `at most ${counted(max)}` : `${min.toLocaleString('en')} to ${counted(max)}`;
};

const boundsOf = (schema: FieldSchema): readonly string[] =>
  [
    range(schema.minimum, schema.maximum),
    range(schema.minLength, schema.maxLength, { one: ' character', many: ' characters' }),
    range(schema.minItems, schema.maxItems, { one: ' entry', many: ' entries' }),
  ].filter((bound) => bound !== undefined);

/** One field: its name, type, default and bounds, what it means, and an example. */
export function fieldHtml(
  name: string,
  schema: FieldSchema,
  { schemas, isRequired }: { readonly schemas: Schemas; readonly isRequired: boolean },
): string {
  const whole = resolved(schema, schemas);
  const facts = [
    typeHtml(schema, schemas),
    ...(isRequired ? ['<strong>required</strong>'] : []),
    ...(whole.default === undefined ? [] : [`default ${code(whole.default)}`]),
    ...boundsOf(whole),
  ];
  const meaning = whole.description === undefined ? '' : inlineHtml(whole.description);
  const [example] = whole.examples ?? [];
  return [
    `<dt><code>${escaped(name)}</code> <span class="facts">${facts.join(', ')}</span></dt>`,
    `<dd>${meaning}${example === undefined ? '' : `<span class="example">Example: ${code(example)}</span>`}</dd>`,
  ].join('\n');
}

/** The fields of an object. */
export function fieldsHtml(schema: FieldSchema, schemas: Schemas): string {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    fieldHtml(name, field, { schemas, isRequired: schema.required?.includes(name) ?? false }),
  );
  return `<dl>${fields.join('\n')}</dl>`;
}
