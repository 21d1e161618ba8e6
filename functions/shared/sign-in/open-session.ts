import { type Identity, sessionEndMs } from '#shared/accounts/sessions/session.ts';
import type { SessionStore } from '#shared/accounts/sessions/session-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import { randomText } from './sign-in-cookies.ts';

/** The plan of an account that a person opens; the operator changes it. */
const firstPlan = 'hobby';
/** Attempts when the person's account is deleted at the same moment. */
const maxAttempts = 3;

/** Signs a person in: the account of the person, made at the first sign-in, and a new session. Returns its token. */
export async function openSession(
  sessions: Pick<SessionStore, 'accountOf' | 'register' | 'put'>,
  clock: Clock,
  identity: Identity,
): Promise<{ readonly token: string; readonly accountId: string }> {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const nowMs = clock.now();
    const account = {
      accountId: newId('acct'),
      planId: firstPlan,
      createdAt: new Date(nowMs).toISOString(),
      revision: 1,
    };
    const accountId = (await sessions.accountOf(identity)) ?? (await sessions.register(account, identity));
    const token = randomText();
    const isWritten = await sessions.put({
      tokenHash: sha256(token),
      accountId,
      identity,
      createdAtMs: nowMs,
      expiresAtMs: sessionEndMs(nowMs, nowMs),
    });
    if (isWritten) return { token, accountId };
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'The account is being changed by other requests. Try again.');
}
