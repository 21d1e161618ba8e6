import type { Arrival, Step } from './chain.ts';

/** What follows an answer that is counted, and kept for its Idempotency-Key. It does not reject: the answer is due. */
export type Delivered = () => Promise<void>;

export interface Delivery {
  /** Set by the work. */
  readonly delivery: { delivered?: Delivered | undefined };
}

/** Carries out what follows an answer that cannot fail any more, before it is sent: Lambda may freeze the process after it. */
export const delivery: Step<Arrival, Delivery> = {
  before: () => ({ delivery: {} }),
  after: async ({ delivery: { delivered } }) => {
    await delivered?.();
  },
};
