import type { AccountStore } from '#shared/accounts/keys/account-store.ts';
import type { Account } from '#shared/accounts/keys/account.ts';
import { type ApiKey, fromStoredKey, type StoredKey } from '#shared/accounts/keys/api-key.ts';

/** What the store of sessions writes of accounts and keys. */
export interface MemoryAccountStore extends AccountStore {
  readonly putAccount: (account: Account) => void;
  readonly putSessionKey: (key: ApiKey) => void;
  readonly removeSessionKey: (keyHash: string) => void;
}

/** Keys that are given here were made before accounts had a row. */
export function memoryAccountStore(initial: readonly StoredKey[] = []): MemoryAccountStore {
  const ofSessions = new Set<string>();
  const keys = new Map(initial.map((key) => [key.keyHash, fromStoredKey(key)]));
  const accounts = new Map<string, Account>();
  const inOrder = () =>
    [...keys.values()]
      .filter(({ keyHash }) => !ofSessions.has(keyHash))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  for (const { accountId, planId, createdAt } of inOrder().toReversed())
    accounts.set(accountId, { accountId, planId, createdAt, revision: 1 });
  const changeKey = (hash: string, change: (key: ApiKey) => ApiKey) => {
    const key = keys.get(hash);
    if (key !== undefined) keys.set(hash, change(key));
  };
  const changed = <Row extends Account | ApiKey>(
    row: Row,
    { planId, suspendedAt, deletionAskedAt = row.deletionAskedAt }: Parameters<AccountStore['change']>[1],
  ): Row => {
    const { suspendedAt: before, ...rest } = row;
    const since = suspendedAt === null ? undefined : (suspendedAt ?? before);
    return {
      ...rest,
      planId: planId ?? row.planId,
      ...(since === undefined ? {} : { suspendedAt: since }),
      ...(deletionAskedAt === undefined ? {} : { deletionAskedAt }),
    } as Row;
  };
  return {
    find: async (hash) => keys.get(hash),
    markUsed: async (hash, day) =>
      changeKey(hash, (key) => ((key.lastUsedOn ?? '') < day ? { ...key, lastUsedOn: day } : key)),
    account: async (accountId) => accounts.get(accountId),
    accounts: async () => [...accounts.values()].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
    list: async () => inOrder(),
    keysOf: async (accountId) => inOrder().filter((key) => key.accountId === accountId),
    addKey: async (account, key, replaced) => {
      const { accountId, revision } = account;
      if ((accounts.get(accountId)?.revision ?? 0) !== revision || keys.has(key.keyHash)) return false;
      const old = replaced === undefined ? undefined : keys.get(replaced.keyHash);
      const mayReplace = old !== undefined && old.rotatedTo === undefined && old.revokedAt === undefined;
      if (replaced !== undefined && !mayReplace) return false;
      accounts.set(accountId, { ...(accounts.get(accountId) ?? account), revision: revision + 1 });
      keys.set(key.keyHash, key);
      if (replaced !== undefined)
        changeKey(replaced.keyHash, (before) => ({
          ...before,
          rotatedTo: key.keyId,
          validUntil: replaced.validUntil,
        }));
      return true;
    },
    remove: async ({ keyHash }) => void keys.delete(keyHash),
    rename: async (hash, name) => changeKey(hash, (key) => ({ ...key, name })),
    setWebhookSecret: async ({ accountId, revision }, hashes, webhookSecret) => {
      const account = accounts.get(accountId);
      if (account?.revision !== revision || !hashes.every((hash) => keys.has(hash))) return false;
      accounts.set(accountId, { ...account, revision: revision + 1 });
      for (const hash of hashes) changeKey(hash, (key) => ({ ...key, webhookSecret }));
      return true;
    },
    revoke: async (hash, revokedAt) =>
      changeKey(hash, (key) => ({ ...key, revokedAt: key.revokedAt ?? revokedAt })),
    change: async (accountId, change) => {
      const account = accounts.get(accountId);
      if (account === undefined) return;
      accounts.set(accountId, { ...changed(account, change), revision: account.revision + 1 });
      for (const key of keys.values())
        if (key.accountId === accountId) keys.set(key.keyHash, changed(key, change));
    },
    putAccount: (account) => void accounts.set(account.accountId, account),
    putSessionKey: (key) => {
      ofSessions.add(key.keyHash);
      keys.set(key.keyHash, key);
    },
    removeSessionKey: (keyHash) => {
      ofSessions.delete(keyHash);
      keys.delete(keyHash);
    },
  };
}
