import type { ApiKey } from '#shared/accounts/keys/api-key.ts';
import type { KeyStore } from '#shared/accounts/keys/key-store.ts';

export function memoryKeyStore(initial: readonly ApiKey[] = []): KeyStore {
  const keys = new Map(initial.map((key) => [key.keyHash, key]));
  const replace = (key: ApiKey) => keys.set(key.keyHash, key);
  return {
    find: async (hash) => keys.get(hash),
    add: async (key) => void replace(key),
    list: async () => [...keys.values()].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
    revoke: async (keyId, revokedAt) => {
      const key = [...keys.values()].find((candidate) => candidate.keyId === keyId);
      if (key === undefined) return false;
      replace({ ...key, revokedAt: key.revokedAt ?? revokedAt });
      return true;
    },
    setPlan: async (accountId, planId) => {
      const owned = [...keys.values()].filter((key) => key.accountId === accountId);
      for (const key of owned) replace({ ...key, planId });
      return owned.length;
    },
  };
}
