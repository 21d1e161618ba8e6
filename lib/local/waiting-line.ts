/** Invocations of one function that wait for an environment. Callers are served in turn, however many each has. */
export interface WaitingLine<Waiter> {
  readonly add: (caller: string, waiter: Waiter) => void;
  /** Removes the waiter whose turn it is. */
  readonly take: () => Waiter | undefined;
  readonly remove: (waiter: Waiter) => void;
  /** All waiters, each caller's in the order of arrival. */
  readonly all: () => readonly Waiter[];
  readonly size: () => number;
}

export function createWaitingLine<Waiter>(): WaitingLine<Waiter> {
  // A map keeps its insertion order: a caller who was served is inserted again at the end.
  const byCaller = new Map<string, Waiter[]>();
  return {
    add: (caller, waiter) => {
      const line = byCaller.get(caller);
      if (line === undefined) byCaller.set(caller, [waiter]);
      else line.push(waiter);
    },
    take: () => {
      const [next] = byCaller;
      if (next === undefined) return undefined;
      const [caller, line] = next;
      const waiter = line.shift();
      byCaller.delete(caller);
      if (line.length > 0) byCaller.set(caller, line);
      return waiter;
    },
    remove: (waiter) => {
      for (const [caller, line] of byCaller) {
        const index = line.indexOf(waiter);
        if (index < 0) continue;
        line.splice(index, 1);
        if (line.length === 0) byCaller.delete(caller);
      }
    },
    all: () => [...byCaller.values()].flat(),
    size: () => [...byCaller.values()].reduce((sum, line) => sum + line.length, 0),
  };
}
