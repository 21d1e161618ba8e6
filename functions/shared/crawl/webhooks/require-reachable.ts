import type { EgressPolicy } from '#shared/web/egress/egress-policy.ts';
import { within } from '#shared/kernel/deadline.ts';
import { AppError, isAppError } from '#shared/kernel/errors.ts';

/** Rejects with FORBIDDEN_TARGET when a webhook's URL leads to a private address. */
export type RequireReachable = (url: string) => Promise<void>;

/** A slower name service does not delay the request: each delivery checks the URL anyway. */
const lookupMs = 2_000;

/** Checks the egress rule when the crawl is requested, so that a forbidden URL is reported to the caller at once. */
export const createRequireReachable =
  (policy: EgressPolicy): RequireReachable =>
  async (url) => {
    try {
      const addresses = policy.addressesOf(policy.targetOf(new URL(url)));
      await within(addresses, AbortSignal.timeout(lookupMs));
    } catch (error) {
      // A name that does not resolve now may resolve later.
      if (!isAppError(error, 'FORBIDDEN_TARGET')) return;
      throw new AppError('FORBIDDEN_TARGET', `webhook: ${error.message}`, { cause: error.cause });
    }
  };
