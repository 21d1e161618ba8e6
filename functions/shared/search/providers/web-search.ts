import type { SearchProviderName, SearchSource } from '#shared/contract/search.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { fuse, type ScoredEntry } from './fusion.ts';
import { plannedLists, type SearchTerms } from './list-requests.ts';
import { isRefusedQuery } from './provider-client.ts';
import type { FoundEntry, SearchProvider } from './search-provider.ts';

export interface SearchResults {
  readonly entries: readonly ScoredEntry[];
  /** The provider of the entries. */
  readonly provider: SearchProviderName;
  readonly warnings: readonly string[];
}

/** Searches the web. Rejects with SEARCH_UNAVAILABLE when every provider fails, or with the signal's reason. */
export type WebSearch = (
  terms: SearchTerms,
  options: { readonly signal: AbortSignal },
) => Promise<SearchResults>;

export interface WebSearchDeps {
  /** In the order in which they are asked. */
  readonly providers: readonly SearchProvider[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time of one provider for all of its lists. */
  readonly providerTimeoutMs?: number;
}

interface Lists {
  readonly found: readonly (readonly FoundEntry[])[];
  readonly missing: readonly SearchSource[];
}

const defaultProviderTimeoutMs = 10_000;

const warningsOf = ({ tbs, sources, categories }: SearchTerms): string[] => [
  ...(tbs === 'qdr:h' ? ['The shortest range of search providers is a day: tbs was read as qdr:d.'] : []),
  ...(categories.length > 0 && !sources.includes('web')
    ? ['categories have no effect: they filter web results, and sources does not include web.']
    : []),
];

/** The lists of a provider, and the sources whose lists are missing. Rejects when all are. */
async function askProvider(
  provider: SearchProvider,
  terms: SearchTerms,
  signal: AbortSignal,
  logger: Logger,
): Promise<Lists> {
  const planned = plannedLists(terms);
  const lists = await Promise.allSettled(
    planned.map(async ({ request, accepts }) => (await provider.list(request, { signal })).filter(accepts)),
  );
  const failed = lists.filter((list) => list.status === 'rejected');
  if (failed.length === lists.length) throw failed[0]?.reason;
  if (failed.length > 0)
    logger.error('search provider returned partial results', failed[0]?.reason, {
      provider: provider.name,
    });
  return {
    found: lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : [])),
    missing: [
      ...new Set(
        planned.flatMap(({ request }, index) =>
          lists[index]?.status === 'rejected' ? [request.source] : [],
        ),
      ),
    ],
  };
}

export function createWebSearch(deps: WebSearchDeps): WebSearch {
  const { providers, clock, logger, providerTimeoutMs = defaultProviderTimeoutMs } = deps;
  const breaker = createCircuitBreaker(clock);

  return async (terms, { signal }) => {
    const warnings = warningsOf(terms);
    let emptyFrom: SearchProviderName | undefined;
    let partial: SearchResults | undefined;
    let failure: unknown;
    for (const name of breaker.inOrder(providers.map((provider) => provider.name))) {
      const provider = providers.find((candidate) => candidate.name === name);
      if (provider === undefined) continue;
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(providerTimeoutMs)]);
      try {
        const { found, missing } = await askProvider(provider, terms, bounded, logger);
        breaker.succeeded(name);
        const entries = fuse(terms.query, found, terms.limit);
        if (missing.length === 0 && entries.length > 0) return { entries, provider: name, warnings };
        if (missing.length === 0) emptyFrom ??= name;
        else if (entries.length > 0)
          partial ??= {
            entries,
            provider: name,
            warnings: [
              ...warnings,
              `Results are missing: ${name} did not answer for ${missing.join(' and ')}.`,
            ],
          };
      } catch (error) {
        signal.throwIfAborted();
        // One caller's query must not open the circuit for others.
        if (!isRefusedQuery(error)) breaker.failed(name);
        logger.error('search provider failed', error, { provider: name });
        failure = error;
      }
    }
    if (partial !== undefined) return partial;
    if (emptyFrom !== undefined) return { entries: [], provider: emptyFrom, warnings };
    const tried = providers.map(({ name }) => name).join(', ');
    throw new AppError(
      'SEARCH_UNAVAILABLE',
      `No search provider is available at the moment; tried: ${tried}.`,
      {
        cause: failure,
        retryAfterSeconds: 30,
      },
    );
  };
}
