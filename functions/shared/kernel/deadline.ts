import type { Clock } from './clock.ts';

/** The moment by which work must have ended. `signal` carries it into every await. */
export interface Deadline {
  readonly atMs: number;
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
}

/** The deadline in `timeoutMs`; its signal aborts earlier when `parent` does. */
export function deadlineIn(timeoutMs: number, clock: Clock, parent?: AbortSignal): Deadline {
  const atMs = clock.now() + timeoutMs;
  const own = AbortSignal.timeout(Math.max(0, Math.floor(timeoutMs)));
  return {
    atMs,
    signal: parent === undefined ? own : AbortSignal.any([own, parent]),
    remainingMs: () => Math.max(0, atMs - clock.now()),
  };
}

/** Settles as `work` does, or rejects with the signal's reason when it aborts first. */
export function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // Nobody waits for it any more.
    work.catch(() => {});
    return Promise.reject(signal.reason as Error);
  }
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
