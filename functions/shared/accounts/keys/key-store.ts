import type { ApiKey } from './api-key.ts';

/** What requests need. */
export interface KeyStore {
  /** The key with this hash, or `undefined`. Expired and revoked keys are returned, too. Consistent read. */
  readonly find: (keyHash: string) => Promise<ApiKey | undefined>;
  /** Notes that the key was used on this UTC day. A removed key stays removed. */
  readonly markUsed: (keyHash: string, day: string) => Promise<void>;
}
