import type { Writable } from 'node:stream';

import type { FunctionProcess } from './function-process.ts';
import type { InvocationResult } from './invocations.ts';
import type { LocalFunction } from './local-stack.ts';
import { createWaitingLine, type WaitingLine } from './waiting-line.ts';

/** What an invocation that waited was given: an environment, the error of one that could not start, or nothing. */
export type Turn =
  | { readonly kind: 'environment'; readonly process: FunctionProcess }
  | { readonly kind: 'failed'; readonly result: InvocationResult }
  | { readonly kind: 'throttled' };

export interface Waiter {
  readonly sinceMs: number;
  /** Whether it is refused when no environment can be had, instead of waiting on. */
  readonly isThrottled: boolean;
  readonly settle: (turn: Turn) => void;
}

/** The environments of one function, and the invocations that wait for one. */
export interface FunctionPool {
  readonly definition: LocalFunction;
  readonly log: Writable;
  readonly limit: number;
  readonly all: Set<FunctionProcess>;
  readonly line: WaitingLine<Waiter>;
  /** The one that was used last is at the end. */
  idle: readonly { readonly process: FunctionProcess; readonly sinceMs: number }[];
  /** Environments whose process is not there yet, and those that have not asked for an invocation yet. */
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

/** Others than the last one end sooner, since what comes now and then needs one only. */
const spareIdleMs = 30_000;
const lastIdleMs = 15 * 60_000;

/** Idle environments whose time is over; Lambda keeps them for minutes, too. */
export const staleEnvironments = ({ idle }: FunctionPool, nowMs: number): readonly FunctionProcess[] =>
  idle
    .filter(({ sinceMs }, index) => nowMs - sinceMs > (index < idle.length - 1 ? spareIdleMs : lastIdleMs))
    .map(({ process }) => process);

/**
 * How long an invocation waits at the limit before it is refused: long enough for an ordinary request to end and make
 * room, short enough for a caller. A line that moves is waited in for longer.
 */
const standingMs = 1_000;
const movingMs = 10_000;

/** Waiters that are to be refused, of a function that can have no further environment. */
export const overdueWaiters = ({ line, movedAtMs }: FunctionPool, nowMs: number): readonly Waiter[] =>
  line
    .all()
    .filter(
      ({ isThrottled, sinceMs }) =>
        isThrottled && nowMs - Math.max(sinceMs, nowMs - sinceMs < movingMs ? movedAtMs : 0) > standingMs,
    );
