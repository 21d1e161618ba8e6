import { availableParallelism } from 'node:os';

import {
  environmentsOf,
  type FunctionPool,
  offer,
  overdueWaiters,
  staleEnvironments,
  type Turn,
  type Waiter,
} from './function-pool.ts';
import { errorResult, type FunctionProcess } from './function-process.ts';
import { toEnd } from './memory-budget.ts';
import { watchProcessors } from './processor-load.ts';

export interface EnvironmentsOptions {
  readonly pools: readonly FunctionPool[];
  /** What the environments of all functions may take together. */
  readonly memoryMb: number;
  readonly start: (
    pool: FunctionPool,
    onExit: (process: FunctionProcess) => void,
  ) => Promise<FunctionProcess>;
}

export interface WaitOptions {
  /** Waiting invocations of one function are served by callers in turn. */
  readonly caller?: string;
  /** Aborts when no one waits for the result any more. */
  readonly signal?: AbortSignal;
  /** Whether it is refused, as Lambda refuses it, when no environment can be had; otherwise it waits. */
  readonly isThrottled?: boolean;
}

/** Which function has how many environments: on demand, under one limit of memory for all of them. */
export interface Environments {
  /** A free environment, as soon as there is one. Rejects when the signal aborts first. */
  readonly acquire: (pool: FunctionPool, options: WaitOptions) => Promise<Turn>;
  /** Hands the environment on once it asks for more, after a streamed answer has ended. */
  readonly release: (pool: FunctionPool, process: FunctionProcess) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * An environment takes a second of processor time to start and to get fast. So long, in milliseconds, an invocation
 * waits for one that is there; longer when the processors have nothing to spare, because one more makes all slower.
 */
const patienceMs = { usual: 250, saturated: 1_000 } as const;
/** As many environments of a function start without patience, and as many of all functions start at once. */
const unquestioned = availableParallelism();
/**
 * From so many on, one more of a function on saturated processors starts only when none of them has become free for a
 * while: they wait for origins then, and not for each other.
 */
const crowd = 4 * unquestioned;
/** A start that takes longer, because the bundle does something slow, no longer holds up the next. */
const slowStartMs = 5_000;
/** How often those who wait are looked after. */
const tickMs = 50;
const reaperMs = 5_000;

export function createEnvironments({ pools, memoryMb, start }: EnvironmentsOptions): Environments {
  const load = watchProcessors();
  const ending = new Set<Promise<void>>();
  let startsUnderWay = 0;
  let isStopping = false;

  const forget = (pool: FunctionPool, process: FunctionProcess): void => {
    pool.all.delete(process);
    pool.idle = pool.idle.filter((entry) => entry.process !== process);
  };

  const retire = (pool: FunctionPool, process: FunctionProcess): void => {
    forget(pool, process);
    const ended = process.kill().finally(() => ending.delete(ended));
    ending.add(ended);
  };

  /** The idle environments of others to retire for one more of this function; undefined when it can have no more. */
  function roomFor(
    wanted: FunctionPool,
  ): readonly { pool: FunctionPool; process: FunctionProcess }[] | undefined {
    if (environmentsOf(wanted) >= wanted.limit) return undefined;
    const uses = new Map(
      pools.map((pool) => [
        pool,
        { functionMemoryMb: pool.definition.memoryMb, environments: environmentsOf(pool) },
      ]),
    );
    const idle = [...uses].flatMap(([pool, use]) => pool.idle.map((entry) => ({ ...entry, pool, use })));
    const use = uses.get(wanted);
    return use && toEnd(use, [...uses.values()], idle, memoryMb);
  }

  async function provide(pool: FunctionPool): Promise<void> {
    startsUnderWay += 1;
    let isUnderWay = true;
    const proceed = () => {
      if (isUnderWay) startsUnderWay -= 1;
      isUnderWay = false;
    };
    const slow = setTimeout(proceed, slowStartMs);
    pool.starting += 1;
    pool.spawning += 1;
    try {
      const process = await start(pool, (ended) => forget(pool, ended)).finally(() => (pool.spawning -= 1));
      pool.all.add(process);
      if (isStopping) await process.kill();
      const failure = await process.started;
      if (failure === undefined) offer(pool, process, Date.now());
      else pool.line.take()?.settle({ kind: 'failed', result: failure });
    } catch (error) {
      // The machine has no process or no memory left for it.
      const result = errorResult('Runtime.StartError', String(error));
      pool.line.take()?.settle({ kind: 'failed', result });
    } finally {
      clearTimeout(slow);
      proceed();
      pool.starting -= 1;
      provideWanted();
    }
  }

  function wantsMore(pool: FunctionPool, nowMs: number): boolean {
    if (pool.line.size() <= pool.starting) return false;
    if (environmentsOf(pool) < unquestioned) return true;
    const isSaturated = load.isSaturated();
    const patience = isSaturated ? patienceMs.saturated : patienceMs.usual;
    if (isSaturated && environmentsOf(pool) >= crowd && nowMs - pool.movedAtMs < patience) return false;
    return pool.line.all().some(({ sinceMs }) => nowMs - sinceMs >= patience);
  }

  /** Starts what waiters need, the function with the fewest environments first. */
  function provideWanted(): void {
    const nowMs = Date.now();
    const atOnce = load.isSaturated() ? 1 : unquestioned;
    if (isStopping) return;
    while (startsUnderWay < atOnce) {
      const [neediest] = pools
        .filter((pool) => wantsMore(pool, nowMs))
        .toSorted((a, b) => environmentsOf(a) - environmentsOf(b))
        .flatMap((pool) => {
          const room = roomFor(pool);
          return room === undefined ? [] : { pool, room };
        });
      if (neediest === undefined) return;
      for (const { pool, process } of neediest.room) retire(pool, process);
      void provide(neediest.pool);
    }
  }

  function refuseOverdue(): void {
    for (const pool of pools) {
      const overdue = overdueWaiters(pool, Date.now());
      if (overdue.length === 0 || pool.starting > 0 || roomFor(pool) !== undefined) continue;
      for (const waiter of overdue) {
        pool.line.remove(waiter);
        waiter.settle({ kind: 'throttled' });
      }
    }
  }

  const ticker = setInterval(() => {
    if (pools.every(({ line }) => line.size() === 0)) return;
    provideWanted();
    refuseOverdue();
  }, tickMs);
  ticker.unref();
  const reaper = setInterval(() => {
    for (const pool of pools)
      for (const process of staleEnvironments(pool, Date.now())) retire(pool, process);
  }, reaperMs);
  reaper.unref();

  return {
    acquire: (pool, { caller = '', signal, isThrottled = false }) => {
      signal?.throwIfAborted();
      const free = pool.idle.at(-1);
      if (free !== undefined) {
        pool.idle = pool.idle.slice(0, -1);
        return Promise.resolve({ kind: 'environment', process: free.process });
      }
      const { promise, resolve, reject } = Promise.withResolvers<Turn>();
      const leave = () => {
        pool.line.remove(waiter);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        sinceMs: Date.now(),
        isThrottled,
        settle: (turn) => {
          signal?.removeEventListener('abort', leave);
          resolve(turn);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      pool.line.add(caller, waiter);
      provideWanted();
      return promise;
    },
    release: async (pool, process) => {
      if (await process.whenFree()) offer(pool, process, Date.now());
    },
    stop: async () => {
      isStopping = true;
      clearInterval(ticker);
      clearInterval(reaper);
      load.stop();
      const alive = pools.flatMap(({ all }) => [...all]);
      await Promise.all([...alive.map((process) => process.kill()), ...ending]);
    },
  };
}
