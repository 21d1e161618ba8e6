import type { Identity, Person, Session } from '#shared/accounts/sessions/session.ts';
import type { SessionStore } from '#shared/accounts/sessions/session-store.ts';
import { memoryAccountStore } from './memory-account-store.ts';

/** Sessions and people beside the accounts and keys of a store. */
export function memorySessionStore(accounts = memoryAccountStore()): SessionStore {
  const sessions = new Map<string, Session>();
  const people = new Map<string, Identity & { readonly accountId: string }>();
  const nameOf = ({ issuer, subject }: Person): string => JSON.stringify([issuer, subject]);
  const peopleOf = (accountId: string) => [...people.values()].filter((one) => one.accountId === accountId);
  const end = async (tokenHash: string): Promise<void> => {
    const keyHash = sessions.get(tokenHash)?.keyHash;
    if (keyHash !== undefined) accounts.removeSessionKey(keyHash);
    sessions.delete(tokenHash);
  };
  return {
    find: async (tokenHash, nowMs) => {
      const session = sessions.get(tokenHash);
      return session !== undefined && session.expiresAtMs > nowMs ? session : undefined;
    },
    put: async (session) => {
      const { identity, accountId, tokenHash } = session;
      const person = people.get(nameOf(identity));
      if (person?.accountId !== accountId || sessions.has(tokenHash)) return false;
      people.set(nameOf(identity), { ...person, email: identity.email });
      sessions.set(tokenHash, session);
      return true;
    },
    prolong: async ({ tokenHash, keyHash }, expiresAtMs) => {
      const session = sessions.get(tokenHash);
      if (session === undefined || session.keyHash !== keyHash) return;
      sessions.set(tokenHash, { ...session, expiresAtMs });
      const key = keyHash === undefined ? undefined : await accounts.find(keyHash);
      if (key !== undefined)
        accounts.putSessionKey({ ...key, validUntil: new Date(expiresAtMs).toISOString() });
    },
    addKey: async ({ tokenHash }, account, key) => {
      const session = sessions.get(tokenHash);
      const current = await accounts.account(account.accountId);
      if (session === undefined || session.keyHash !== undefined) return false;
      if (current === undefined || current.revision !== account.revision) return false;
      accounts.putAccount({ ...current, revision: current.revision + 1 });
      sessions.set(tokenHash, { ...session, keyHash: key.keyHash });
      accounts.putSessionKey(key);
      return true;
    },
    end,
    endAll: async (accountId) => {
      for (const session of [...sessions.values()])
        if (session.accountId === accountId) await end(session.tokenHash);
    },
    accountOf: async (person) => people.get(nameOf(person))?.accountId,
    register: async (account, identity) => {
      const earlier = people.get(nameOf(identity))?.accountId;
      if (earlier !== undefined) return earlier;
      people.set(nameOf(identity), { ...identity, accountId: account.accountId });
      accounts.putAccount(account);
      return account.accountId;
    },
    peopleOf: async (accountId) => peopleOf(accountId).map(({ accountId: _accountId, ...one }) => one),
    removePeople: async (accountId) => {
      for (const person of peopleOf(accountId)) people.delete(nameOf(person));
    },
  };
}
