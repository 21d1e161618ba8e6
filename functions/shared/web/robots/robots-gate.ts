import type { FetchPage, FetchedPage } from '#shared/web/fetch/fetch-page.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { connectionErrors, isAppError } from '#shared/kernel/errors.ts';
import { everythingAllowed, parseRobots, type RobotsPolicy, unreachable } from './robots-txt.ts';

/** The robots.txt policy for a URL. Called for each URL; the file is cached. */
export type RobotsGate = (url: URL, options: { readonly signal: AbortSignal }) => Promise<RobotsPolicy>;

/** Section 2.4 allows a day; a crawl that starts an hour later should see changes. */
const freshMs = 3_600_000;
/** Shorter than a page's back-off (finish-page.ts), so that its next try reads the file again. */
const unreachableMs = 5_000;
const readMs = 15_000;
const remembered = 500;
/** Memory for all remembered files together, in bytes. */
const maxWeight = 20_000_000;

interface Entry {
  readonly policy: Promise<RobotsPolicy>;
  untilMs: number;
  /** 0 until the file is read. */
  weight: number;
}

/** RFC 9309, section 2.3.1. Redirects were followed, to other hosts too. */
function policyFrom({ status, body, finalUrl }: FetchedPage, token: string): RobotsPolicy {
  if (status >= 200 && status < 300) return parseRobots(body, finalUrl, token);
  if (status === 429 || status >= 500) return unreachable(`robots.txt returned status ${status}`);
  return everythingAllowed;
}

export function createRobotsGate(
  fetchPage: FetchPage,
  { userAgentToken, clock }: { readonly userAgentToken: string; readonly clock: Clock },
): RobotsGate {
  const policies = new Map<string, Entry>();

  const read = async (origin: string): Promise<RobotsPolicy> => {
    try {
      const page = await fetchPage({ url: `${origin}/robots.txt` }, { signal: AbortSignal.timeout(readMs) });
      return policyFrom(page, userAgentToken);
    } catch (error) {
      // A circle of redirects counts as a missing file.
      if (isAppError(error, 'TOO_MANY_REDIRECTS', 'FORBIDDEN_TARGET')) return everythingAllowed;
      // The same failure would keep us from the site's pages; it tells the caller more than a missing rule.
      if (isAppError(error, ...connectionErrors)) return unreachable(error.message, error.code);
      return unreachable(`robots.txt ${isAppError(error, 'TOO_LARGE') ? 'has no end' : 'cannot be read'}`);
    }
  };

  /** Forgets the oldest files until the others fit. */
  const shrink = (): void => {
    let weight = [...policies.values()].reduce((sum, entry) => sum + entry.weight, 0);
    for (const [origin, entry] of policies) {
      if (policies.size <= remembered && weight <= maxWeight) return;
      policies.delete(origin);
      weight -= entry.weight;
    }
  };

  const load = (origin: string): Entry => {
    const entry: Entry = {
      untilMs: clock.now() + freshMs,
      weight: 0,
      policy: read(origin).then((policy) => {
        if (policy.failure !== undefined) entry.untilMs = clock.now() + unreachableMs;
        entry.weight = policy.weight;
        shrink();
        return policy;
      }),
    };
    return entry;
  };

  return async ({ origin }, { signal }) => {
    signal.throwIfAborted();
    const known = policies.get(origin);
    if (known !== undefined && known.untilMs > clock.now()) return known.policy;
    const entry = load(origin);
    policies.delete(origin);
    policies.set(origin, entry);
    shrink();
    return entry.policy;
  };
}
