import type * as z from 'zod';

import type { ErrorCode } from '#shared/kernel/errors.ts';
import { type authenticationFailure, type Envelope, unauthorizedBody } from './envelope.ts';

/** A response of API Gateway without a function. */
export interface GatewayResponse {
  /** API Gateway's name of the response type. */
  readonly type: string;
  readonly statusCode: number;
  readonly body: Envelope | z.infer<typeof authenticationFailure>;
  readonly headers?: Readonly<Record<string, string>>;
}

const failedBody = (code: ErrorCode, error: string): Envelope => ({
  success: false,
  url: '',
  error,
  code,
  source: 'local',
  processingTime: 0,
});

const failure = (type: string, statusCode: number, code: ErrorCode, error: string): GatewayResponse => ({
  type,
  statusCode,
  body: failedBody(code, error),
});

/**
 * To requests for the tools without `Authorization`. API Gateway renames `WWW-Authenticate` of a function, by which programs
 * find out how to get a key, and not its own. Only the method with a validator has this response.
 */
export const keyMissing = (challenge: string): GatewayResponse => ({
  type: 'BAD_REQUEST_PARAMETERS',
  statusCode: 401,
  body: {
    ...unauthorizedBody,
    message: 'The API key is missing. The tools take it as Authorization: Bearer.',
  },
  headers: { 'www-authenticate': challenge, 'access-control-expose-headers': 'www-authenticate' },
});

/** What the firewall itself sends to an IP address that asks too much: API Gateway adds nothing to its 429. */
export const floodResponse: Omit<GatewayResponse, 'type'> = {
  statusCode: 429,
  body: failedBody('RATE_LIMITED', 'Too many requests from this IP address; try again in five minutes.'),
  // The firewall counts the requests of this time.
  headers: { 'retry-after': '300', 'access-control-allow-origin': '*' },
};

export const gatewayResponses: readonly GatewayResponse[] = [
  // API Gateway's name for "no such resource or method".
  failure(
    'MISSING_AUTHENTICATION_TOKEN',
    404,
    'NOT_FOUND',
    'Nothing exists at this URL; the API is under /api/v1.',
  ),
  failure('RESOURCE_NOT_FOUND', 404, 'NOT_FOUND', 'Nothing exists at this URL; the API is under /api/v1.'),
  { type: 'UNAUTHORIZED', statusCode: 401, body: unauthorizedBody },
  { type: 'ACCESS_DENIED', statusCode: 401, body: unauthorizedBody },
  failure('REQUEST_TOO_LARGE', 413, 'BODY_TOO_LARGE', 'The request body is larger than 1 MB.'),
  {
    ...failure('THROTTLED', 429, 'RATE_LIMITED', 'Too many requests at once; try again in a second.'),
    headers: { 'retry-after': '1' },
  },
  failure(
    'WAF_FILTERED',
    400,
    'INVALID_REQUEST',
    'The firewall of this service refuses requests like this one.',
  ),
  failure('DEFAULT_4XX', 400, 'INVALID_REQUEST', 'The request could not be understood.'),
  failure(
    'INTEGRATION_TIMEOUT',
    504,
    'SERVICE_UNAVAILABLE',
    'The service did not answer in time; try again.',
  ),
  failure(
    'DEFAULT_5XX',
    502,
    'SERVICE_UNAVAILABLE',
    'The service failed to answer; nothing was charged. Try again.',
  ),
];
