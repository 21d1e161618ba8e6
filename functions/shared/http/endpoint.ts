import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type * as z from 'zod';

import type { Envelope } from '#shared/contract/envelope.ts';
import type { Source } from '#shared/contract/fields.ts';
import type { Operation } from '#shared/contract/usage.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn, within } from '#shared/kernel/deadline.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { Metrics } from '#shared/kernel/metrics.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import type { TakeFromRate } from '#shared/accounts/usage/rate-limiter.ts';
import type { Consumption, UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { type Access, authentication } from './authentication.ts';
import {
  type Caller,
  type ChainContext,
  type ChainMiddleware,
  type ChainState,
  established,
} from './chain.ts';
import { failures } from './failures.ts';
import { type Idempotency, idempotency } from './idempotency.ts';
import { allowedMethod } from './method.ts';
import { operationFacts } from './operation-facts.ts';
import { withinQuota } from './quota.ts';
import { rateLimit } from './rate-limit.ts';
import { type HttpReply, jsonReply } from './reply.ts';
import { requestBody } from './request-body.ts';
import { requestFrame } from './request-frame.ts';

export interface Metering {
  readonly usage: UsageLedger;
  readonly takeFromRate: TakeFromRate;
  readonly idempotency: Idempotency;
}

export interface Telemetry {
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface EndpointDeps {
  readonly access: Access;
  readonly metering: Metering;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
}

export interface OperationInput<Body> {
  readonly body: Body;
  readonly caller: Caller;
  readonly deadline: Deadline;
}

export interface OperationReply {
  readonly url: string;
  readonly source: Source;
  readonly data: unknown;
  /** Absent when the operation keeps its own count. */
  readonly consumed?: Consumption;
  readonly warnings?: readonly string[];
  readonly id?: string;
  /** Why the operation failed although it has something to give. */
  readonly failure?: { readonly code: ErrorCode; readonly error: string };
}

interface OperationDefinition<Schema extends z.ZodType> {
  readonly operation: Operation;
  readonly request: Schema;
  /** What a schema cannot say. Fails with AppError before anything is counted or charged. */
  readonly check?: (body: z.output<Schema>, caller: Caller) => void | Promise<void>;
  /** Milliseconds that the caller gives the whole request. */
  readonly timeoutMs: (body: z.output<Schema>) => number;
  /** Requests reserved before the work starts; absent when the operation outlives its answer and keeps its own count. */
  readonly units?: (body: z.output<Schema>) => number;
}

/** API Gateway answers by itself after 320 s: a request that seems to have waited longer comes from another clock. */
const longestWaitMs = 320_000;

/** Milliseconds since the request arrived: waiting for this function, and what came before the work. */
function elapsedMs({ request, startedAtMs }: ChainState, nowMs: number): number {
  const waitedMs = startedAtMs - request.receivedAtMs;
  return (waitedMs >= 0 && waitedMs <= longestWaitMs ? waitedMs : 0) + (nowMs - startedAtMs);
}

/** What the function keeps of its own time to settle and answer. */
const closingMs = 2_000;
/** A deadline reaches the work first, so that its own, better error is the one answered. */
const graceMs = 300;

export type EndpointHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<HttpReply>;

const permission = (operation: Operation): ChainMiddleware => ({
  before: ({ context: { chain } }) => {
    const { plan, key } = established(chain.caller, 'caller');
    requirePermission(plan, key.operations, operation);
  },
});

const succeeded = (reply: OperationReply, state: ChainState, nowMs: number): HttpReply => {
  const warnings = [...state.warnings, ...(reply.warnings ?? [])];
  const body: Envelope = {
    success: reply.failure === undefined,
    url: reply.url,
    data: reply.data,
    ...reply.failure,
    source: reply.source,
    processingTime: nowMs - state.startedAtMs,
    ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
    ...(reply.id === undefined ? {} : { id: reply.id }),
  };
  return jsonReply(200, body);
};

const timeIsUp = (operation: Operation, cause?: unknown): AppError =>
  new AppError(operationFacts[operation].timeoutCode, 'The time given to this request ran out.', { cause });

/**
 * Runs `work` until the deadline. Work that ignores its signal is answered for anyway; what it still does is
 * cut off when the process is frozen.
 */
async function untilDeadline<T>(
  deadline: Deadline,
  operation: Operation,
  work: () => Promise<T>,
): Promise<T> {
  const grace = AbortSignal.timeout(deadline.remainingMs() + graceMs);
  try {
    return await within(work(), grace);
  } catch (error) {
    const isTimeout = deadline.signal.aborted && !(error instanceof AppError);
    if (!isTimeout) throw error;
    throw timeIsUp(operation, error);
  }
}

/**
 * A billed operation as an HTTP endpoint: request id, key, plan, body, rate, idempotency, quota, deadline,
 * envelope and failures are decided here; `operate` does the work.
 */
export function endpoint<Schema extends z.ZodType>(
  { operation, request, check, timeoutMs, units }: OperationDefinition<Schema>,
  { access, metering, telemetry, clock }: EndpointDeps,
  operate: (input: OperationInput<z.output<Schema>>) => Promise<OperationReply>,
): EndpointHandler {
  const facts = operationFacts[operation];
  const chained = middy<APIGatewayProxyEvent, HttpReply, Error, ChainContext>({ timeoutEarlyInMillis: 0 })
    .use(requestFrame({ clock, ...telemetry }))
    .use(failures(facts, { clock, logger: telemetry.logger }))
    .use(allowedMethod('POST'))
    .use(authentication(access))
    .use(permission(operation))
    .use(requestBody(operation, request, check))
    .use(rateLimit(facts.rateGroup, metering.takeFromRate, clock))
    .use(idempotency(operation, metering.idempotency, clock))
    .handler(async (_event: APIGatewayProxyEvent, context: ChainContext): Promise<HttpReply> => {
      const { chain } = context;
      if (chain.replay !== undefined) return chain.replay;
      const body = chain.body as z.output<Schema>;
      const leftMs = Math.min(
        timeoutMs(body) - elapsedMs(chain, clock.now()),
        context.getRemainingTimeInMillis() - closingMs,
      );
      if (leftMs <= 0) throw timeIsUp(operation);
      const deadline = deadlineIn(leftMs, clock, context.callerGone);
      chain.answerDueAtMs = deadline.atMs;
      const caller = established(chain.caller, 'caller');
      const work = () => operate({ body, caller, deadline });
      const bounded = () => untilDeadline(deadline, operation, work);
      const reply = await withinQuota(
        { operation, units: units?.(body) ?? 0 },
        chain,
        { usage: metering.usage, clock },
        bounded,
      );
      return succeeded(reply, chain, clock.now());
    });
  return (event, context) => chained(event, context as ChainContext);
}
