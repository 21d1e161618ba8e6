import { WinnowError } from './errors.ts';

export interface RetryOptions {
  /** How often a request is repeated at most. 3 by default; 0 turns repetition off. */
  readonly maxRetries?: number;
  /** Milliseconds before the first repetition; each further one waits twice as long. 500 by default. */
  readonly firstWaitMs?: number;
  /** The longest wait in milliseconds. A longer `Retry-After` ends the request at once. 60,000 by default. */
  readonly maxWaitMs?: number;
}

/** Resolves after a time; rejects with the signal's reason when it aborts before. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
    return undefined;
  });
}

/** Whether the same request may succeed later, in this minute. */
function isTransient({ code, status }: WinnowError): boolean {
  if (code === 'UNREACHABLE' || code === 'RATE_LIMITED') return true;
  return status === 502 || status === 503 || status === 504;
}

/**
 * Milliseconds to wait before repetition number `attempt` (from 0); `undefined` when that is longer than allowed. What
 * `Retry-After` asks for is the shortest wait; the random part keeps clients from coming back at the same moment.
 */
export function retryWaitMs(
  { retryAfterSeconds }: WinnowError,
  attempt: number,
  { firstWaitMs = 500, maxWaitMs = 60_000 }: RetryOptions,
): number | undefined {
  if (retryAfterSeconds === undefined)
    return Math.min(maxWaitMs, firstWaitMs * 2 ** attempt) * (0.5 + Math.random() / 2);
  const askedMs = retryAfterSeconds * 1_000;
  if (askedMs > maxWaitMs) return undefined;
  return askedMs + Math.random() * firstWaitMs;
}

/**
 * How long to wait before each repetition of one request; `undefined` when it is not to be repeated.
 *
 * That the first request is still running is not counted: its answer comes within `timeoutMs`, the time that one
 * request has. To give up earlier would lose an answer that is paid for.
 */
export function repetitions(
  options: RetryOptions,
  timeoutMs: number,
): (error: unknown) => number | undefined {
  const { maxRetries = 3 } = options;
  let counted = 0;
  let stillRunning = 0;
  let runsSinceMs = performance.now();
  return (error) => {
    if (!(error instanceof WinnowError) || maxRetries === 0) return undefined;
    if (error.code === 'IDEMPOTENCY_IN_PROGRESS') {
      const waitMs = retryWaitMs(error, stillRunning, options);
      stillRunning += 1;
      const isInTime = waitMs !== undefined && performance.now() + waitMs <= runsSinceMs + timeoutMs;
      return isInTime ? waitMs : undefined;
    }
    if (!isTransient(error) || counted >= maxRetries) return undefined;
    const waitMs = retryWaitMs(error, counted, options);
    counted += 1;
    runsSinceMs = performance.now() + (waitMs ?? 0);
    return waitMs;
  };
}

/** Seconds of a `Retry-After` header: a number, or a date (RFC 9110, section 10.2.3). */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - nowMs) / 1_000);
}
