import { createContext, Script } from 'node:vm';

/**
 * A schema of a few hundred nodes can ask for more steps than there are: references to references double with
 * each. No bound on its size forbids that, so its time is bounded.
 */
const maxMs = 1_000;

const sandbox: { run?: () => unknown } = {};
const context = createContext(sandbox);
const script = new Script('run()');

/** Runs synchronous work and stops it when it takes longer than a second. Throws what it throws, or an Error then. */
export function boundedRun<T>(run: () => T): T {
  sandbox.run = run;
  return script.runInContext(context, { timeout: maxMs }) as T;
}
