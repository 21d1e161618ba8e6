import type { Readable } from 'node:stream';

/** What a function returned. `functionError` is Lambda's word for a result that is an error. */
export type InvocationResult =
  | { readonly kind: 'buffered'; readonly body: Buffer; readonly functionError?: 'Unhandled' }
  | { readonly kind: 'streaming'; readonly contentType: string; readonly body: Readable };

export const errorResult = (errorType: string, errorMessage: string): InvocationResult => ({
  kind: 'buffered',
  body: Buffer.from(JSON.stringify({ errorType, errorMessage })),
  functionError: 'Unhandled',
});

export interface Invocation {
  readonly id: string;
  readonly payload: string;
  /** `undefined`: the process ended before its handler saw the invocation. */
  readonly settle: (result: InvocationResult | undefined) => void;
}

/** Hands an invocation to the process that asks for one. */
type HandOver = (invocation: Invocation) => void;

/** The invocations of one execution environment, one at a time: queued until its process asks, then running. */
export interface Invocations {
  readonly add: (invocation: Invocation) => void;
  /** The process asks for its next invocation. */
  readonly ask: (handOver: HandOver) => void;
  readonly running: () => Invocation | undefined;
  /** The running invocation is over; the process may ask for the next. */
  readonly finish: () => void;
  /** Fails the invocation at hand. */
  readonly fail: (errorType: string, errorMessage: string) => void;
  /** Resolves to true when the next invocation can be added, to false once the process has ended. */
  readonly whenFree: () => Promise<boolean>;
  /** The process has ended. */
  readonly close: () => void;
}

export interface InvocationEvents {
  readonly onTimeout: () => void;
  /** An invocation has ended, with a result or without one. */
  readonly onEnd?: (id: string, durationMs: number) => void;
}

export function createInvocations(timeoutMs: number, { onTimeout, onEnd }: InvocationEvents): Invocations {
  let asking: HandOver | undefined;
  let queued: Invocation | undefined;
  let running: Invocation | undefined;
  let beganAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let waiters: ((isFree: boolean) => void)[] = [];

  const settleWaiters = (isFree: boolean): void => {
    const settled = waiters;
    waiters = [];
    for (const settle of settled) settle(isFree);
  };
  const handOver = (): void => {
    if (asking === undefined || queued === undefined) return;
    const hand = asking;
    running = queued;
    asking = undefined;
    queued = undefined;
    beganAt = performance.now();
    timer = setTimeout(onTimeout, timeoutMs);
    hand(running);
  };
  const finish = (): void => {
    clearTimeout(timer);
    if (running !== undefined) onEnd?.(running.id, performance.now() - beganAt);
    running = undefined;
  };

  return {
    add: (invocation) => {
      if (isClosed) {
        invocation.settle(undefined);
        return;
      }
      queued = invocation;
      handOver();
    },
    ask: (hand) => {
      asking = hand;
      settleWaiters(true);
      handOver();
    },
    running: () => running,
    finish,
    fail: (errorType, errorMessage) => {
      const interrupted = running ?? queued;
      finish();
      queued = undefined;
      interrupted?.settle(errorResult(errorType, errorMessage));
    },
    whenFree: () => {
      if (isClosed) return Promise.resolve(false);
      if (asking !== undefined && queued === undefined) return Promise.resolve(true);
      return new Promise((resolve) => waiters.push(resolve));
    },
    close: () => {
      isClosed = true;
      settleWaiters(false);
    },
  };
}
