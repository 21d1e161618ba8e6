import { lookup } from 'node:dns/promises';

import type { Clock } from '#shared/kernel/clock.ts';

/** Every address of a host name, in the order to try them. Rejects when there is none. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** Resolves names like the machine: hosts file, then DNS. */
export const systemResolver: ResolveName = async (hostname) => {
  const records = await lookup(hostname, { all: true, order: 'verbatim' });
  return records.map(({ address }) => address);
};

export interface ResolverCacheLimits {
  readonly keepMs: number;
  readonly names: number;
}

/** Long enough for the sub-resources of one page, short enough that a site's failover is followed. */
const defaultLimits: ResolverCacheLimits = { keepMs: 10_000, names: 1_000 };

interface CachedAnswer {
  readonly addresses: Promise<readonly string[]>;
  readonly staleAtMs: number;
}

/** Remembers resolved names for a short time. Failures are not remembered. */
export function createCachingResolver(
  resolveName: ResolveName,
  clock: Clock,
  limits: ResolverCacheLimits = defaultLimits,
): ResolveName {
  const answers = new Map<string, CachedAnswer>();

  const remember = (hostname: string): Promise<readonly string[]> => {
    const addresses = resolveName(hostname);
    const answer = { addresses, staleAtMs: clock.now() + limits.keepMs };
    answers.delete(hostname);
    answers.set(hostname, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= limits.names) break;
      answers.delete(oldest);
    }
    addresses.catch(() => {
      if (answers.get(hostname) === answer) answers.delete(hostname);
    });
    return addresses;
  };

  return (hostname) => {
    const known = answers.get(hostname);
    return known !== undefined && clock.now() < known.staleAtMs ? known.addresses : remember(hostname);
  };
}
