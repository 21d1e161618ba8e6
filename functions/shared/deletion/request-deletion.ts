import type { AccountStore } from '#shared/accounts/keys/account-store.ts';
import { closeAccount } from '#shared/accounts/management/manage-accounts.ts';
import type { Person } from '#shared/accounts/sessions/session.ts';
import type { SessionStore } from '#shared/accounts/sessions/session-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type DeletionMarks, withPeople } from './deletion-marks.ts';

export interface RequestDeletionDeps {
  readonly store: AccountStore;
  readonly sessions: Pick<SessionStore, 'endAll' | 'peopleOf' | 'removePeople'>;
  readonly marks: Pick<DeletionMarks, 'find' | 'add'>;
  readonly clock: Clock;
}

/** Workers of crawls may write for a quarter of an hour; then the sweeper and a failed attempt need some minutes. */
const maxDeletionMs = 3_600_000;

/**
 * Closes an account, signs everybody out and parts it from its people, who may register anew at once. The sweeper has
 * everything else deleted, and the people removed unless they are kept. Whatever fails after the mark, the account is deleted.
 */
export async function requestDeletion(
  deps: RequestDeletionDeps,
  accountId: string,
  { keepsPeople = false }: { readonly keepsPeople?: boolean } = {},
): Promise<{ readonly deletedByMs: number; readonly people: readonly Person[] }> {
  const { store, sessions, marks, clock } = deps;
  const nowMs = clock.now();
  const [earlier, account] = [await marks.find(accountId), await store.account(accountId)];
  if (earlier === undefined && account === undefined)
    throw new AppError('NOT_FOUND', `There is no account ${accountId}.`);
  // The mark names the people to remove: those who stay are parted from the account before it, and an operator whose command breaks
  // off here repeats it.
  if (keepsPeople) await sessions.removePeople(accountId);
  // An earlier request may have parted the account from its people.
  const present = (await sessions.peopleOf(accountId)).map(({ issuer, subject }) => ({ issuer, subject }));
  const people = withPeople(earlier?.people ?? [], present);
  await marks.add({ accountId, dueAtMs: nowMs, people });
  // A deletion that was broken off at its end has a mark and no account any more.
  if (account !== undefined) await closeAccount(deps, accountId);
  // In this order: a sign-in that is under way makes no session once the person is parted from the account.
  await sessions.removePeople(accountId);
  await sessions.endAll(accountId);
  return { deletedByMs: nowMs + maxDeletionMs, people };
}
