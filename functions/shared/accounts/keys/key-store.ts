import type { ApiKey } from './api-key.ts';

export interface KeyStore {
  /** The key under this hash, revoked or not; `undefined` when there is none. */
  readonly find: (keyHash: string) => Promise<ApiKey | undefined>;
  readonly add: (key: ApiKey) => Promise<void>;
  /** Oldest first. */
  readonly list: () => Promise<readonly ApiKey[]>;
  /** False when the key does not exist. Revoking twice keeps the first date. */
  readonly revoke: (keyId: string, revokedAt: string) => Promise<boolean>;
  /** Moves an account, and so all its keys, to another plan. Returns how many keys it has. */
  readonly setPlan: (accountId: string, planId: string) => Promise<number>;
}
