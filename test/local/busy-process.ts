import type { FunctionProcess } from '../../lib/local/function-process.ts';

/** An environment whose invocations never end. */
export const busyProcess = (): FunctionProcess => ({
  pid: undefined,
  invoke: () => new Promise(() => {}),
  started: Promise.resolve(undefined),
  whenFree: () => new Promise(() => {}),
  abandon: () => {},
  kill: () => Promise.resolve(),
});
