import type { JsonObject } from '#shared/kernel/json.ts';
import type { ExtractionTask, SchemaValidator } from './extraction-task.ts';
import { schemaForm, type SchemaForm } from './schema-form.ts';
import { resolvedSchema } from './schema-node.ts';

/** A task with its compiled schema: everything that is the same for each page. */
export interface PreparedTask {
  /** Its schema is in the notation of JSON Schema draft 6 and later. */
  readonly task: ExtractionTask;
  readonly form: SchemaForm;
  /** Problems of one item. */
  readonly itemProblems: SchemaValidator['problems'];
  /** Problems of a whole answer: the list of all items for a list schema, otherwise one item. */
  readonly problems: SchemaValidator['problems'];
  /** Demands of the schema that values are not checked against. */
  readonly warnings: readonly string[];
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

/**
 * The schema is JSON Schema 2020-12, or draft 7 where `$schema` names it or an earlier one. Rejects with
 * INVALID_REQUEST and the problem of the schema when it cannot be used; `where` names its field.
 */
export async function prepareTask(given: ExtractionTask, where = 'schema'): Promise<PreparedTask> {
  // Ajv is loaded lazily: most requests compile no schema.
  const { ajvValidator, readableSchema } = await import('./ajv-validator.ts');
  const { schema, warnings } = readableSchema(given.schema ?? { type: 'object' }, where);
  const task = given.schema === undefined ? given : { ...given, schema };
  const form = schemaForm(task.schema);
  const { problems } = ajvValidator(schema, where);
  if (form.kind !== 'list') return { task, form, problems, itemProblems: problems, warnings };
  const single = ajvValidator(withoutCounting(resolvedSchema(schema, schema)), where);
  return { task, form, problems, itemProblems: (item) => single.problems([item]), warnings };
}
