import type { JsonObject } from '#shared/kernel/json.ts';
import type { SchemaValidator } from './extraction-task.ts';

/**
 * Compiles a caller's schema: JSON Schema 2020-12, or draft 7 where `$schema` names it or an earlier one. Rejects
 * with INVALID_REQUEST and what is wrong with it; `where` names the field. Ajv is loaded lazily: most requests
 * compile no schema.
 */
export async function compileSchema(schema: JsonObject, where = 'schema'): Promise<SchemaValidator> {
  const { ajvValidator } = await import('./ajv-validator.ts');
  return ajvValidator(schema, where);
}
