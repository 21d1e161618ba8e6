import { Readable } from 'node:stream';

import middy from '@middy/core';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

import type { Clock } from '#shared/kernel/clock.ts';
import { newReservationId } from '#shared/accounts/usage/usage-ledger.ts';
import type { HttpReply } from './reply.ts';
import { type GatewayRequest, gatewayRequest } from './gateway-request.ts';

/** The facts of a request before any step. */
export interface Arrival {
  readonly request: GatewayRequest;
  /** Our own id of this invocation, which owns its reservation and its idempotency claim. */
  readonly invocationId: string;
  readonly startedAtMs: number;
  /** Milliseconds until Lambda ends this invocation. */
  readonly invocationLeftMs: () => number;
  /** Aborts when the caller hangs up. Lambda does not report it: only the runner on one machine does. */
  readonly callerGone: AbortSignal | undefined;
  /** Steps add to these three: warnings and headers of the reply, fields of its log line. */
  readonly warnings: string[];
  readonly headers: Record<string, string>;
  readonly logFields: Record<string, unknown>;
}

/** Returned by a `before` to answer at once: later steps and the work are skipped. */
export interface EarlyReply {
  readonly earlyReply: HttpReply;
}

/** A step whose `Adds` is plain `object` adds nothing, so its `before` returns nothing. */
type Returned<Adds> = object extends Adds ? void : Adds | EarlyReply;
type Awaitable<T> = T | Promise<T>;

/**
 * One concern of a request. `Needs` are the facts of earlier steps, `Adds` those that this step adds for later ones.
 * `after` and `onError` run in reverse order, and only for steps whose `before` has succeeded.
 */
export interface Step<Needs extends Arrival, Adds extends object = object> {
  readonly before?: (known: Needs) => Awaitable<Returned<Adds>>;
  /** Sees the reply and may replace it. */
  readonly after?: (known: Needs & Adds, reply: HttpReply) => Awaitable<HttpReply | void>;
  /** Sees the failure of a later step or of the work, and may answer it. An error thrown here replaces the failure. */
  readonly onError?: (known: Needs & Adds, error: unknown) => Awaitable<HttpReply | void>;
}

interface ChainState {
  known: Arrival;
  /** Steps that have been entered and not yet left. */
  readonly entered: Set<unknown>;
  earlyReply?: HttpReply;
}

type LambdaContext = Context & { readonly callerGone?: AbortSignal };
/** middy hands its context, and nothing else of the request, to the handler: the state travels in it. */
type ChainContext = LambdaContext & { chain: ChainState };
type Middleware = middy.MiddlewareObj<APIGatewayProxyEvent, HttpReply, Error, ChainContext>;
type Invocation = Parameters<NonNullable<Middleware['before']>>[0];

const arrive =
  (clock: Clock) =>
  ({ event, context }: Invocation): void => {
    const startedAtMs = clock.now();
    const known: Arrival = {
      request: gatewayRequest(event),
      invocationId: newReservationId(startedAtMs),
      startedAtMs,
      invocationLeftMs: () => context.getRemainingTimeInMillis(),
      callerGone: context.callerGone,
      warnings: [],
      headers: {},
      logFields: {},
    };
    context.chain = { known, entered: new Set() };
  };

/** The types of the builder guarantee that `known` meets the needs of each step. */
type AnyStep = Step<never>;

function middlewareOf(step: AnyStep): Middleware {
  const leave = async (invocation: Invocation, reply: HttpReply): Promise<void> => {
    const { known } = invocation.context.chain;
    invocation.response = (await step.after?.(known as never, reply)) ?? reply;
  };
  return {
    before: async ({ context: { chain } }) => {
      if (chain.earlyReply !== undefined) return;
      const returned: object = (await step.before?.(chain.known as never)) ?? {};
      if ('earlyReply' in returned) {
        chain.earlyReply = (returned as EarlyReply).earlyReply;
        return;
      }
      chain.known = { ...chain.known, ...returned };
      chain.entered.add(step);
    },
    after: async (invocation) => {
      const { response, context } = invocation;
      if (context.chain.entered.delete(step) && response) await leave(invocation, response);
    },
    onError: async (invocation) => {
      const { context, error, response } = invocation;
      if (!context.chain.entered.delete(step)) return;
      if (response) {
        await leave(invocation, response);
        return;
      }
      try {
        invocation.response = (await step.onError?.(context.chain.known as never, error)) ?? undefined;
      } catch (replacement) {
        invocation.error = replacement as Error;
      }
    },
  };
}

/** The parts in which an answer is written: large enough to be few, small enough to wait for a slow reader. */
const partBytes = 65_536;

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += partBytes)
    yield bytes.subarray(start, start + partBytes);
}

/** Sends text as bytes: middy cuts long text without regard to characters that are two units of UTF-16, such as emoji. */
const sendBytes = (invocation: Invocation): void => {
  const { response } = invocation;
  if (typeof response?.body !== 'string') return;
  invocation.response = { ...response, body: Readable.from(partsOf(Buffer.from(response.body))) };
};

export type EndpointHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<HttpReply>;

export interface Endpoint {
  /** Answers with the whole reply, in this process. */
  readonly answer: EndpointHandler;
  /** For Lambda: replies through a response stream, since screenshots and crawls exceed the 6 MB of a buffered one. */
  readonly streamed: () => unknown;
}

export interface Chain<Known extends Arrival> {
  readonly use: <Adds extends object>(step: Step<Known, Adds>) => Chain<Known & Adds>;
  readonly handler: (work: (known: Known) => Promise<HttpReply>) => Endpoint;
}

/** The time limit of an endpoint is its step `timeLimit`: middy's own must not race it. */
const withoutTimeout = { timeoutEarlyInMillis: 0 };

interface Mode {
  readonly executionMode?: typeof executionModeStreamifyResponse;
}

function chainOf<Known extends Arrival>(clock: Clock, steps: readonly AnyStep[]): Chain<Known> {
  return {
    use: <Adds extends object>(step: Step<Known, Adds>) =>
      chainOf<Known & Adds>(clock, [...steps, step as unknown as AnyStep]),
    handler: (work) => {
      const assembled = (mode: Mode, outermost: Middleware) =>
        steps
          .reduce(
            (chained, step) => chained.use(middlewareOf(step)),
            middy<APIGatewayProxyEvent, HttpReply, Error, ChainContext>({
              ...withoutTimeout,
              ...mode,
            }).use(outermost),
          )
          .handler(
            async (_event: APIGatewayProxyEvent, { chain }: ChainContext): Promise<HttpReply> =>
              chain.earlyReply ?? work(chain.known as Known),
          );
      const before = arrive(clock);
      const chained = assembled({}, { before });
      return {
        answer: (event, context) => chained(event, context as ChainContext),
        streamed: () =>
          assembled(
            { executionMode: executionModeStreamifyResponse },
            { before, after: sendBytes, onError: sendBytes },
          ),
      };
    },
  };
}

/** An empty chain. The types of its steps forbid one before the facts that it needs. */
export const chain = (clock: Clock): Chain<Arrival> => chainOf(clock, []);
