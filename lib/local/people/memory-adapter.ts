import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  readonly payload: AdapterPayload;
  readonly endsAtMs: number;
}

/** Entries of one kind; the oldest are forgotten first. */
const maxEntries = 10_000;

function adapter(entries: Map<string, Entry>): Adapter {
  const find = async (id: string): Promise<AdapterPayload | undefined> => {
    const entry = entries.get(id);
    return entry !== undefined && entry.endsAtMs > Date.now() ? entry.payload : undefined;
  };
  const findBy = (matches: (payload: AdapterPayload) => boolean) =>
    [...entries].find(([, { payload }]) => matches(payload))?.[0] ?? '';
  return {
    find,
    upsert: async (id, payload, expiresIn) => {
      entries.set(id, { payload, endsAtMs: Date.now() + (expiresIn ?? Infinity) * 1000 });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
    findByUid: (uid) => find(findBy((payload) => payload.uid === uid)),
    findByUserCode: (userCode) => find(findBy((payload) => payload.userCode === userCode)),
    consume: async (id) => {
      const entry = entries.get(id);
      if (entry !== undefined)
        entries.set(id, { ...entry, payload: { ...entry.payload, consumed: Math.floor(Date.now() / 1000) } });
    },
    destroy: async (id) => void entries.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id);
    },
  };
}

/** What the provider needs for minutes: who is about to sign in, and codes. After a restart people sign in again there. */
export function memoryAdapter(): AdapterFactory {
  const kinds = new Map<string, Adapter>();
  return (name) => {
    const kept = kinds.get(name) ?? adapter(new Map());
    kinds.set(name, kept);
    return kept;
  };
}
