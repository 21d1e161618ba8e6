import type { JsonObject } from '#shared/kernel/json.ts';
import { strictSchema } from './strict-schema.ts';

/** The part of the common protocol that an endpoint supports. */
export interface Dialect {
  /** `response_format` of type `json_schema`. */
  readonly structuredOutputs: boolean;
  /** `response_format` of type `json_object`, which some endpoints with structured outputs do not have. */
  readonly jsonMode: boolean;
  readonly limit: 'max_completion_tokens' | 'max_tokens';
  /** Some models accept their default temperature only. */
  readonly temperature: boolean;
}

/** Tried first; its features are dropped one by one as the endpoint objects. */
export const fullDialect: Dialect = {
  structuredOutputs: true,
  jsonMode: true,
  limit: 'max_completion_tokens',
  temperature: true,
};

/** The request's `response_format`; absent without a schema, and in a dialect where only the messages ask for JSON. */
export function responseFormat({ structuredOutputs, jsonMode }: Dialect, schema: JsonObject | undefined) {
  if (schema === undefined) return {};
  const strict = structuredOutputs ? strictSchema(schema) : undefined;
  if (strict !== undefined)
    return {
      response_format: {
        type: 'json_schema' as const,
        json_schema: { name: 'answer', strict: true, schema: strict },
      },
    };
  return jsonMode ? { response_format: { type: 'json_object' as const } } : {};
}

/** A refusal of the endpoint. */
interface Objection {
  readonly status: number;
  readonly message: string;
}

export interface DroppedFeature {
  readonly change: Partial<Dialect>;
  /** Whether the endpoint objects to the feature as such, and not to one schema or one answer. */
  readonly isLasting: boolean;
}

export const without = (dialect: Dialect, dropped: readonly DroppedFeature[]): Dialect =>
  Object.assign({}, dialect, ...dropped.map(({ change }) => change)) as Dialect;

/** Refusals that some endpoints return without naming the refused parameter. */
const silentStatuses: ReadonlySet<number> = new Set([400, 415, 422]);
const namedFormat = /response_format|json_schema|json_object|structured output/i;
const anyFormat = /response_format|json_schema|json_object|structured output|schema|grammar/i;
/** The endpoint does not take this schema. */
const oneSchema = /invalid[ _](?:json[ _])?schema|grammar|too many states/i;
/** Groq: what the model wrote is not the JSON that was asked for; the refusal repeats it. */
const oneAnswer = /json_validate_failed|failed_generation/i;

function droppedFormat(
  dialect: Dialect,
  schema: JsonObject | undefined,
  { status, message }: Objection,
): DroppedFeature | undefined {
  const { response_format: sent } = responseFormat(dialect, schema);
  if (sent === undefined || !(silentStatuses.has(status) || anyFormat.test(message))) return undefined;
  const isLasting = namedFormat.test(message) && !oneSchema.test(message) && !oneAnswer.test(message);
  return {
    change: sent.type === 'json_schema' ? { structuredOutputs: false } : { jsonMode: false },
    isLasting,
  };
}

/** What to leave out after an endpoint objected to a request; `undefined` when nothing can be left out. */
export function droppedFeature(
  dialect: Dialect,
  schema: JsonObject | undefined,
  objection: Objection,
): DroppedFeature | undefined {
  const { message } = objection;
  if (oneAnswer.test(message)) return droppedFormat(dialect, schema, objection);
  if (/max_completion_tokens|max_tokens/i.test(message) && dialect.limit === 'max_completion_tokens')
    return { change: { limit: 'max_tokens' }, isLasting: true };
  if (/temperature/i.test(message) && dialect.temperature)
    return { change: { temperature: false }, isLasting: true };
  return droppedFormat(dialect, schema, objection);
}
