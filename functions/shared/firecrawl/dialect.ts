import * as z from 'zod';

import { isObject, type JsonObject } from '#shared/kernel/json.ts';
import type { OperationAnswer } from '#shared/operations/call-operation.ts';

/** The versions of Firecrawl's API; they differ in defaults, names and shapes of answers. */
export type Version = 'v1' | 'v2';

export interface FirecrawlReply {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

export const succeeded = (body: JsonObject): FirecrawlReply => ({
  status: 200,
  body: { success: true, ...body },
});

/** The warning of an operation's answer, where it has one. */
export const warningOf = ({ warning }: JsonObject): JsonObject => (warning === undefined ? {} : { warning });

interface ErrorDetails {
  readonly code?: string;
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error as Firecrawl sends it. */
export class FirecrawlError extends Error {
  readonly status: number;
  readonly more: ErrorDetails;

  constructor(status: number, message: string, more: ErrorDetails = {}) {
    super(message);
    this.name = 'FirecrawlError';
    this.status = status;
    this.more = more;
  }
}

/** What this service does not have. A request that asks for it is refused, before anything is charged. */
export const unsupported = (option: string, instead = ''): FirecrawlError =>
  new FirecrawlError(400, `${option} is not supported here.${instead === '' ? '' : ` ${instead}`}`, {
    code: 'UNSUPPORTED_OPTION',
  });

/** The options that were given. Programs with forms send an empty text for a field that nobody has filled in. */
export const given = (options: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** The fields of these names, whether they were given or not. */
export const picked = (fields: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** Options that hold options. In any other value, such as a schema, null has a meaning of its own. */
const objectsOfOptions: ReadonlySet<string> = new Set([
  'scrapeOptions',
  'webhook',
  'jsonOptions',
  'extract',
  'changeTrackingOptions',
  'location',
  'geolocation',
]);

/** Python's None for an option that was not given. */
const withoutNulls = (options: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [
        name,
        objectsOfOptions.has(name) && isObject(value) ? withoutNulls(value) : value,
      ]),
  );

/** The body by its schema. Problems are named in `details`, as Zod names them, which Firecrawl does too. */
export function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(isObject(body) ? withoutNulls(body) : body);
  if (result.success) return result.data;
  throw new FirecrawlError(400, 'Bad Request', { code: 'BAD_REQUEST', details: result.error.issues });
}

/** A failed page is answered with 200 by this service's own API; Firecrawl's clients take 200 for a success. */
const failedPageStatus = 500;
/** Firecrawl's status for an allowance that is used up. */
const paymentRequired = 402;

const statusOf = ({ status, body }: OperationAnswer): number => {
  if (body['code'] === 'QUOTA_EXCEEDED') return paymentRequired;
  return status === 200 ? failedPageStatus : status;
};

/** The error of an operation. */
export function errorOf(answer: OperationAnswer): FirecrawlError {
  const { status, body, headers } = answer;
  const { error, code, message } = body as { error?: string; code?: string; message?: string };
  const retryAfter = headers['retry-after'];
  return new FirecrawlError(
    statusOf(answer),
    status === 401 ? `Unauthorized: ${message ?? 'Invalid token'}` : (error ?? 'The request failed.'),
    {
      ...(code === undefined ? {} : { code }),
      ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }),
    },
  );
}

/** The answer of an operation that must have succeeded. Throws its error. */
export function required(answer: OperationAnswer): OperationAnswer {
  if (answer.status !== 200 || answer.body['success'] === false) throw errorOf(answer);
  return answer;
}

/** Given by programs that call, and without effect here. */
export const callerNotes = {
  origin: z.string().optional(),
  integration: z.string().optional(),
  auditMetadata: z.unknown().optional(),
};
