import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { accountConcurrency, ConcurrencyExceeded } from './account-concurrency.ts';
import { boundedLog } from './bounded-log.ts';
import type { ChildProcesses } from './child-processes.ts';
import { createEnvironments, type WaitOptions } from './environments.ts';
import { createFunctionPool, type FunctionPool } from './function-pool.ts';
import { startFunctionProcess } from './function-process.ts';
import type { InvocationResult } from './invocations.ts';
import type { LocalFunction } from './local-stack.ts';

export interface LambdaHostOptions {
  readonly functions: readonly LocalFunction[];
  /** Endpoints and credentials that every function gets in addition to its own variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logDirectory: string;
  /** Every environment has a folder in it while it runs. */
  readonly temporaryDirectory: string;
  readonly children: ChildProcesses;
  /** Another client of the Runtime API than the runner's. */
  readonly runtimeClient?: string | undefined;
  /** Maximum number of environments of one function. */
  readonly maxConcurrency: number;
  /** Maximum number of running invocations of all functions together; no limit when left out. */
  readonly accountConcurrency?: number | undefined;
  /** The memory for the environments of all functions together. */
  readonly memoryMb: number;
}

/** The refusal of an invocation that can have no environment (Lambda: TooManyRequestsException). */
export class TooManyRequests extends Error {}

export interface LambdaHost {
  readonly definitionOf: (name: string) => LocalFunction | undefined;
  /**
   * Waits for a free environment; one is started if the limits allow. Rejects when the signal aborts meanwhile, and
   * with TooManyRequests when throttled. Rejects at once with ConcurrencyExceeded beyond the account's concurrency.
   */
  readonly invoke: (name: string, payload: string, options?: WaitOptions) => Promise<InvocationResult>;
  /** Whether an invocation of the function is waiting for an environment. */
  readonly isPressed: (name: string) => boolean;
  readonly processIds: () => readonly number[];
  readonly stop: () => Promise<void>;
}

/** What CloudWatch counts beside the invocations that `platform.report` lines are. */
const countLine = (metric: 'Errors' | 'Throttles'): string =>
  `${JSON.stringify({ time: new Date().toISOString(), type: 'platform.count', metric })}\n`;

const isRefusal = (error: unknown): boolean =>
  error instanceof ConcurrencyExceeded || error instanceof TooManyRequests;

interface Run {
  /** `undefined`: the process ended before its handler saw the invocation. */
  readonly result: InvocationResult | undefined;
  /** The environment is free again, or gone. */
  readonly ended: Promise<void>;
}

export function createLambdaHost({
  functions,
  environment,
  logDirectory,
  temporaryDirectory,
  children,
  runtimeClient,
  maxConcurrency,
  accountConcurrency: maxRunning = Infinity,
  memoryMb,
}: LambdaHostOptions): LambdaHost {
  let serial = 0;
  mkdirSync(logDirectory, { recursive: true });
  const pools = new Map(
    functions.map((definition): [string, FunctionPool] => [
      definition.name,
      createFunctionPool(
        definition,
        boundedLog(join(logDirectory, `${definition.name}.log`)),
        maxConcurrency,
      ),
    ]),
  );
  const environments = createEnvironments({
    pools: [...pools.values()],
    memoryMb,
    start: async ({ definition, log }, onExit) => {
      serial += 1;
      const process = await startFunctionProcess({
        definition,
        environment,
        temporaryDirectory: join(temporaryDirectory, String(serial)),
        children,
        runtimeClient,
        log,
        onExit: () => onExit(process),
      });
      return process;
    },
  });

  const account = accountConcurrency(maxRunning);
  const runOnce = async (pool: FunctionPool, payload: string, options: WaitOptions): Promise<Run> => {
    const turn = await environments.acquire(pool, options);
    if (turn.kind === 'throttled')
      throw new TooManyRequests(`${pool.definition.name} has no environment left.`);
    if (turn.kind === 'failed') return { result: turn.result, ended: Promise.resolve() };
    const { process } = turn;
    const id = randomUUID();
    const abandon = () => process.abandon(id);
    options.signal?.addEventListener('abort', abandon, { once: true });
    const result = await process.invoke(id, payload);
    const ended = environments
      .release(pool, process)
      .finally(() => options.signal?.removeEventListener('abort', abandon));
    return { result, ended };
  };
  const poolOf = (name: string): FunctionPool => {
    const pool = pools.get(name);
    if (pool === undefined) throw new Error(`The function ${name} does not exist.`);
    return pool;
  };

  const run = async (
    pool: FunctionPool,
    payload: string,
    options: WaitOptions,
  ): Promise<InvocationResult> => {
    const leave = account.enter();
    let ended = Promise.resolve();
    try {
      for (;;) {
        const once = await runOnce(pool, payload, options);
        ({ ended } = once);
        if (once.result !== undefined) return once.result;
      }
    } finally {
      // A streamed result takes its place until it has ended.
      void ended.finally(leave);
    }
  };

  return {
    definitionOf: (name) => pools.get(name)?.definition,
    invoke: async (name, payload, options = {}) => {
      const pool = poolOf(name);
      const result = await run(pool, payload, options).catch((error: unknown) => {
        if (isRefusal(error)) pool.log.write(countLine('Throttles'));
        throw error;
      });
      if (result.kind === 'buffered' && result.functionError !== undefined)
        pool.log.write(countLine('Errors'));
      return result;
    },
    isPressed: (name) => poolOf(name).line.size() > 0,
    processIds: () => [...pools.values()].flatMap(({ all }) => [...all].flatMap(({ pid }) => pid ?? [])),
    stop: async () => {
      await environments.stop();
      for (const { log } of pools.values()) log.end();
    },
  };
}
