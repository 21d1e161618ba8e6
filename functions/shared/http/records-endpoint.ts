import type { Envelope } from '#shared/contract/envelope.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import { type Access, authentication } from './access.ts';
import { chain, type Endpoint } from './chain.ts';
import { compression } from './content-coding.ts';
import { allowedMethods, failures, frame, type Telemetry } from './frame.ts';
import { rateLimit } from './metering.ts';
import { type HttpReply, jsonReply } from './reply.ts';
import type { GatewayRequest } from './gateway-request.ts';

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
  /** Aborts when the caller hangs up; absent on Lambda, which does not report it. */
  readonly callerGone: AbortSignal | undefined;
}

/**
 * An endpoint where callers read or change their own records: authenticated and limited by the minute, not billed.
 * An `HttpReply` is sent as it is.
 */
export const recordsEndpoint = (
  method: 'GET' | 'DELETE',
  { access, telemetry, clock, takeFromRate }: RecordsEndpointDeps,
  answer: (input: RecordsRequest) => Promise<Partial<Envelope> | HttpReply>,
): Endpoint =>
  chain(clock)
    .use(compression)
    .use(frame(telemetry, clock))
    .use(failures({ failedSource: 'local', namesUrl: false }, telemetry, clock))
    .use(allowedMethods(method))
    .use(authentication(access, clock))
    .use(rateLimit('records', takeFromRate, clock))
    .handler(async ({ caller, request, invocationId, callerGone, startedAtMs }) => {
      const reply = await answer({ caller, request, invocationId, callerGone });
      if ('statusCode' in reply) return reply;
      const body: Envelope = {
        success: true,
        url: '',
        source: 'local',
        processingTime: clock.now() - startedAtMs,
        ...reply,
      };
      return jsonReply(200, body);
    });
