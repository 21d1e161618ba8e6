import { describe, expect, test } from 'vitest';

import type { AccountStore } from '#shared/accounts/keys/account-store.ts';
import type { Account } from '#shared/accounts/keys/account.ts';
import { createKey } from '#shared/accounts/keys/create-key.ts';
import { dynamoAccountStore } from '#shared/accounts/keys/dynamo-account-store.ts';
import { dynamoSessionStore } from '#shared/accounts/sessions/dynamo-session-store.ts';
import type { Identity, Session } from '#shared/accounts/sessions/session.ts';
import type { SessionStore } from '#shared/accounts/sessions/session-store.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import { memoryAccountStore } from '../fakes/memory-account-store.ts';
import { memorySessionStore } from '../fakes/memory-session-store.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;

interface Stores {
  readonly sessions: SessionStore;
  readonly accounts: AccountStore;
}

const inMemory = (): Stores => {
  const accounts = memoryAccountStore();
  return { accounts, sessions: memorySessionStore(accounts) };
};

const inDynamo = (): Stores => {
  const [client, table] = [emulatedDynamo(), tableNamed('servicetable')];
  return { accounts: dynamoAccountStore(client, table), sessions: dynamoSessionStore(client, table) };
};

const newAccount = (): Account => ({
  accountId: newId('acct'),
  planId: 'hobby',
  createdAt: new Date(noon).toISOString(),
  revision: 1,
});

const newPerson = (changes: Partial<Identity> = {}): Identity => ({
  issuer: 'https://people.test',
  subject: newId('sub'),
  email: 'ada@example.com',
  ...changes,
});

const sessionOf = (accountId: string, identity: Identity, changes: Partial<Session> = {}): Session => ({
  tokenHash: sha256(newId('token')),
  accountId,
  identity,
  createdAtMs: noon,
  expiresAtMs: noon + hourMs,
  ...changes,
});

const sessionKeyOf = ({ accountId, expiresAtMs }: Session) =>
  createKey({
    accountId,
    planId: 'hobby',
    name: 'Account page',
    createdAt: new Date(noon).toISOString(),
    validUntil: new Date(expiresAtMs).toISOString(),
  }).key;

/** A person with an account and a session. */
async function signedIn({ sessions }: Stores) {
  const [account, identity] = [newAccount(), newPerson()];
  await sessions.register(account, identity);
  const session = sessionOf(account.accountId, identity);
  await sessions.put(session);
  return { account, identity, session };
}

describe.for([
  ['memory', inMemory],
  ['DynamoDB', inDynamo],
] as const)('sessions in %s', ([, stores]) => {
  test('are found by the hash of their token until they expire', async () => {
    const own = stores();
    const { session } = await signedIn(own);

    expect(await own.sessions.find(session.tokenHash, noon)).toEqual(session);
    expect(await own.sessions.find(session.tokenHash, session.expiresAtMs)).toBeUndefined();
    expect(await own.sessions.find(sha256('another'), noon)).toBeUndefined();
  });

  test('end later when they are used', async () => {
    const own = stores();
    const { session } = await signedIn(own);

    await own.sessions.prolong(session, noon + 5 * hourMs);

    expect(await own.sessions.find(session.tokenHash, noon + 4 * hourMs)).toEqual({
      ...session,
      expiresAtMs: noon + 5 * hourMs,
    });
  });

  test('that have ended are not brought back by a late use', async () => {
    const own = stores();
    const { session } = await signedIn(own);
    await own.sessions.end(session.tokenHash);

    await own.sessions.prolong(session, noon + 5 * hourMs);

    expect(await own.sessions.find(session.tokenHash, noon)).toBeUndefined();
  });

  test('end one by one, and ending one that has ended changes nothing', async () => {
    const own = stores();
    const { session, account, identity } = await signedIn(own);
    const other = sessionOf(account.accountId, identity);
    await own.sessions.put(other);

    await own.sessions.end(session.tokenHash);
    await own.sessions.end(session.tokenHash);

    expect(await own.sessions.find(session.tokenHash, noon)).toBeUndefined();
    expect(await own.sessions.find(other.tokenHash, noon)).toEqual(other);
  });

  test('of an account end together, and no other’s', async () => {
    const own = stores();
    const { session, account, identity } = await signedIn(own);
    const second = sessionOf(account.accountId, identity);
    await own.sessions.put(second);
    const stranger = await signedIn(own);

    await own.sessions.endAll(account.accountId);

    const found = await Promise.all(
      [session, second, stranger.session].map(({ tokenHash }) => own.sessions.find(tokenHash, noon)),
    );
    expect(found).toEqual([undefined, undefined, stranger.session]);
  });

  test('are refused for an account that has been parted from the person', async () => {
    const own = stores();
    const { account, identity } = await signedIn(own);
    await own.sessions.removePeople(account.accountId);
    const late = sessionOf(account.accountId, identity);

    expect(await own.sessions.put(late)).toBe(false);
    expect(await own.sessions.find(late.tokenHash, noon)).toBeUndefined();
  });

  test('have a key of their own, which is in no list and ends with them', async () => {
    const own = stores();
    const { session, account } = await signedIn(own);
    const key = sessionKeyOf(session);

    const isAdded = await own.sessions.addKey(session, account, key);
    const found = await own.accounts.find(key.keyHash);
    const listed = [...(await own.accounts.keysOf(account.accountId)), ...(await own.accounts.list())];
    const withKey = await own.sessions.find(session.tokenHash, noon);
    await own.sessions.end(session.tokenHash);

    expect(isAdded).toBe(true);
    expect(found).toEqual(key);
    expect(withKey).toEqual({ ...session, keyHash: key.keyHash });
    expect(listed.filter(({ keyId }) => keyId === key.keyId)).toEqual([]);
    expect(await own.accounts.find(key.keyHash)).toBeUndefined();
  });

  test('get one key, from an account that has not changed, while they last', async () => {
    const own = stores();
    const { session, account } = await signedIn(own);
    const current = async () => (await own.accounts.account(account.accountId))!;
    const seen = await current();
    await own.accounts.change(account.accountId, { suspendedAt: new Date(noon).toISOString() });

    const outdated = await own.sessions.addKey(session, seen, sessionKeyOf(session));
    const first = await own.sessions.addKey(session, await current(), sessionKeyOf(session));
    const second = await own.sessions.addKey(session, await current(), sessionKeyOf(session));
    await own.sessions.end(session.tokenHash);
    const late = await own.sessions.addKey(session, await current(), sessionKeyOf(session));

    expect([outdated, first, second, late]).toEqual([false, true, false, false]);
  });

  test('prolong their key with themselves', async () => {
    const own = stores();
    const { session, account } = await signedIn(own);
    const key = sessionKeyOf(session);
    await own.sessions.addKey(session, account, key);

    await own.sessions.prolong({ ...session, keyHash: key.keyHash }, noon + 5 * hourMs);

    expect((await own.accounts.find(key.keyHash))?.validUntil).toBe(
      new Date(noon + 5 * hourMs).toISOString(),
    );
  });

  test('have a key that follows its account to another plan and into a suspension', async () => {
    const own = stores();
    const { session, account } = await signedIn(own);
    const key = sessionKeyOf(session);
    await own.sessions.addKey(session, account, key);
    const since = new Date(noon).toISOString();

    await own.accounts.change(account.accountId, { planId: 'scale', suspendedAt: since });

    expect(await own.accounts.find(key.keyHash)).toEqual({ ...key, planId: 'scale', suspendedAt: since });
  });
});

describe.for([
  ['memory', inMemory],
  ['DynamoDB', inDynamo],
] as const)('people in %s', ([, stores]) => {
  test('get an account without keys at their first sign-in', async () => {
    const own = stores();
    const [account, identity] = [newAccount(), newPerson()];
    const before = await own.sessions.accountOf(identity);

    const accountId = await own.sessions.register(account, identity);

    expect(before).toBeUndefined();
    expect(accountId).toBe(account.accountId);
    expect(await own.sessions.accountOf(identity)).toBe(account.accountId);
    expect(await own.accounts.account(account.accountId)).toEqual(account);
    expect(await own.accounts.accounts()).toContainEqual(account);
    expect(await own.accounts.keysOf(account.accountId)).toEqual([]);
    expect(await own.sessions.peopleOf(account.accountId)).toEqual([identity]);
  });

  test('who sign in for the first time in ten browsers at once get one account', async () => {
    const own = stores();
    const identity = newPerson();
    const tries = Array.from({ length: 10 }, newAccount);

    const given = await Promise.all(tries.map((account) => own.sessions.register(account, identity)));

    const made = await Promise.all(tries.map(({ accountId }) => own.accounts.account(accountId)));
    expect(new Set(given).size).toBe(1);
    expect(made.filter((account) => account !== undefined).map(({ accountId }) => accountId)).toEqual([
      given[0],
    ]);
  });

  test('are told apart by issuer and subject, and never by their address', async () => {
    const own = stores();
    const { identity } = await signedIn(own);

    expect(await own.sessions.accountOf({ ...identity, issuer: 'https://other.test' })).toBeUndefined();
    expect(await own.sessions.accountOf({ ...identity, subject: 'other' })).toBeUndefined();
  });

  test('are known by the address of their last sign-in', async () => {
    const own = stores();
    const { account, identity } = await signedIn(own);
    const moved = { ...identity, email: 'ada@new.example' };

    await own.sessions.put(sessionOf(account.accountId, moved));

    expect(await own.sessions.peopleOf(account.accountId)).toEqual([moved]);
  });

  test('register anew after they were parted from their account', async () => {
    const own = stores();
    const { account, identity } = await signedIn(own);
    await own.sessions.removePeople(account.accountId);
    const next = newAccount();

    const given = await own.sessions.register(next, identity);
    await own.sessions.removePeople(account.accountId);

    expect(given).toBe(next.accountId);
    expect(await own.sessions.peopleOf(account.accountId)).toEqual([]);
    expect(await own.sessions.accountOf(identity)).toBe(next.accountId);
  });
});
