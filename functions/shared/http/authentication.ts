import { unauthorizedBody } from '#shared/contract/envelope.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keyHash } from '#shared/accounts/keys/api-key.ts';
import type { KeyStore } from '#shared/accounts/keys/key-store.ts';
import type { PlanCatalogue } from '#shared/accounts/plans/catalogue.ts';
import type { ChainMiddleware } from './chain.ts';
import { apiKeyText } from './gateway-request.ts';

export interface Access {
  readonly keys: Pick<KeyStore, 'find'>;
  readonly plans: PlanCatalogue;
}

/** Missing, malformed, unknown and revoked keys are told apart to nobody. */
export function authentication({ keys, plans }: Access): ChainMiddleware {
  const unauthorized = () => new AppError('UNAUTHORIZED', unauthorizedBody.message);
  return {
    before: async ({ context: { chain } }) => {
      const hash = keyHash(apiKeyText(chain.request) ?? '');
      const key = hash === undefined ? undefined : await keys.find(hash);
      if (key === undefined || key.revokedAt !== undefined) throw unauthorized();
      const plan = plans.find(key.planId);
      if (plan === undefined)
        throw new Error(`Key ${key.keyId} has the plan ${key.planId}, which does not exist.`);
      chain.caller = { key, plan };
    },
  };
}
