import type { DynamoDBClient, TransactWriteItem } from '@aws-sdk/client-dynamodb';

import {
  accountItem,
  accountPartition,
  accountRowKey,
  keyRowKey,
  ownedSessionPrefix,
  sessionKeyItem,
} from '#shared/accounts/keys/dynamo-key-rows.ts';
import { allOf, anyOf, equals, isAbsent, isPresent, startsWith } from '#shared/kernel/dynamo-expression.ts';
import {
  backOff,
  deleteOf,
  type DynamoTable,
  findRow,
  type Item,
  putOf,
  queryAllRows,
  readRows,
  transactWrite,
  updateOf,
} from '#shared/kernel/dynamo-table.ts';
import {
  expirySeconds,
  identityFromRow,
  identityItem,
  identityKey,
  ownedIdentityItem,
  ownedIdentityKey,
  ownedIdentityPrefix,
  ownedSessionItem,
  ownedSessionKey,
  personFromRow,
  sessionFromRow,
  sessionItem,
  sessionKey,
} from './dynamo-session-rows.ts';
import type { Identity, Person, Session } from './session.ts';
import type { SessionStore } from './session-store.ts';

/** Attempts at a change that another request may have changed meanwhile. */
const maxAttempts = 5;

async function untilWritten(attempt: () => Promise<boolean>, what: string): Promise<void> {
  for (let attempts = 1; attempts <= maxAttempts; attempts += 1) {
    if (await attempt()) return;
    await backOff(attempts);
  }
  throw new Error(`${what}: other requests change it all the time.`);
}

const anyState = anyOf(isPresent('pk'), isAbsent('pk'));
const hasKey = (keyHash: string | undefined) =>
  keyHash === undefined ? isAbsent('keyHash') : equals('keyHash', keyHash);

async function read(table: DynamoTable, tokenHash: string): Promise<Session | undefined> {
  const row = await findRow(table, sessionKey(tokenHash));
  return row === undefined ? undefined : sessionFromRow(row);
}

const listed = (table: DynamoTable, accountId: string, prefix: string): Promise<Item[]> =>
  queryAllRows(table, {
    where: allOf(equals('pk', accountPartition(accountId)), startsWith('sk', prefix)),
    isConsistent: true,
  });

const put =
  (table: DynamoTable): SessionStore['put'] =>
  async (session) => {
    const { identity, accountId } = session;
    const { isWritten } = await transactWrite(table.client, [
      {
        Update: updateOf(table, identityKey(identity), {
          set: { email: identity.email },
          when: equals('accountId', accountId),
        }),
      },
      { Put: putOf(table, sessionItem(session), isAbsent('pk')) },
      { Put: putOf(table, ownedSessionItem(session)) },
    ]);
    return isWritten;
  };

const prolong =
  (table: DynamoTable): SessionStore['prolong'] =>
  async (session, expiresAtMs) => {
    const { tokenHash, keyHash } = session;
    const expiresAt = expirySeconds(expiresAtMs);
    const update = (key: Item, set: Readonly<Record<string, unknown>>, when = isPresent('pk')) => ({
      Update: updateOf(table, key, { set: { expiresAt, ...set }, when }),
    });
    // A condition that does not hold means that the session has ended, or has a key since: the next use prolongs it.
    await transactWrite(table.client, [
      update(sessionKey(tokenHash), { expiresAtMs }, allOf(isPresent('pk'), hasKey(keyHash))),
      update(ownedSessionKey(session), {}),
      ...(keyHash === undefined
        ? []
        : [update(keyRowKey(keyHash), { validUntil: new Date(expiresAtMs).toISOString() })]),
    ]);
  };

const addKey =
  (table: DynamoTable): SessionStore['addKey'] =>
  async (session, { accountId, revision }, key) => {
    const { keyHash } = key;
    const { isWritten } = await transactWrite(table.client, [
      {
        Update: updateOf(table, accountRowKey(accountId), {
          add: { revision: 1 },
          when: equals('revision', revision),
        }),
      },
      {
        Update: updateOf(table, sessionKey(session.tokenHash), {
          set: { keyHash },
          when: allOf(isPresent('pk'), isAbsent('keyHash')),
        }),
      },
      // The account's list has the hash, so that a change of the account finds the key.
      { Update: updateOf(table, ownedSessionKey(session), { set: { keyHash }, when: isPresent('pk') }) },
      { Put: putOf(table, sessionKeyItem(key, expirySeconds(session.expiresAtMs)), isAbsent('pk')) },
    ]);
    return isWritten;
  };

const end = (table: DynamoTable, tokenHash: string): Promise<void> =>
  untilWritten(async () => {
    const session = await read(table, tokenHash);
    if (session === undefined) return true;
    const { keyHash } = session;
    const removal = (key: Item, when = anyState): TransactWriteItem => ({
      Delete: deleteOf(table, key, when),
    });
    const { isWritten } = await transactWrite(table.client, [
      removal(sessionKey(tokenHash), allOf(isPresent('pk'), hasKey(keyHash))),
      removal(ownedSessionKey(session)),
      ...(keyHash === undefined ? [] : [removal(keyRowKey(keyHash))]),
    ]);
    return isWritten;
  }, 'A session could not be ended');

async function accountOf(table: DynamoTable, person: Person): Promise<string | undefined> {
  const row = await findRow(table, identityKey(person));
  return row === undefined ? undefined : identityFromRow(row).accountId;
}

const register =
  (table: DynamoTable): SessionStore['register'] =>
  async (account, identity) => {
    const { accountId } = account;
    const { isWritten } = await transactWrite(table.client, [
      { Put: putOf(table, identityItem(accountId, identity), isAbsent('pk')) },
      { Put: putOf(table, accountItem(account), isAbsent('pk')) },
      { Put: putOf(table, ownedIdentityItem(accountId, identity)) },
    ]);
    if (isWritten) return accountId;
    const earlier = await accountOf(table, identity);
    if (earlier === undefined) throw new Error(`The account ${accountId} exists already.`);
    return earlier;
  };

async function peopleOf(table: DynamoTable, accountId: string): Promise<readonly Identity[]> {
  const people = (await listed(table, accountId, ownedIdentityPrefix)).map(personFromRow);
  const rows = await readRows(table, people.map(identityKey), { isConsistent: true });
  return rows
    .map(identityFromRow)
    .filter((row) => row.accountId === accountId)
    .map(({ issuer, subject, email }) => ({ issuer, subject, email }));
}

async function removePeople(table: DynamoTable, accountId: string): Promise<void> {
  for (const person of (await listed(table, accountId, ownedIdentityPrefix)).map(personFromRow))
    await untilWritten(async () => {
      // The person may have registered anew since an earlier attempt.
      const isOwn = (await accountOf(table, person)) === accountId;
      const { isWritten } = await transactWrite(table.client, [
        { Delete: deleteOf(table, ownedIdentityKey(accountId, person), anyState) },
        ...(isOwn ? [{ Delete: deleteOf(table, identityKey(person), equals('accountId', accountId)) }] : []),
      ]);
      return isWritten;
    }, 'A person could not be parted from an account');
}

/** The sessions and people of the service table. */
export function dynamoSessionStore(client: DynamoDBClient, tableName: string): SessionStore {
  const table = { client, tableName };
  return {
    find: async (tokenHash, nowMs) => {
      // Consistent, so that a session stops at once when it is ended.
      const session = await read(table, tokenHash);
      return session !== undefined && session.expiresAtMs > nowMs ? session : undefined;
    },
    put: put(table),
    prolong: prolong(table),
    addKey: addKey(table),
    end: (tokenHash) => end(table, tokenHash),
    endAll: async (accountId) => {
      for (const { tokenHash } of await listed(table, accountId, ownedSessionPrefix))
        await end(table, tokenHash?.S ?? '');
    },
    accountOf: (person) => accountOf(table, person),
    register: register(table),
    peopleOf: (accountId) => peopleOf(table, accountId),
    removePeople: (accountId) => removePeople(table, accountId),
  };
}
