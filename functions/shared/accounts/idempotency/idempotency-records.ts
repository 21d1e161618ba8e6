import { idempotencyHours } from '#shared/contract/idempotency.ts';

/** The state of an idempotency key: new, in progress, done, or used with another request. */
export type Claim =
  /** `job` was begun by an invocation that has ended without an answer; the job itself may still run. */
  | { readonly kind: 'claimed'; readonly job?: string }
  /** The request that holds the key may run until then, and then counts as dead. */
  | { readonly kind: 'running'; readonly leaseUntilMs: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'mismatch' };

export interface IdempotencyClaim {
  readonly accountId: string;
  /** Hash of the caller's key; the key itself is not stored. */
  readonly keyHash: string;
  /** Hash of operation and body. */
  readonly bodyHash: string;
  /** The invocation that makes this claim; callers cannot choose it. */
  readonly invocationId: string;
  readonly nowMs: number;
  /** From then on another request may take the work over, because the claiming process must be dead. */
  readonly leaseUntilMs: number;
}

/** Claims on idempotency keys, kept for `idempotencyHours`. */
export interface IdempotencyRecords {
  readonly claim: (claim: IdempotencyClaim) => Promise<Claim>;
  /** Notes the job that is about to begin, and outlives the invocation. Without effect when another has taken the work over. */
  readonly begin: (claim: IdempotencyClaim, job: string) => Promise<void>;
  /** The reply is stored: later requests get it. Without effect when another invocation has taken the work over. */
  readonly complete: (claim: IdempotencyClaim) => Promise<void>;
  /** The work was not done, for a reason that passes: a repeated request goes on with the job that was begun, if any. */
  readonly leave: (claim: IdempotencyClaim) => Promise<void>;
  /** The work failed and may be tried again under the same key. */
  readonly release: (claim: IdempotencyClaim) => Promise<void>;
}

export const idempotencySeconds = idempotencyHours * 3_600;
