import type { SearchProviderName } from '#shared/contract/search.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { fuse, type ScoredEntry } from './fusion.ts';
import { plannedLists, type SearchTerms } from './list-requests.ts';
import type { FoundEntry, SearchProvider } from './search-provider.ts';

export interface SearchResults {
  readonly entries: readonly ScoredEntry[];
  /** Who answered. */
  readonly provider: SearchProviderName;
  readonly warnings: readonly string[];
}

/** Searches the web. Rejects with SEARCH_UNAVAILABLE when no provider answers, or with the signal's reason. */
export type WebSearch = (
  terms: SearchTerms,
  options: { readonly signal: AbortSignal },
) => Promise<SearchResults>;

export interface WebSearchDeps {
  /** In the order in which they are asked. */
  readonly providers: readonly SearchProvider[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Given to one provider for all of its lists. */
  readonly providerTimeoutMs?: number;
}

const defaultProviderTimeoutMs = 10_000;

const warningsOf = ({ tbs, sources, categories }: SearchTerms): string[] => [
  ...(tbs === 'qdr:h'
    ? ['The shortest range that search providers know is a day: tbs was read as qdr:d.']
    : []),
  ...(categories.length > 0 && !sources.includes('web')
    ? ['categories filter web results, and sources ask for none.']
    : []),
];

export function createWebSearch(deps: WebSearchDeps): WebSearch {
  const { providers, clock, logger, providerTimeoutMs = defaultProviderTimeoutMs } = deps;
  const breaker = createCircuitBreaker(clock);

  const ask = async (provider: SearchProvider, terms: SearchTerms, signal: AbortSignal) => {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(providerTimeoutMs)]);
    return Promise.all(
      plannedLists(terms).map(async ({ request, accepts }): Promise<readonly FoundEntry[]> => {
        const entries = await provider.list(request, { signal: bounded });
        return entries.filter(accepts);
      }),
    );
  };

  return async (terms, { signal }) => {
    const warnings = warningsOf(terms);
    let emptyFrom: SearchProviderName | undefined;
    let failure: unknown;
    for (const name of breaker.inOrder(providers.map((provider) => provider.name))) {
      const provider = providers.find((candidate) => candidate.name === name);
      if (provider === undefined) continue;
      try {
        const lists = await ask(provider, terms, signal);
        breaker.succeeded(name);
        const entries = fuse(terms.query, lists, terms.limit);
        if (entries.length > 0) return { entries, provider: name, warnings };
        emptyFrom ??= name;
      } catch (error) {
        signal.throwIfAborted();
        breaker.failed(name);
        logger.error('a search provider failed', error, { provider: name });
        failure = error;
      }
    }
    if (emptyFrom !== undefined) return { entries: [], provider: emptyFrom, warnings };
    throw new AppError('SEARCH_UNAVAILABLE', 'No search provider answers at the moment.', {
      cause: failure,
      retryAfterSeconds: 30,
    });
  };
}
