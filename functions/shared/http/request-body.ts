import type * as z from 'zod';

import { parseRequest } from '#shared/contract/parse-request.ts';
import { maxBodyBytes } from '#shared/contract/routes.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isNestedDeeper } from '#shared/kernel/json.ts';
import { type Caller, type ChainMiddleware, established } from './chain.ts';

/** A schema may be 20 levels deep, and options hold it; what checks a body recurses. */
const maxBodyDepth = 100;

function decoded(body: string | undefined): unknown {
  if (body === undefined || body.trim() === '')
    throw new AppError('INVALID_REQUEST', 'The request has no body: send a JSON object.');
  if (Buffer.byteLength(body) > maxBodyBytes)
    throw new AppError('BODY_TOO_LARGE', 'The request body is larger than 1 MB.');
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw new AppError('INVALID_REQUEST', 'The request body is not valid JSON.', { cause });
  }
  if (isNestedDeeper(value, maxBodyDepth))
    throw new AppError(
      'INVALID_REQUEST',
      `The request body is nested more than ${maxBodyDepth} levels deep.`,
    );
  return value;
}

/** Decodes and checks the body before anything is counted, fetched or charged. */
export function requestBody<Schema extends z.ZodType>(
  operation: Operation,
  schema: Schema,
  check: (body: z.output<Schema>, caller: Caller) => void | Promise<void> = () => {},
): ChainMiddleware {
  return {
    before: async ({ context: { chain } }) => {
      const value = decoded(chain.request.body);
      const { body, warnings } = parseRequest(schema, operation, value);
      await check(body, established(chain.caller, 'caller'));
      chain.body = body;
      chain.warnings.push(...warnings);
    },
  };
}
