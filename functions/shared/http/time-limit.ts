import { gatewayMs, longestWorkMs } from '#shared/contract/time-limits.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Deadline, deadlineIn, within } from '#shared/kernel/deadline.ts';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import type { Arrival, Step } from './chain.ts';
import type { Understood } from './request-body.ts';

/** Kept of the function's own time to settle and answer after the deadline: a few writes of DynamoDB. */
const closingMs = 2_000;
/** Time between the deadline's signal and giving the work up, so that its own, better error is answered. */
const graceMs = 300;

export interface Timed {
  readonly deadline: Deadline;
}

/** Milliseconds since the request arrived: waiting for this function, and the steps before this one. */
function elapsedMs({ request, startedAtMs }: Arrival, nowMs: number): number {
  const waitedMs = startedAtMs - request.receivedAtMs;
  // A wait that the gateway would have ended is a difference between clocks.
  return (waitedMs >= 0 && waitedMs <= gatewayMs ? waitedMs : 0) + (nowMs - startedAtMs);
}

export const timeIsUp = (code: ErrorCode, cause?: unknown): AppError =>
  new AppError(code, 'The request timed out.', { cause });

/**
 * Sets the deadline of the work: the caller's timeout, or the end of the function or of the stream if that is earlier. It
 * may have passed: `requireTime` refuses the work.
 */
export const timeLimit = <Prepared>(
  timeoutMs: (prepared: Prepared) => number,
  clock: Clock,
): Step<Understood<Prepared>, Timed> => ({
  before: (known) => {
    const leftMs = Math.min(
      Math.min(timeoutMs(known.prepared), longestWorkMs) - elapsedMs(known, clock.now()),
      known.invocationLeftMs() - closingMs,
    );
    return { deadline: deadlineIn(leftMs, clock, known.callerGone) };
  },
});

/** Refuses work whose deadline has passed before it begins. An answer that is stored needs no work, and no time. */
export const requireTime = (timeoutCode: ErrorCode): Step<Arrival & Timed> => ({
  before: ({ deadline }) => {
    if (deadline.remainingMs() <= 0) throw timeIsUp(timeoutCode);
  },
});

/** Timers of the work that are set to the same deadline may fire a moment before the deadline's own timer. */
const isTimeoutError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

const isTimeout = (error: unknown, { signal, remainingMs }: Deadline): boolean =>
  !(error instanceof AppError) && (signal.aborted || (isTimeoutError(error) && remainingMs() <= graceMs));

/**
 * Runs the work until its deadline. Work that ignores its signal is given up; it stops when Lambda freezes the process,
 * and may go on in the next invocation.
 */
export async function untilDeadline<T>(
  deadline: Deadline,
  timeoutCode: ErrorCode,
  work: () => Promise<T>,
): Promise<T> {
  const givenUp = AbortSignal.timeout(deadline.remainingMs() + graceMs);
  try {
    return await within(work(), givenUp);
  } catch (error) {
    throw isTimeout(error, deadline) ? timeIsUp(timeoutCode, error) : error;
  }
}
