import { setTimeout } from 'node:timers/promises';

/** Waits, or ends early without an error when the signal aborts. Handed in, so that tests own time. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const systemPause: Pause = async (milliseconds, signal) => {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
