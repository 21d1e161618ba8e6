import type { Account } from './account.ts';
import type { ApiKey } from './api-key.ts';
import type { KeyStore } from './key-store.ts';

/** Changes of an account; `null` removes. */
export interface AccountChange {
  readonly planId?: string;
  readonly suspendedAt?: string | null;
  readonly deletionAskedAt?: string;
}

/** What owners and operators do with accounts and their keys. Accounts from before they had a row are found by their keys. */
export interface AccountStore extends KeyStore {
  readonly account: (accountId: string) => Promise<Account | undefined>;
  /** Oldest first. Changes of the last second may be missing. */
  readonly accounts: () => Promise<readonly Account[]>;
  /** The keys of all accounts, oldest first. Changes of the last second may be missing. */
  readonly list: () => Promise<readonly ApiKey[]>;
  /** An account's keys, oldest first. Consistent read. */
  readonly keysOf: (accountId: string) => Promise<readonly ApiKey[]>;
  /**
   * Adds a key to the account as it was read, or, at revision 0, creates the account with its first key. With
   * `replaced`, that key is changed in the same step. False, and nothing is written, when the account has changed since
   * or the replaced key was revoked or rotated.
   */
  readonly addKey: (
    account: Account,
    key: ApiKey,
    replaced?: { readonly keyHash: string; readonly validUntil: string },
  ) => Promise<boolean>;
  /** Removes a key for good. */
  readonly remove: (key: Pick<ApiKey, 'accountId' | 'keyId' | 'keyHash'>) => Promise<void>;
  readonly rename: (keyHash: string, name: string) => Promise<void>;
  /**
   * Gives keys of the account, as it was read, one webhook secret in one step, which writes 100 rows at most: its own
   * and those of 99 keys. False, and nothing is written, when the account has changed since or a key was removed.
   */
  readonly setWebhookSecret: (
    account: Account,
    keyHashes: readonly string[],
    webhookSecret: string,
  ) => Promise<boolean>;
  /** Revoking twice keeps the first date. */
  readonly revoke: (keyHash: string, revokedAt: string) => Promise<void>;
  /** Changes the account, then all of its keys. Does nothing when there is no such account. */
  readonly change: (accountId: string, change: AccountChange) => Promise<void>;
}
