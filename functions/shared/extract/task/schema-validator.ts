import type { JsonObject } from '#shared/extract/embedded/extraction-page.ts';

export interface SchemaValidator {
  /** What is wrong with a value, as sentences for a model and for people; empty when it is valid. */
  readonly problems: (value: unknown) => readonly string[];
}

/**
 * Compiles a caller's schema: JSON Schema 2020-12, or draft 7 where `$schema` names it or an earlier one. Rejects
 * with INVALID_REQUEST and what is wrong with it; `where` names the field. The compiler waits in a file of its
 * own, for the functions that most requests need it not.
 */
export async function compileSchema(schema: JsonObject, where = 'schema'): Promise<SchemaValidator> {
  const { ajvValidator } = await import('./ajv-validator.ts');
  return ajvValidator(schema, where);
}
