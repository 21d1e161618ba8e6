import { AppError } from '#shared/kernel/errors.ts';

/** Runs `work` when a place is free. Rejects with SCRAPE_TIMEOUT if none is by `endMs` (`performance.now()`). */
export type Gate = <Result>(
  endMs: number,
  signal: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Admits at most `places` at once, in the order of arrival. */
export function createGate(places: number): Gate {
  let taken = 0;
  const queue = new Set<() => void>();

  const enter = async (endMs: number, signal: AbortSignal): Promise<void> => {
    if (taken < places) {
      taken += 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const late = setTimeout(
      () => turn.reject(new AppError('SCRAPE_TIMEOUT', 'No browser became free before the timeout.')),
      Math.max(0, endMs - performance.now()),
    );
    const leave = () => turn.reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    queue.add(turn.resolve);
    try {
      await turn.promise;
    } finally {
      queue.delete(turn.resolve);
      clearTimeout(late);
      signal.removeEventListener('abort', leave);
    }
  };

  return async (endMs, signal, work) => {
    await enter(endMs, signal);
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next === undefined) taken -= 1;
      else {
        // The place is passed on without being free in between, so that the order is kept.
        queue.delete(next);
        next();
      }
    }
  };
}
