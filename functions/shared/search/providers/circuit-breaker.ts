import type { Clock } from '#shared/kernel/clock.ts';

/** Remembers recent failures while this process lives. */
export interface CircuitBreaker {
  /** The names, failing ones last: when all are failing, one may have recovered. */
  readonly inOrder: <Name extends string>(names: readonly Name[]) => readonly Name[];
  readonly succeeded: (name: string) => void;
  readonly failed: (name: string) => void;
}

const failuresToOpen = 2;
const openMs = 30_000;

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  const failures = new Map<string, { count: number; lastAtMs: number }>();
  const isOpen = (name: string): boolean => {
    const { count, lastAtMs } = failures.get(name) ?? { count: 0, lastAtMs: 0 };
    return count >= failuresToOpen && clock.now() - lastAtMs < openMs;
  };
  return {
    inOrder: (names) => [...names.filter((name) => !isOpen(name)), ...names.filter(isOpen)],
    succeeded: (name) => void failures.delete(name),
    failed: (name) => {
      const count = (failures.get(name)?.count ?? 0) + 1;
      failures.set(name, { count, lastAtMs: clock.now() });
    },
  };
}
