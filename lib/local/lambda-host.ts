import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { type FunctionProcess, type InvocationResult, startFunctionProcess } from './function-process.ts';
import type { LocalFunction } from './local-stack.ts';
import { watchProcessors } from './processor-load.ts';

export interface LambdaHostOptions {
  readonly functions: readonly LocalFunction[];
  /** Endpoints and credentials that every function gets beside its own variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  /** Environments of one function at most; more invocations wait. */
  readonly maxConcurrency: number;
}

export interface LambdaHost {
  readonly definitionOf: (name: string) => LocalFunction | undefined;
  /** Waits for a free environment, starting one if the limit allows. */
  readonly invoke: (name: string, payload: string) => Promise<InvocationResult>;
  /** Whether an invocation waits for an environment already. */
  readonly isPressed: (name: string) => boolean;
  /** Starts an environment, so that the first request need not. */
  readonly warm: (name: string) => Promise<void>;
  readonly processIds: () => readonly number[];
  readonly stop: () => Promise<void>;
}

/**
 * An environment takes a second of processor time to start and to get fast. So long, in milliseconds, an invocation
 * waits for one that is there; longer when the processors have nothing to spare, because one more makes all slower.
 */
const patienceMs = { usual: 250, saturated: 1_000 } as const;
/** As many environments of a function may always run. */
const unquestioned = availableParallelism();

/** Lambda keeps idle environments for minutes, too. */
const idleMs = 5 * 60_000;

interface Pool {
  readonly definition: LocalFunction;
  readonly log: WriteStream;
  readonly limit: number;
  readonly all: Set<FunctionProcess>;
  idle: { readonly process: FunctionProcess; readonly since: number }[];
  starting: number;
  waiters: ((process: FunctionProcess) => void)[];
}

/** Every process of a function writes to it. */
function logFile(path: string): WriteStream {
  const stream = createWriteStream(path, { flags: 'a' });
  stream.setMaxListeners(0);
  return stream;
}

export function createLambdaHost({
  functions,
  environment,
  directory,
  maxConcurrency,
}: LambdaHostOptions): LambdaHost {
  let isStopping = false;
  let serial = 0;
  const load = watchProcessors();
  const logDirectory = join(directory, 'logs');
  mkdirSync(logDirectory, { recursive: true });
  const pools = new Map(
    functions.map((definition): [string, Pool] => [
      definition.name,
      {
        definition,
        log: logFile(join(logDirectory, `${definition.name}.log`)),
        limit: Math.min(maxConcurrency, definition.reservedConcurrency ?? maxConcurrency),
        all: new Set(),
        idle: [],
        starting: 0,
        waiters: [],
      },
    ]),
  );

  const poolOf = (name: string): Pool => {
    const pool = pools.get(name);
    if (pool === undefined) throw new Error(`There is no function ${name}.`);
    return pool;
  };

  async function start(pool: Pool): Promise<FunctionProcess> {
    pool.starting += 1;
    serial += 1;
    try {
      const started = await startFunctionProcess({
        definition: pool.definition,
        environment,
        temporaryDirectory: join(directory, 'tmp', `${pool.definition.name}-${process.pid}-${serial}`),
        log: pool.log,
        onExit: () => {
          pool.all.delete(started);
          pool.idle = pool.idle.filter((entry) => entry.process !== started);
          // Whoever waits for this one must get another.
          if (!isStopping && pool.waiters.length > 0) void provide(pool);
        },
      });
      pool.all.add(started);
      return started;
    } finally {
      pool.starting -= 1;
    }
  }

  const offer = (pool: Pool, process: FunctionProcess): void => {
    const waiter = pool.waiters.shift();
    if (waiter === undefined) pool.idle.push({ process, since: Date.now() });
    else waiter(process);
  };

  const hasRoom = (pool: Pool): boolean => pool.all.size + pool.starting < pool.limit;

  async function provide(pool: Pool): Promise<void> {
    if (hasRoom(pool)) offer(pool, await start(pool));
  }

  /** Starts an environment for a waiter whom none of those that are there serves in time. */
  async function provideLater(pool: Pool, waiter: Pool['waiters'][number]): Promise<void> {
    const isWaiting = (): boolean => !isStopping && pool.waiters.includes(waiter);
    await setTimeout(patienceMs.usual, undefined, { ref: false });
    if (isWaiting() && load.isSaturated())
      await setTimeout(patienceMs.saturated - patienceMs.usual, undefined, { ref: false });
    if (isWaiting()) await provide(pool);
  }

  function acquire(pool: Pool): Promise<FunctionProcess> {
    const free = pool.idle.pop();
    if (free !== undefined) return Promise.resolve(free.process);
    const { promise, resolve } = Promise.withResolvers<FunctionProcess>();
    pool.waiters.push(resolve);
    if (pool.all.size + pool.starting < unquestioned) void provide(pool);
    else void provideLater(pool, resolve);
    return promise;
  }

  /** Hands the environment on once it asks for more, after a streamed answer has ended. */
  async function release(pool: Pool, process: FunctionProcess): Promise<void> {
    if (await process.whenFree()) offer(pool, process);
  }

  const reaper = setInterval(() => {
    for (const pool of pools.values()) {
      // The newest stays, so that the next request is warm.
      const stale = pool.idle.slice(0, -1).filter(({ since }) => Date.now() - since > idleMs);
      pool.idle = pool.idle.filter((entry) => !stale.includes(entry));
      for (const { process } of stale) void process.kill();
    }
  }, 30_000);
  reaper.unref();

  return {
    definitionOf: (name) => pools.get(name)?.definition,
    invoke: async (name, payload) => {
      const pool = poolOf(name);
      for (;;) {
        const process = await acquire(pool);
        const result = await process.invoke(randomUUID(), payload);
        void release(pool, process);
        if (result !== undefined) return result;
      }
    },
    isPressed: (name) => poolOf(name).waiters.length > 0,
    warm: async (name) => {
      const pool = poolOf(name);
      const process = await start(pool);
      await release(pool, process);
    },
    processIds: () => [...pools.values()].flatMap(({ all }) => [...all].flatMap(({ pid }) => pid ?? [])),
    stop: async () => {
      isStopping = true;
      clearInterval(reaper);
      load.stop();
      await Promise.all([...pools.values()].flatMap(({ all }) => [...all].map((process) => process.kill())));
      for (const { log } of pools.values()) log.end();
    },
  };
}
