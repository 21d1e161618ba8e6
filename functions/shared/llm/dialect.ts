import { strictSchema } from './strict-schema.ts';

/** The part of the common protocol that an endpoint supports. */
export interface Dialect {
  readonly format: 'json_schema' | 'json_object' | 'text';
  readonly limit: 'max_completion_tokens' | 'max_tokens';
  /** Some models accept their default temperature only. */
  readonly temperature: boolean;
}

/** Tried first; its features are dropped one by one as the endpoint objects. */
export const fullDialect: Dialect = {
  format: 'json_schema',
  limit: 'max_completion_tokens',
  temperature: true,
};

/** Refusals that some endpoints return without naming the refused parameter. */
const silentStatuses: ReadonlySet<number> = new Set([400, 415, 422]);
const formatPattern = /response_format|json_schema|json_object|structured output|schema|grammar/i;

/** Whether an endpoint objects to one caller's schema, and not to structured outputs as such. */
export const isSchemaObjection = (message: string): boolean =>
  /invalid[ _](?:json[ _])?schema/i.test(message);

/** The dialect to try after an endpoint objected to a request; `undefined` when nothing can be dropped. */
export function plainerDialect(dialect: Dialect, status: number, message: string): Dialect | undefined {
  if (/max_completion_tokens|max_tokens/i.test(message) && dialect.limit === 'max_completion_tokens')
    return { ...dialect, limit: 'max_tokens' };
  if (/temperature/i.test(message) && dialect.temperature) return { ...dialect, temperature: false };
  if (!silentStatuses.has(status) && !formatPattern.test(message)) return undefined;
  if (dialect.format === 'json_schema') return { ...dialect, format: 'json_object' };
  return dialect.format === 'json_object' ? { ...dialect, format: 'text' } : undefined;
}

/** The request's `response_format`; absent in a dialect where only the prompt asks for JSON. */
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
