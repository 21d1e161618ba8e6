import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

import { accountPartition, ownedSessionPrefix } from '#shared/accounts/keys/dynamo-key-rows.ts';
import { type Item, rowKey } from '#shared/kernel/dynamo-table.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import type { Identity, Person, Session } from './session.ts';

/**
 * Rows of the service table: `SESSION#<sha256>` / `SESSION` is a session, `IDENTITY#<sha256 of the issuer>#<sub>` /
 * `IDENTITY` the account of a person. `ACCOUNT#id` lists both, so that they are found with the account.
 */
export const sessionKey = (tokenHash: string): Item => rowKey(`SESSION#${tokenHash}`, 'SESSION');
export const ownedSessionKey = ({ accountId, tokenHash }: Pick<Session, 'accountId' | 'tokenHash'>): Item =>
  rowKey(accountPartition(accountId), `${ownedSessionPrefix}${tokenHash}`);

const personName = ({ issuer, subject }: Person): string => `IDENTITY#${sha256(issuer)}#${subject}`;
export const identityKey = (person: Person): Item => rowKey(personName(person), 'IDENTITY');
export const ownedIdentityPrefix = 'IDENTITY#';
export const ownedIdentityKey = (accountId: string, person: Person): Item =>
  rowKey(accountPartition(accountId), personName(person));

const item = (key: Item, fields: object): Item => ({ ...key, ...marshall(fields) });

/** For DynamoDB's expiry, which deletes within a day or two. */
export const expirySeconds = (expiresAtMs: number): number => Math.ceil(expiresAtMs / 1000);

export const sessionItem = (session: Session): Item =>
  item(sessionKey(session.tokenHash), { ...session, expiresAt: expirySeconds(session.expiresAtMs) });

export const ownedSessionItem = (session: Session): Item =>
  item(ownedSessionKey(session), {
    tokenHash: session.tokenHash,
    expiresAt: expirySeconds(session.expiresAtMs),
  });

export const identityItem = (accountId: string, identity: Identity): Item =>
  item(identityKey(identity), { ...identity, accountId });

export const ownedIdentityItem = (accountId: string, { issuer, subject }: Person): Item =>
  item(ownedIdentityKey(accountId, { issuer, subject }), { issuer, subject });

export function sessionFromRow(row: Item): Session {
  const { pk: _pk, sk: _sk, expiresAt: _expiresAt, ...session } = unmarshall(row);
  return session as Session;
}

export function identityFromRow(row: Item): Identity & { readonly accountId: string } {
  const { pk: _pk, sk: _sk, ...identity } = unmarshall(row);
  return identity as Identity & { readonly accountId: string };
}

export const personFromRow = (row: Item): Person => unmarshall(row) as unknown as Person;
