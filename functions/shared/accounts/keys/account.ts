import { AppError } from '#shared/kernel/errors.ts';

/** The customer that pays. Its plan and its monthly usage counters apply to all of its keys. */
export interface Account {
  readonly accountId: string;
  readonly planId: string;
  readonly createdAt: string;
  /** Since then every request with one of its keys is refused. */
  readonly suspendedAt?: string;
  /** When its deletion was asked for. It cannot be undone, and requests are refused whether or not it is suspended. */
  readonly deletionAskedAt?: string;
  /** Rises with each change of the account and each new key, so that a write from outdated data is noticed. */
  readonly revision: number;
}

export type AccountState = 'active' | 'suspended' | 'deleting';

/** What an account and each of its keys know of its state. */
type StateFields = Pick<Account, 'suspendedAt' | 'deletionAskedAt'>;

export function accountState({ suspendedAt, deletionAskedAt }: StateFields): AccountState {
  if (deletionAskedAt !== undefined) return 'deleting';
  return suspendedAt === undefined ? 'active' : 'suspended';
}

const refusals: Readonly<Record<Exclude<AccountState, 'active'>, string>> = {
  suspended: 'This account is suspended. Ask the operator of the service what to do about it.',
  deleting: 'This account is being deleted: its keys are refused.',
};

/** Throws ACCOUNT_SUSPENDED unless the account is active. */
export function requireActive(account: StateFields): void {
  const state = accountState(account);
  if (state !== 'active') throw new AppError('ACCOUNT_SUSPENDED', refusals[state]);
}

/** For changes that an operator may make of a suspended account. Throws ACCOUNT_SUSPENDED when it is being deleted. */
export function requireKept({ accountId, deletionAskedAt }: Account): void {
  if (deletionAskedAt !== undefined)
    throw new AppError(
      'ACCOUNT_SUSPENDED',
      `${accountId} is being deleted: this was asked for at ${deletionAskedAt} and cannot be undone.`,
    );
}
