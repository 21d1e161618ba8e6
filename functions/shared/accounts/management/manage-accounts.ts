import type { Plan } from '#shared/contract/plan.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { AccountChange } from '#shared/accounts/keys/key-store.ts';
import type { ManagementDeps } from './manage-keys.ts';

type AccountDeps = Omit<ManagementDeps, 'plans'>;

async function change({ store }: AccountDeps, accountId: string, changes: AccountChange): Promise<number> {
  if ((await store.account(accountId)) === undefined)
    throw new AppError('NOT_FOUND', `There is no account ${accountId}.`);
  return store.change(accountId, changes);
}

/** Returns how many keys the account has. */
export const setPlan = (deps: AccountDeps, accountId: string, { id }: Plan): Promise<number> =>
  change(deps, accountId, { planId: id });

/** Refuses the account's requests from the next one on. The first date is kept. */
export async function suspendAccount(deps: AccountDeps, accountId: string): Promise<number> {
  const { suspendedAt } = (await deps.store.account(accountId)) ?? {};
  return change(deps, accountId, {
    suspendedAt: suspendedAt ?? new Date(deps.clock.now()).toISOString(),
  });
}

export const resumeAccount = (deps: AccountDeps, accountId: string): Promise<number> =>
  change(deps, accountId, { suspendedAt: null });
