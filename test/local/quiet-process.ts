import type { FunctionProcess } from '../../lib/local/function-process.ts';

/** An environment that answers nothing. */
export const quietProcess = (): FunctionProcess => ({
  pid: undefined,
  invoke: () => new Promise(() => {}),
  started: Promise.resolve(undefined),
  whenFree: () => new Promise(() => {}),
  abandon: () => {},
  kill: () => Promise.resolve(),
});
