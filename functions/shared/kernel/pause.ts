import { setTimeout } from 'node:timers/promises';

/** Waits; returns early, without an error, when the signal aborts. Injected, so that tests control time. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const systemPause: Pause = async (milliseconds, signal) => {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
