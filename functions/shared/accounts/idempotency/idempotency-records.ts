/** What is known of an idempotency key: nothing, work under way, work done, or other work. */
export type Claim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done' }
  | { readonly kind: 'mismatch' };

export interface IdempotencyClaim {
  readonly accountId: string;
  /** Hash of the caller's key; the key itself is not stored. */
  readonly keyHash: string;
  /** Hash of operation and body. */
  readonly bodyHash: string;
  /** The invocation whose claim this is; a name that no caller can choose. */
  readonly invocationId: string;
  readonly nowMs: number;
  /** From then on another request may take the work over, because whoever claimed it must be dead. */
  readonly leaseUntilMs: number;
}

/** Claims on idempotency keys, kept 24 hours (decisions: Plans, quota, rate). */
export interface IdempotencyRecords {
  readonly claim: (claim: IdempotencyClaim) => Promise<Claim>;
  /** The answer is stored: later requests get it. Without effect when another has taken the work over. */
  readonly complete: (claim: IdempotencyClaim) => Promise<void>;
  /** The work failed and may be tried again under the same key. */
  readonly release: (claim: IdempotencyClaim) => Promise<void>;
}

export const idempotencySeconds = 86_400;
