import type { JsonSchema } from './contract.ts';

/** A schema of Zod, Valibot, ArkType or another library that implements Standard Schema (standardschema.dev). */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => ValidationResult<Output> | Promise<ValidationResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Standard JSON Schema, which newer versions implement too (Zod from 4.2). */
    readonly jsonSchema?: { readonly input: (options: { readonly target: 'draft-2020-12' }) => object };
  };
}

type ValidationResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly ValidationIssue[] };

interface ValidationIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema's library makes of a value that fits it. */
export type OutputOf<Schema> = Schema extends StandardSchema
  ? NonNullable<Schema['~standard']['types']>['output']
  : Record<string, unknown>;

export const isStandardSchema = (schema: unknown): schema is StandardSchema =>
  (typeof schema === 'object' || typeof schema === 'function') && schema !== null && '~standard' in schema;

/** The JSON Schema of what the service is to find. */
export function jsonSchemaOf(schema: StandardSchema): JsonSchema {
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema === undefined)
    throw new TypeError(
      `This schema of ${vendor} cannot be written as JSON Schema: pass its JSON Schema as \`jsonSchema\` beside it.`,
    );
  return jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema;
}

/** `offers.0.price: Expected a number`. */
export const issueText = ({ path = [], message }: ValidationIssue): string => {
  const names = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return names.length === 0 ? message : `${names.join('.')}: ${message}`;
};
