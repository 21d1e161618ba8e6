import type { SearchProviderName, SearchSource } from '#shared/contract/search.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { fuse, type ScoredEntry } from './fusion.ts';
import { plannedLists, type SearchTerms } from './list-requests.ts';
import { isRefusedQuestion } from './provider-client.ts';
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

interface Lists {
  readonly given: readonly (readonly FoundEntry[])[];
  readonly owed: readonly SearchSource[];
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

  /** The lists that a provider gives, and the sources whose lists it owes. Rejects when it gives none. */
  async function ask(provider: SearchProvider, terms: SearchTerms, signal: AbortSignal): Promise<Lists> {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(providerTimeoutMs)]);
    const planned = plannedLists(terms);
    const settled = await Promise.allSettled(
      planned.map(async ({ request, accepts }) =>
        (await provider.list(request, { signal: bounded })).filter(accepts),
      ),
    );
    const failed = settled.filter((list) => list.status === 'rejected');
    if (failed.length === settled.length) throw failed[0]?.reason;
    if (failed.length > 0)
      logger.error('a search provider gave not all lists', failed[0]?.reason, { provider: provider.name });
    return {
      given: settled.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : [])),
      owed: [
        ...new Set(
          planned.flatMap(({ request }, index) =>
            settled[index]?.status === 'rejected' ? [request.source] : [],
          ),
        ),
      ],
    };
  }

  return async (terms, { signal }) => {
    const warnings = warningsOf(terms);
    let emptyFrom: SearchProviderName | undefined;
    let partial: SearchResults | undefined;
    let failure: unknown;
    for (const name of breaker.inOrder(providers.map((provider) => provider.name))) {
      const provider = providers.find((candidate) => candidate.name === name);
      if (provider === undefined) continue;
      try {
        const { given, owed } = await ask(provider, terms, signal);
        breaker.succeeded(name);
        const entries = fuse(terms.query, given, terms.limit);
        if (owed.length === 0 && entries.length > 0) return { entries, provider: name, warnings };
        if (owed.length === 0) emptyFrom ??= name;
        else if (entries.length > 0)
          partial ??= {
            entries,
            provider: name,
            warnings: [...warnings, `Results are missing: ${name} did not answer for ${owed.join(' and ')}.`],
          };
      } catch (error) {
        signal.throwIfAborted();
        // What one caller's words bring about is not held against a provider that others ask, too.
        if (!isRefusedQuestion(error)) breaker.failed(name);
        logger.error('a search provider failed', error, { provider: name });
        failure = error;
      }
    }
    if (partial !== undefined) return partial;
    if (emptyFrom !== undefined) return { entries: [], provider: emptyFrom, warnings };
    const asked = providers.map(({ name }) => name).join(', ');
    throw new AppError('SEARCH_UNAVAILABLE', `No search provider answers at the moment; asked: ${asked}.`, {
      cause: failure,
      retryAfterSeconds: 30,
    });
  };
}
