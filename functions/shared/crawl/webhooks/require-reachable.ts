import type { EgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { within } from '#shared/kernel/deadline.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';

/** Rejects with FORBIDDEN_TARGET when a webhook's address leads to the inside. */
export type RequireReachable = (url: string) => Promise<void>;

/** A name service that is slower keeps nobody waiting: each delivery checks the address anyway. */
const lookupMs = 2_000;

/** The egress rule, told while the caller listens and not first by a delivery that fails. */
export const createRequireReachable =
  (policy: EgressPolicy): RequireReachable =>
  async (url) => {
    try {
      const addresses = policy.addressesOf(policy.targetOf(new URL(url)));
      await within(addresses, AbortSignal.timeout(lookupMs));
    } catch (error) {
      // A name that does not resolve now may do so when the crawl has begun.
      if (!isAppError(error, 'FORBIDDEN_TARGET')) return;
      throw new AppError('FORBIDDEN_TARGET', `webhook: ${error.message}`, { cause: error.cause });
    }
  };
