import { webUrlCandidates } from '#shared/contract/fields.ts';
import { type AppError, isAppError } from '#shared/kernel/errors.ts';
import type { EgressPolicy } from '#shared/web/egress/egress-policy.ts';

/**
 * FORBIDDEN_TARGET for a URL that must not be read under any scheme that it may mean, as far as its spelling shows.
 * `undefined` for others: what a name resolves to is checked when a page is read.
 */
export type SeedRefusal = (url: string) => AppError | undefined;

export const createSeedRefusal = ({ targetOf }: Pick<EgressPolicy, 'targetOf'>): SeedRefusal => {
  const refusalOf = (href: string): AppError | undefined => {
    try {
      targetOf(new URL(href));
      return undefined;
    } catch (error) {
      if (isAppError(error, 'FORBIDDEN_TARGET')) return error;
      throw error;
    }
  };
  return (url) => {
    const refusals = (webUrlCandidates(url) ?? []).map(refusalOf);
    return refusals.includes(undefined) ? undefined : refusals[0];
  };
};
