import { strictSchema } from './strict-schema.ts';

/** What an endpoint understands of the protocol that they all share in part. */
export interface Dialect {
  readonly format: 'json_schema' | 'json_object' | 'text';
  readonly limit: 'max_completion_tokens' | 'max_tokens';
  /** Some models take no temperature but their own. */
  readonly temperature: boolean;
}

/** Tried first, and given up one by one as the endpoint objects. */
export const fullDialect: Dialect = {
  format: 'json_schema',
  limit: 'max_completion_tokens',
  temperature: true,
};

/** A plain refusal of the request, which some endpoints give without a word of what they refuse. */
const silentStatuses: ReadonlySet<number> = new Set([400, 415, 422]);
const formatPattern = /response_format|json_schema|json_object|structured output|schema|grammar/i;

/** Whether an endpoint that has structured outputs objects to one schema: callers write them. */
export const isSchemaObjection = (message: string): boolean => /invalid[ _](?:json[ _])?schema/i.test(message);

/** The dialect to try after an endpoint objected to a request; `undefined` when there is nothing to leave out. */
export function plainerDialect(dialect: Dialect, status: number, message: string): Dialect | undefined {
  if (/max_completion_tokens|max_tokens/i.test(message) && dialect.limit === 'max_completion_tokens')
    return { ...dialect, limit: 'max_tokens' };
  if (/temperature/i.test(message) && dialect.temperature) return { ...dialect, temperature: false };
  if (!silentStatuses.has(status) && !formatPattern.test(message)) return undefined;
  if (dialect.format === 'json_schema') return { ...dialect, format: 'json_object' };
  return dialect.format === 'json_object' ? { ...dialect, format: 'text' } : undefined;
}

/** The request's `response_format`; absent where the prompt alone must ask for JSON. */
export function responseFormat({ format }: Dialect, schema: Readonly<Record<string, unknown>>) {
  if (format === 'text') return {};
  const strict = strictSchema(schema);
  if (format === 'json_object' || strict === undefined)
    return { response_format: { type: 'json_object' as const } };
  return {
    response_format: {
      type: 'json_schema' as const,
      json_schema: { name: 'answer', strict: true, schema: strict },
    },
  };
}
