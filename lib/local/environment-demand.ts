import { environmentsOf, type FunctionPool } from './function-pool.ts';
import type { FunctionProcess } from './function-process.ts';
import { toEnd } from './memory-budget.ts';

/** The state by which it is decided which environments to start. */
export interface Demand {
  readonly pools: readonly FunctionPool[];
  /** The memory for the environments of all functions together. */
  readonly memoryMb: number;
  /** How many processors the machine has. */
  readonly processors: number;
  /** For how long the processors have had room for another environment; 0 while they are saturated. */
  readonly unsaturatedMs: number;
  readonly nowMs: number;
}

export interface PooledProcess {
  readonly pool: FunctionPool;
  readonly process: FunctionProcess;
}

/** A function that needs one more environment, and the idle ones of others that make room for it. */
export interface Need {
  readonly pool: FunctionPool;
  readonly toRetire: readonly PooledProcess[];
}

/**
 * An environment takes some seconds of processor time to start and warm up. An invocation waits this long for one that
 * runs already; longer when the processors are saturated, because another environment makes all slower, and when it
 * comes from a queue, because nobody waits for its reply.
 */
const patienceMs = { usual: 250, saturated: 1_000, queued: 1_000 } as const;
/**
 * Invocations from a queue get more environments than processors when these have had room for so long, or when none of the
 * environments has become free for so long: then something else keeps the processors busy.
 */
const roomyMs = 1_000;
const stuckMs = 15_000;
/**
 * A function with this many environments for each processor gets another one on saturated processors only when none of
 * them has become free for a while: then they wait for origins, and not for each other.
 */
const crowdedFrom = 4;

export const maxStartsAtOnce = ({
  processors,
  unsaturatedMs,
}: Pick<Demand, 'processors' | 'unsaturatedMs'>): number => (unsaturatedMs === 0 ? 1 : processors);

function wantsMore(pool: FunctionPool, { processors, unsaturatedMs, nowMs }: Demand): boolean {
  if (pool.line.size() <= pool.starting) return false;
  const environments = environmentsOf(pool);
  if (environments === 0) return true;
  const waiters = pool.line.all();
  if (environments < processors && waiters.some(({ isQueued }) => !isQueued)) return true;
  const isSaturated = unsaturatedMs === 0;
  const patience = isSaturated ? patienceMs.saturated : patienceMs.usual;
  if (isSaturated && environments >= crowdedFrom * processors && nowMs - pool.movedAtMs < patience)
    return false;
  const isStuck = nowMs - pool.movedAtMs >= stuckMs;
  const queuedGetsMore = environments < processors || unsaturatedMs >= roomyMs || isStuck;
  return waiters.some(({ sinceMs, isQueued }) =>
    isQueued ? queuedGetsMore && nowMs - sinceMs >= patienceMs.queued : nowMs - sinceMs >= patience,
  );
}

/** The idle environments of others to retire for one more of this function; `undefined` when it can have no more. */
export function roomFor(
  wanted: FunctionPool,
  { pools, memoryMb }: Pick<Demand, 'pools' | 'memoryMb'>,
): readonly PooledProcess[] | undefined {
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

/** Among the functions with waiting invocations, the one with the fewest environments that can have another. */
export function neediestFunction(demand: Demand): Need | undefined {
  const [neediest] = demand.pools
    .filter((pool) => wantsMore(pool, demand))
    .toSorted((a, b) => environmentsOf(a) - environmentsOf(b))
    .flatMap((pool): Need[] => {
      const toRetire = roomFor(pool, demand);
      return toRetire === undefined ? [] : [{ pool, toRetire }];
    });
  return neediest;
}
