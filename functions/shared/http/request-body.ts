import type * as z from 'zod';

import { parseRequest } from '#shared/contract/parse-request.ts';
import { requestedHost } from '#shared/contract/reported-url.ts';
import { maxBodyBytes } from '#shared/contract/routes.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isNestedDeeper } from '#shared/kernel/json.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import type { Authenticated } from './access.ts';
import type { Step } from './chain.ts';
import type { GatewayRequest } from './gateway-request.ts';
import type { Recorded } from './request-record.ts';

/** A JSON schema may be 20 levels deep, within options; validators of the body recurse. */
const maxBodyDepth = 100;

/** The JSON of a body. Throws INVALID_REQUEST and BODY_TOO_LARGE. */
export function decoded(body: string | undefined): unknown {
  if (body === undefined || body.trim() === '')
    throw new AppError('INVALID_REQUEST', 'The request has no body: send a JSON object.');
  if (Buffer.byteLength(body) > maxBodyBytes)
    throw new AppError('BODY_TOO_LARGE', 'The request body is larger than 1 MB.');
  let value: unknown;
  try {
    value = JSON.parse(body.replace(/^\ufeff/, ''));
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

/** Throws INVALID_REQUEST for a body that is compressed (RFC 9110, section 8.4). */
function requirePlain({ 'content-encoding': coding = '' }: GatewayRequest['headers']): void {
  if (!/^(?:\s*identity\s*)?$/i.test(coding))
    throw new AppError(
      'INVALID_REQUEST',
      'The request body is compressed: send it without Content-Encoding.',
    );
}

/**
 * Turns a valid body into the input of its operation: everything in it is checked, parsed and compiled here, once.
 * Fails with AppError before anything is counted, fetched or charged.
 */
export type Prepare<Body, Prepared> = (body: Body, caller: Caller) => Prepared | Promise<Prepared>;

export interface Understood<Prepared> extends Authenticated {
  readonly prepared: Prepared;
}

export const requestBody = <Schema extends z.ZodType, Prepared>(
  operation: Operation,
  schema: Schema,
  prepare: Prepare<z.output<Schema>, Prepared>,
): Step<Authenticated & Recorded, { readonly prepared: Prepared }> => ({
  before: async ({ request, caller, warnings, record }) => {
    requirePlain(request.headers);
    const body = decoded(request.body);
    record.host = requestedHost(body);
    const parsed = parseRequest(schema, operation, body);
    const prepared = await prepare(parsed.body, caller);
    warnings.push(...parsed.warnings);
    return { prepared };
  },
});
