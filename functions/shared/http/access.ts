import { unauthorizedBody } from '#shared/contract/envelope.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keyHash } from '#shared/accounts/keys/api-key.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import type { KeyStore } from '#shared/accounts/keys/key-store.ts';
import type { PlanCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import type { Arrival, Step } from './chain.ts';
import { apiKeyText } from './request.ts';

export interface Access {
  readonly keys: Pick<KeyStore, 'find'>;
  readonly plans: PlanCatalogue;
}

export interface Authenticated extends Arrival {
  readonly caller: Caller;
}

/** Missing, malformed, unknown and revoked keys get the same answer. */
export const authentication = ({ keys, plans }: Access): Step<Arrival, { readonly caller: Caller }> => ({
  before: async ({ request, logFields }) => {
    const hash = keyHash(apiKeyText(request) ?? '');
    const key = hash === undefined ? undefined : await keys.find(hash);
    if (key === undefined || key.revokedAt !== undefined)
      throw new AppError('UNAUTHORIZED', unauthorizedBody.message);
    const plan = plans.find(key.planId);
    if (plan === undefined)
      throw new Error(`Key ${key.keyId} has the plan ${key.planId}, which does not exist.`);
    Object.assign(logFields, { accountId: key.accountId, keyId: key.keyId });
    return { caller: { key, plan } };
  },
});

export const permission = (operation: Operation): Step<Authenticated> => ({
  before: ({ caller: { plan, key } }) => requirePermission(plan, key.operations, operation),
});
