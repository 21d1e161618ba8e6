import { constrainedMemory } from 'node:process';
import { totalmem } from 'node:os';

/**
 * A busy environment takes 60 to 110 MB of a function's gigabyte, and a browser with a page 300 MB of the 2 GB of
 * render-page: an environment is counted with an eighth of its function's memory, and with 64 MB at least.
 */
const shareOfLimit = 1 / 8;
const minMb = 64;
/** The rest is for other programs, and for pages that take more than usual. */
const shareOfMachine = 1 / 2;
const bytesPerMb = 1024 * 1024;

/** The memory with which an environment of such a function is counted. */
const countedMb = (functionMemoryMb: number): number => Math.max(minMb, functionMemoryMb * shareOfLimit);

/** The memory for all environments unless the operator sets it. */
export function defaultMemoryMb(): number {
  const limit = constrainedMemory();
  // Without a control group's limit this is 0 or a number beyond any machine's memory.
  const available = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.floor((available * shareOfMachine) / bytesPerMb);
}

export interface MemoryUse {
  readonly functionMemoryMb: number;
  readonly environments: number;
}

/**
 * Whether another environment of `wanted` fits beside all that run. The first of each function always does, and room
 * for it is kept: no function can block another.
 */
export function fits(wanted: MemoryUse, all: readonly MemoryUse[], memoryMb: number): boolean {
  if (wanted.environments === 0) return true;
  const taken = all.reduce(
    (sum, { functionMemoryMb, environments }) =>
      sum + Math.max(1, environments) * countedMb(functionMemoryMb),
    0,
  );
  return taken + countedMb(wanted.functionMemoryMb) <= memoryMb;
}

export interface IdleEnvironment {
  readonly use: MemoryUse;
  readonly sinceMs: number;
}

/**
 * The idle environments of other functions to end so that one more of `wanted` fits, those first that have been idle
 * longest; undefined when ending all of them would not make enough room. The last one of a function is kept.
 */
export function toEnd<Idle extends IdleEnvironment>(
  wanted: MemoryUse,
  all: readonly MemoryUse[],
  idle: readonly Idle[],
  memoryMb: number,
): readonly Idle[] | undefined {
  const ended: Idle[] = [];
  const leftOf = (use: MemoryUse): MemoryUse => ({
    ...use,
    environments: use.environments - ended.filter((entry) => entry.use === use).length,
  });
  const oldestFirst = idle.toSorted((a, b) => a.sinceMs - b.sinceMs);
  while (!fits(wanted, all.map(leftOf), memoryMb)) {
    const next = oldestFirst.find(
      (entry) => entry.use !== wanted && !ended.includes(entry) && leftOf(entry.use).environments > 1,
    );
    if (next === undefined) return undefined;
    ended.push(next);
  }
  return ended;
}
