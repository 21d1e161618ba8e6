import type { JsonObject } from '#shared/kernel/json.ts';
import type { ExtractionTask, SchemaValidator } from './extraction-task.ts';
import { schemaForm, type SchemaForm } from './schema-form.ts';
import { resolvedSchema } from './schema-node.ts';

/** A task with its compiled schema: everything that is the same for each page. */
export interface PreparedTask {
  readonly task: ExtractionTask;
  readonly form: SchemaForm;
  /** Problems of one item. */
  readonly itemProblems: SchemaValidator['problems'];
  /** Problems of a whole answer: the list of all items for a list schema, otherwise one item. */
  readonly problems: SchemaValidator['problems'];
}

/**
 * JSON Schema 2020-12, or draft 7 where `$schema` names it or an earlier one. Rejects with INVALID_REQUEST and the
 * problem of the schema; `where` names its field.
 */
async function compileSchema(schema: JsonObject, where = 'schema'): Promise<SchemaValidator> {
  // Ajv is loaded lazily: most requests compile no schema.
  const { ajvValidator } = await import('./ajv-validator.ts');
  return ajvValidator(schema, where);
}

const countingKeywords: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'contains',
  'minContains',
  'maxContains',
  'uniqueItems',
]);

const withoutCounting = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !countingKeywords.has(keyword)));

/** Rejects with INVALID_REQUEST when the schema cannot be used; `where` names its field. */
export async function prepareTask(task: ExtractionTask, where?: string): Promise<PreparedTask> {
  const form = schemaForm(task.schema);
  const schema = task.schema ?? { type: 'object' };
  const { problems } = await compileSchema(schema, where);
  if (form.kind !== 'list') return { task, form, problems, itemProblems: problems };
  const single = await compileSchema(withoutCounting(resolvedSchema(schema, schema)), where);
  return { task, form, problems, itemProblems: (item) => single.problems([item]) };
}
