/** The customer that pays. Its plan and its monthly usage counters apply to all of its keys. */
export interface Account {
  readonly accountId: string;
  readonly planId: string;
  readonly createdAt: string;
  /** Since then every request with one of its keys is refused. */
  readonly suspendedAt?: string;
  /** Rises with each change of the account and each new key, so that a write from outdated data is noticed. */
  readonly revision: number;
}
