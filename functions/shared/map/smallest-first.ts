export interface SmallestFirst<T> {
  readonly add: (value: T) => void;
  /** The smallest value, which stays. */
  readonly first: () => T | undefined;
  readonly removeFirst: () => void;
}

/** A binary heap: adding and removing compare a value with few others. */
export function smallestFirst<T>(compare: (a: T, b: T) => number): SmallestFirst<T> {
  const values: T[] = [];

  const isBefore = (one: number, other: number): boolean =>
    one < values.length && compare(values[one] as T, values[other] as T) < 0;

  function swap(one: number, other: number): void {
    const kept = values[one] as T;
    values[one] = values[other] as T;
    values[other] = kept;
  }

  return {
    add: (value) => {
      let at = values.push(value) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && isBefore(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    first: () => values[0],
    removeFirst: () => {
      const last = values.pop();
      if (last === undefined || values.length === 0) return;
      values[0] = last;
      for (let at = 0; ;) {
        const left = 2 * at + 1;
        const smaller = isBefore(left + 1, left) ? left + 1 : left;
        if (!isBefore(smaller, at)) return;
        swap(at, smaller);
        at = smaller;
      }
    },
  };
}
