import { createHmac } from 'node:crypto';

import type { AccountStore } from '#shared/accounts/keys/account-store.ts';
import { keyHash } from '#shared/accounts/keys/api-key.ts';
import { createKey } from '#shared/accounts/keys/create-key.ts';
import type { Session } from './session.ts';
import type { SessionStore } from './session-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The id under which the use of the account's page is counted. */
export const pageKeyId = 'page';
export const pageKeyName = 'Account page';

/** Attempts at a write from data that another request has changed. */
const maxAttempts = 5;

export interface SessionKeyDeps {
  readonly store: Pick<AccountStore, 'account'>;
  readonly sessions: Pick<SessionStore, 'find' | 'addKey'>;
  readonly clock: Clock;
}

/** A key that only the holder of the session's token can make: the same each time, and stored nowhere. */
const secretOf = (sessionToken: string): string =>
  `wnk_${createHmac('sha256', sessionToken).update('api key').digest('base64url')}`;

const ended = (): AppError => new AppError('SIGNED_OUT', 'The session has ended. Sign in at /account.');

/** The session's own API key, which ends with it. Throws SIGNED_OUT when the session ends meanwhile. */
export async function sessionKeyOf(
  { store, sessions, clock }: SessionKeyDeps,
  { tokenHash }: Session,
  sessionToken: string,
): Promise<{ readonly secret: string; readonly validUntil: string }> {
  const secret = secretOf(sessionToken);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const session = await sessions.find(tokenHash, clock.now());
    if (session === undefined) throw ended();
    const { accountId } = session;
    const validUntil = new Date(session.expiresAtMs).toISOString();
    if (session.keyHash === keyHash(secret)) return { secret, validUntil };
    const account = await store.account(accountId);
    // The deletion of an account ends its sessions.
    if (account === undefined || account.deletionAskedAt !== undefined) throw ended();
    const { planId, suspendedAt } = account;
    const createdAt = new Date(clock.now()).toISOString();
    const given = { accountId, planId, suspendedAt, createdAt, validUntil };
    const made = { ...given, name: pageKeyName, environment: 'development', countedAs: pageKeyId } as const;
    if (await sessions.addKey(session, account, createKey(made, secret).key)) return { secret, validUntil };
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'The account is being changed by other requests. Try again.');
}
