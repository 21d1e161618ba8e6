import { createContext, Script } from 'node:vm';

const sandbox: { run?: () => unknown } = {};
const context = createContext(sandbox);
const script = new Script('run()');

/**
 * Runs synchronous work and stops it after `maxMs`. Throws what the work throws, or an Error for which
 * `isOutOfTime` holds. Work that is stopped does not run its `finally` blocks.
 */
export function boundedRun<T>(run: () => T, maxMs: number): T {
  sandbox.run = run;
  try {
    return script.runInContext(context, { timeout: Math.max(1, Math.floor(maxMs)) }) as T;
  } finally {
    // Otherwise the work's closure would stay in memory until the next run.
    delete sandbox.run;
  }
}

export const isOutOfTime = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
