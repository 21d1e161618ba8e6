import middy from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';

import type { Envelope } from '#shared/contract/envelope.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import { type Access, authentication } from './authentication.ts';
import { type Caller, type ChainContext, established } from './chain.ts';
import type { EndpointHandler, Telemetry } from './endpoint.ts';
import { failures } from './failures.ts';
import type { GatewayRequest } from './gateway-request.ts';
import { allowedMethod } from './method.ts';
import { rateLimit } from './rate-limit.ts';
import { type HttpReply, jsonReply } from './reply.ts';
import { requestFrame } from './request-frame.ts';

export interface RecordsEndpointDeps {
  readonly access: Access;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly takeFromRate: TakeFromRate;
}

export interface RecordsRequest {
  readonly caller: Caller;
  readonly request: GatewayRequest;
  readonly invocationId: string;
  /** Aborts when the caller hangs up; absent where nobody tells. */
  readonly callerGone: AbortSignal | undefined;
}

/** An address where callers read or change their own records: authenticated and limited by the minute, not billed. An `HttpReply` is sent as it is. */
export function recordsEndpoint(
  method: 'GET' | 'DELETE',
  { access, telemetry, clock, takeFromRate }: RecordsEndpointDeps,
  answer: (input: RecordsRequest) => Promise<Partial<Envelope> | HttpReply>,
): EndpointHandler {
  const chained = middy<APIGatewayProxyEvent, HttpReply, Error, ChainContext>({ timeoutEarlyInMillis: 0 })
    .use(requestFrame({ clock, ...telemetry }))
    .use(failures({ failedSource: 'local', namesUrl: false }, { clock, logger: telemetry.logger }))
    .use(allowedMethod(method))
    .use(authentication(access))
    .use(rateLimit('records', takeFromRate, clock))
    .handler(
      async (_event: APIGatewayProxyEvent, { chain, callerGone }: ChainContext): Promise<HttpReply> => {
        const reply = await answer({
          caller: established(chain.caller, 'caller'),
          request: chain.request,
          invocationId: chain.invocationId,
          callerGone,
        });
        if ('statusCode' in reply) return reply;
        const body: Envelope = {
          success: true,
          url: '',
          source: 'local',
          processingTime: clock.now() - chain.startedAtMs,
          ...reply,
        };
        return jsonReply(200, body);
      },
    );
  return (event, context) => chained(event, context as ChainContext);
}
