import { availableParallelism } from 'node:os';

import { maxStartsAtOnce, neediestFunction, type PooledProcess, roomFor } from './environment-demand.ts';
import {
  forget,
  type FunctionPool,
  offer,
  overdueWaiters,
  staleEnvironments,
  takeIdle,
  type Turn,
  type Waiter,
} from './function-pool.ts';
import type { FunctionProcess } from './function-process.ts';
import { errorResult } from './invocations.ts';
import { watchProcessors } from './processor-load.ts';

export interface EnvironmentsOptions {
  readonly pools: readonly FunctionPool[];
  /** The memory for the environments of all functions together. */
  readonly memoryMb: number;
  readonly start: (
    pool: FunctionPool,
    onExit: (process: FunctionProcess) => void,
  ) => Promise<FunctionProcess>;
}

export interface WaitOptions {
  /** Callers whose invocations of one function wait are served in turn. */
  readonly caller?: string;
  /** Aborts when the caller no longer waits for the result. */
  readonly signal?: AbortSignal;
  /** Whether the invocation is refused when it can have no environment, as in Lambda; otherwise it waits. */
  readonly isThrottled?: boolean;
  /** Whether the invocation comes from a queue, and nobody waits for its reply. */
  readonly isQueued?: boolean;
}

/** The environments of all functions: started on demand, under one limit of memory. */
export interface Environments {
  /** A free environment, as soon as there is one. Rejects when the signal aborts first. */
  readonly acquire: (pool: FunctionPool, options: WaitOptions) => Promise<Turn>;
  /** Passes the environment on once its process asks for the next invocation, after a streamed result has ended. */
  readonly release: (pool: FunctionPool, process: FunctionProcess) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A start that takes longer, because the bundle is slow, no longer delays the next. */
const slowStartMs = 5_000;
/** How often the needs of waiting invocations are checked. */
const tickMs = 50;
const reaperMs = 5_000;

function countStarts() {
  let underWay = 0;
  return {
    underWay: () => underWay,
    /** Counts a start until the returned function is called, or the start is slow. */
    begin: (): (() => void) => {
      underWay += 1;
      let isCounted = true;
      const end = () => {
        clearTimeout(slow);
        if (isCounted) underWay -= 1;
        isCounted = false;
      };
      const slow = setTimeout(end, slowStartMs);
      return end;
    },
  };
}

/** Starts an environment for the invocations that wait. When it cannot start, one of them fails with the reason. */
async function launch(
  pool: FunctionPool,
  start: EnvironmentsOptions['start'],
  isStopping: () => boolean,
): Promise<void> {
  pool.starting += 1;
  pool.spawning += 1;
  try {
    const process = await start(pool, (ended) => forget(pool, ended)).finally(() => (pool.spawning -= 1));
    pool.all.add(process);
    if (isStopping()) await process.kill();
    const failure = await process.started;
    if (failure === undefined) offer(pool, process, Date.now());
    else pool.line.take()?.settle({ kind: 'failed', result: failure });
  } catch (error) {
    // The machine has no process or no memory left for it.
    const result = errorResult('Runtime.StartError', String(error));
    pool.line.take()?.settle({ kind: 'failed', result });
  } finally {
    pool.starting -= 1;
  }
}

/** Waits for an environment of the function in the caller's turn. Rejects when the signal aborts first. */
function waitInLine(
  pool: FunctionPool,
  { caller = '', signal, isThrottled = false, isQueued = false }: WaitOptions,
): Promise<Turn> {
  const { promise, resolve, reject } = Promise.withResolvers<Turn>();
  const leave = () => {
    pool.line.remove(waiter);
    reject(signal?.reason as Error);
  };
  const waiter: Waiter = {
    sinceMs: Date.now(),
    isThrottled,
    isQueued,
    settle: (turn) => {
      signal?.removeEventListener('abort', leave);
      resolve(turn);
    },
  };
  signal?.addEventListener('abort', leave, { once: true });
  pool.line.add(caller, waiter);
  return promise;
}

/** Refuses invocations of a function that can have no further environment and that have waited long enough. */
function refuseOverdue(pool: FunctionPool, { pools, memoryMb }: EnvironmentsOptions): void {
  const overdue = overdueWaiters(pool, Date.now());
  if (overdue.length === 0 || pool.starting > 0) return;
  if (roomFor(pool, { pools, memoryMb }) !== undefined) return;
  for (const waiter of overdue) {
    pool.line.remove(waiter);
    waiter.settle({ kind: 'throttled' });
  }
}

export function createEnvironments(options: EnvironmentsOptions): Environments {
  const { pools, memoryMb, start } = options;
  const load = watchProcessors();
  const starts = countStarts();
  const ending = new Set<Promise<void>>();
  let isStopping = false;

  const retire = ({ pool, process }: PooledProcess): void => {
    forget(pool, process);
    const ended = process.kill().finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const provide = async (pool: FunctionPool): Promise<void> => {
    const end = starts.begin();
    await launch(pool, start, () => isStopping);
    end();
    provideWanted();
  };
  /** Starts the environments that waiting invocations need. */
  function provideWanted(): void {
    if (isStopping) return;
    const demand = {
      pools,
      memoryMb,
      processors: availableParallelism(),
      unsaturatedMs: load.unsaturatedMs(),
      nowMs: Date.now(),
    };
    while (starts.underWay() < maxStartsAtOnce(demand)) {
      const neediest = neediestFunction(demand);
      if (neediest === undefined) return;
      neediest.toRetire.forEach(retire);
      void provide(neediest.pool);
    }
  }

  const ticker = setInterval(() => {
    if (pools.every(({ line }) => line.size() === 0)) return;
    provideWanted();
    for (const pool of pools) refuseOverdue(pool, options);
  }, tickMs);
  ticker.unref();
  const reaper = setInterval(() => {
    for (const pool of pools)
      for (const process of staleEnvironments(pool, Date.now())) retire({ pool, process });
  }, reaperMs);
  reaper.unref();

  return {
    acquire: (pool, wait) => {
      wait.signal?.throwIfAborted();
      const process = takeIdle(pool);
      if (process !== undefined) return Promise.resolve({ kind: 'environment', process });
      const turn = waitInLine(pool, wait);
      provideWanted();
      return turn;
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
