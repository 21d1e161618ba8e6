import { unauthorizedBody } from '#shared/contract/envelope.ts';
import type { Operation } from '#shared/contract/usage.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Clock, dayKey } from '#shared/kernel/clock.ts';
import { requireActive } from '#shared/accounts/keys/account.ts';
import { type ApiKey, keyHash, keyState } from '#shared/accounts/keys/api-key.ts';
import type { FailedAuthentications } from '#shared/accounts/keys/failed-authentications.ts';
import type { Caller } from '#shared/accounts/keys/caller.ts';
import type { KeyStore } from '#shared/accounts/keys/key-store.ts';
import { type PlanCatalogue, requirePlan } from '#shared/accounts/plans/catalogue.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import type { Arrival, Step } from './chain.ts';
import { apiKeyText, type GatewayRequest } from './gateway-request.ts';

export interface Access {
  readonly keys: KeyStore;
  readonly plans: PlanCatalogue;
  readonly failures: FailedAuthentications;
}

export interface Authenticated extends Arrival {
  readonly caller: Caller;
}

/** Finds the key. Throws RATE_LIMITED for an address with too many wrong keys, before the key store is asked. */
async function validKey({ keys, failures }: Access, request: GatewayRequest, nowMs: number): Promise<ApiKey> {
  const { sourceAddress } = request;
  const hash = keyHash(apiKeyText(request) ?? '');
  const retryAfterSeconds = failures.retryAfterSeconds(sourceAddress, hash ?? '', nowMs);
  if (retryAfterSeconds !== undefined)
    throw new AppError('RATE_LIMITED', 'Too many requests with a wrong API key came from this address.', {
      retryAfterSeconds,
    });
  const key = hash === undefined ? undefined : await keys.find(hash);
  if (hash === undefined || key === undefined || keyState(key, nowMs) !== 'active') {
    failures.failed(sourceAddress, nowMs);
    throw new AppError('UNAUTHORIZED', unauthorizedBody.message);
  }
  failures.succeeded(hash);
  return key;
}

/** Missing, malformed, unknown, expired and revoked keys get the same answer. */
export const authentication = (access: Access, clock: Clock): Step<Arrival, { readonly caller: Caller }> => ({
  before: async ({ request, logFields }) => {
    const nowMs = clock.now();
    const key = await validKey(access, request, nowMs);
    Object.assign(logFields, { accountId: key.accountId, keyId: key.keyId });
    requireActive(key);
    const plan = requirePlan(access.plans, key.planId);
    // Written once a day, so that requests cost no write for it.
    const today = dayKey(nowMs);
    if ((key.lastUsedOn ?? '') < today) await access.keys.markUsed(key.keyHash, today);
    return { caller: { key, plan } };
  },
});

export const permission = (operation: Operation): Step<Authenticated> => ({
  before: ({ caller: { plan, key } }) => requirePermission(plan, key.operations, operation),
});
