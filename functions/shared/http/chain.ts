import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

import type { Plan } from '#shared/contract/plan.ts';
import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import type { GatewayRequest } from './gateway-request.ts';
import type { HttpReply } from './reply.ts';

/** Who is calling and what they may do. */
export interface Caller {
  readonly key: ApiKey;
  readonly plan: Plan;
}

/** What the steps of one request hand to each other. */
export interface ChainState {
  request: GatewayRequest;
  /** Our own name of this invocation, which owns its reservation and its idempotency claim. */
  invocationId: string;
  startedAtMs: number;
  warnings: string[];
  /** Added to whatever is answered. */
  headers: Record<string, string>;
  caller?: Caller;
  body?: unknown;
  /** The stored answer of the request that this one repeats. */
  replay?: HttpReply;
  /** Milliseconds since the epoch by which the answer is due. */
  answerDueAtMs?: number;
}

/** middy gives the handler its context and nothing else of the request, so the state travels there. */
export type ChainContext = Context & {
  chain: ChainState;
  /** Aborts when the caller hangs up. Lambda does not say so: only the runner on one machine gives it. */
  readonly callerGone?: AbortSignal;
};

export type ChainMiddleware = MiddlewareObj<APIGatewayProxyEvent, HttpReply, Error, ChainContext>;

/** The chain's order puts this after the middleware that sets it; anything else is a bug. */
export function established<T>(value: T | undefined, what: string): T {
  if (value === undefined)
    throw new Error(`The chain reached a step that needs the ${what} before it was known.`);
  return value;
}
