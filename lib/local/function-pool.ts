import type { Writable } from 'node:stream';

import type { FunctionProcess } from './function-process.ts';
import type { InvocationResult } from './invocations.ts';
import type { LocalFunction } from './local-stack.ts';
import { createWaitingLine, type WaitingLine } from './waiting-line.ts';

/** What a waiting invocation gets: an environment, the error of one that could not start, or a refusal. */
export type Turn =
  | { readonly kind: 'environment'; readonly process: FunctionProcess }
  | { readonly kind: 'failed'; readonly result: InvocationResult }
  | { readonly kind: 'throttled' };

export interface Waiter {
  readonly sinceMs: number;
  /** Whether the invocation is refused when it can have no environment, instead of waiting on. */
  readonly isThrottled: boolean;
  /** Whether the invocation comes from a queue, and nobody waits for its reply. */
  readonly isQueued: boolean;
  readonly settle: (turn: Turn) => void;
}

/** The environments of one function, and the invocations that wait for one. */
export interface FunctionPool {
  readonly definition: LocalFunction;
  readonly log: Writable;
  readonly limit: number;
  readonly all: Set<FunctionProcess>;
  readonly line: WaitingLine<Waiter>;
  /** The most recently used environment is last. */
  idle: readonly { readonly process: FunctionProcess; readonly sinceMs: number }[];
  /** Environments whose process does not exist yet, and those that have not asked for an invocation yet. */
  spawning: number;
  starting: number;
  /** When an environment last became free. */
  movedAtMs: number;
}

export const createFunctionPool = (
  definition: LocalFunction,
  log: Writable,
  maxConcurrency: number,
): FunctionPool => ({
  definition,
  log,
  limit: Math.min(maxConcurrency, definition.reservedConcurrency ?? maxConcurrency),
  all: new Set(),
  line: createWaitingLine(),
  idle: [],
  spawning: 0,
  starting: 0,
  movedAtMs: 0,
});

export const environmentsOf = ({ all, spawning }: FunctionPool): number => all.size + spawning;

/** Gives a free environment to the next waiter, or keeps it for the next invocation. */
export function offer(pool: FunctionPool, process: FunctionProcess, nowMs: number): void {
  const waiter = pool.line.take();
  pool.movedAtMs = nowMs;
  if (waiter === undefined) pool.idle = [...pool.idle, { process, sinceMs: nowMs }];
  else waiter.settle({ kind: 'environment', process });
}

/** The free environment that was used last; `undefined` when none is free. */
export function takeIdle(pool: FunctionPool): FunctionProcess | undefined {
  const free = pool.idle.at(-1);
  if (free !== undefined) pool.idle = pool.idle.slice(0, -1);
  return free?.process;
}

export function forget(pool: FunctionPool, process: FunctionProcess): void {
  pool.all.delete(process);
  pool.idle = pool.idle.filter((entry) => entry.process !== process);
}

/**
 * Spare environments end sooner than the last one, because occasional invocations need only one, but not at once: a new one
 * spends almost half the processor time of its first fifty pages on compiling.
 */
const spareIdleMs = 2 * 60_000;
const lastIdleMs = 15 * 60_000;

/** Environments that have been idle for too long; Lambda, too, keeps them for minutes. */
export const staleEnvironments = ({ idle }: FunctionPool, nowMs: number): readonly FunctionProcess[] =>
  idle
    .filter(({ sinceMs }, index) => nowMs - sinceMs > (index < idle.length - 1 ? spareIdleMs : lastIdleMs))
    .map(({ process }) => process);

/**
 * How long an invocation waits at the limit before it is refused: long enough for an ordinary request to end and make
 * room, short enough for a caller. Invocations wait longer while others are served.
 */
const standingMs = 1_000;
const movingMs = 10_000;

/** The invocations to refuse when the function can have no further environment. */
export const overdueWaiters = ({ line, movedAtMs }: FunctionPool, nowMs: number): readonly Waiter[] =>
  line
    .all()
    .filter(
      ({ isThrottled, sinceMs }) =>
        isThrottled && nowMs - Math.max(sinceMs, nowMs - sinceMs < movingMs ? movedAtMs : 0) > standingMs,
    );
