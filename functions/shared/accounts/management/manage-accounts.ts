import type { Plan } from '#shared/contract/plan.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Account, requireKept } from '#shared/accounts/keys/account.ts';
import type { ManagementDeps } from './manage-keys.ts';

type AccountDeps = Omit<ManagementDeps, 'plans'>;

async function requireAccount({ store }: AccountDeps, accountId: string): Promise<Account> {
  const account = await store.account(accountId);
  if (account === undefined) throw new AppError('NOT_FOUND', `There is no account ${accountId}.`);
  return account;
}

const nowOf = ({ clock }: AccountDeps): string => new Date(clock.now()).toISOString();

export async function setPlan(deps: AccountDeps, accountId: string, { id }: Plan): Promise<void> {
  await requireAccount(deps, accountId);
  await deps.store.change(accountId, { planId: id });
}

/** Refuses the account's requests from the next one on. The first date is kept. */
export async function suspendAccount(deps: AccountDeps, accountId: string): Promise<void> {
  const { suspendedAt = nowOf(deps) } = await requireAccount(deps, accountId);
  await deps.store.change(accountId, { suspendedAt });
}

/** Refuses the account's requests for good, because it is being deleted. The first dates are kept. */
export async function closeAccount(deps: AccountDeps, accountId: string): Promise<void> {
  const now = nowOf(deps);
  const { suspendedAt = now, deletionAskedAt = now } = await requireAccount(deps, accountId);
  await deps.store.change(accountId, { suspendedAt, deletionAskedAt });
}

/** Throws ACCOUNT_SUSPENDED when the account is being deleted. */
export async function resumeAccount(deps: AccountDeps, accountId: string): Promise<void> {
  requireKept(await requireAccount(deps, accountId));
  await deps.store.change(accountId, { suspendedAt: null });
}
