import type { SearchProviderName, SearchSource } from '#shared/contract/search.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Deadline } from '#shared/kernel/deadline.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { fuse, type ScoredEntry } from './fusion.ts';
import { plannedLists, type SearchTerms } from './list-requests.ts';
import { refusalOf } from './provider-client.ts';
import type { FoundEntry, Listing, SearchProvider } from './search-provider.ts';

export interface SearchResults {
  readonly entries: readonly ScoredEntry[];
  /** Results that were found, those that are not among the entries included. */
  readonly total: number;
  /** The provider of the entries. */
  readonly provider: SearchProviderName;
  readonly warnings: readonly string[];
}

/**
 * Searches the web. Rejects with SEARCH_UNAVAILABLE when every provider fails, with INVALID_REQUEST when every one refuses
 * the query, or with the deadline's reason.
 */
export type WebSearch = (terms: SearchTerms, deadline: Deadline) => Promise<SearchResults>;

export interface WebSearchDeps {
  /** In the order in which they are asked. */
  readonly providers: readonly SearchProvider[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time of one provider for all of its lists, at most. */
  readonly providerTimeoutMs?: number;
}

type CountBySource = ReadonlyMap<SearchSource, number>;

interface Lists {
  readonly found: readonly (readonly FoundEntry[])[];
  /** Results that meet the request, as the provider states their number; without the sources of which it states none. */
  readonly stated: CountBySource;
  /** The sources of lists that did not come. */
  readonly missing: readonly SearchSource[];
  readonly warnings: readonly string[];
}

/** A provider with ten results a page, each after two or three seconds, has a hundred. */
const defaultProviderTimeoutMs = 25_000;
/** The rest is for the next provider, and for reading pages. */
const providerShare = 0.5;

const warningsOf = ({ tbs, sources, categories }: SearchTerms): string[] => [
  ...(tbs === 'qdr:h' ? ['The shortest range of search providers is a day: tbs was read as qdr:d.'] : []),
  ...(categories.length > 0 && !sources.includes('web')
    ? ['categories have no effect: they filter web results, and sources does not include web.']
    : []),
];

/** What a provider's lists lack beside the lists that did not come. */
function warningsOfLists(
  name: SearchProviderName,
  { lang, country }: SearchTerms,
  came: readonly Pick<CameList, 'source' | 'listing'>[],
): readonly string[] {
  const cut = new Set(came.flatMap(({ source, listing }) => (listing.isCut ? [source] : [])));
  const unsent = new Set(came.flatMap(({ listing }) => listing.unsent ?? []));
  const values = { lang, country };
  return [
    ...(cut.size === 0
      ? []
      : [`There may be more results: ${name} stopped answering for ${[...cut].join(' and ')}.`]),
    ...[...unsent].map(
      (parameter) => `${name} does not know the ${parameter} "${values[parameter]}", which had no effect.`,
    ),
  ];
}

interface CameList {
  readonly source: SearchSource;
  readonly isFiltered: boolean;
  readonly listing: Listing;
  /** Those of the listing that meet the request. */
  readonly entries: readonly FoundEntry[];
}

/** The largest number of each source: lists of several categories may share results, so that a sum would count them twice. */
function statedBySource(came: readonly CameList[]): CountBySource {
  const stated = new Map<SearchSource, number>();
  for (const { source, isFiltered, listing, entries } of came) {
    // The provider has counted what the request leaves out.
    if (isFiltered && entries.length < listing.entries.length) continue;
    if (listing.statedTotal !== undefined)
      stated.set(source, Math.max(listing.statedTotal, stated.get(source) ?? 0));
  }
  return stated;
}

/** Results found, over all sources: the number that the provider states for a source, or the number of its entries if that is larger. */
function totalOf(entries: readonly ScoredEntry[], stated: CountBySource): number {
  const returned = Map.groupBy(entries, ({ source }) => source);
  const sources = new Set([...returned.keys(), ...stated.keys()]);
  return [...sources].reduce(
    (total, source) => total + Math.max(returned.get(source)?.length ?? 0, stated.get(source) ?? 0),
    0,
  );
}

/** The lists of a provider, and the sources whose lists are missing. Rejects when all are. */
async function askProvider(
  provider: SearchProvider,
  terms: SearchTerms,
  signal: AbortSignal,
  logger: Logger,
): Promise<Lists> {
  const planned = plannedLists(terms);
  const lists = await Promise.allSettled(
    planned.map(async ({ request, isFiltered, accepts }): Promise<CameList> => {
      const listing = await provider.list(request, { signal });
      return { source: request.source, isFiltered, listing, entries: listing.entries.filter(accepts) };
    }),
  );
  const failed = lists.filter((list) => list.status === 'rejected');
  if (failed.length === lists.length) throw failed[0]?.reason;
  if (failed.length > 0)
    logger.error('search provider returned partial results', failed[0]?.reason, {
      provider: provider.name,
    });
  const came = lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []));
  return {
    found: came.map(({ entries }) => entries),
    stated: statedBySource(came),
    warnings: warningsOfLists(provider.name, terms, came),
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

  return async (terms, { signal, remainingMs }) => {
    const ownWarnings = warningsOf(terms);
    let emptyFrom: SearchProviderName | undefined;
    let partial: SearchResults | undefined;
    let failure: unknown;
    const refusals: string[] = [];
    for (const name of breaker.inOrder(providers.map((provider) => provider.name))) {
      const provider = providers.find((candidate) => candidate.name === name);
      if (provider === undefined) continue;
      const timeoutMs = Math.min(providerTimeoutMs, Math.floor(remainingMs() * providerShare));
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const {
          found,
          stated,
          missing,
          warnings: warningsOfProvider,
        } = await askProvider(provider, terms, bounded, logger);
        signal.throwIfAborted();
        const warnings = [...ownWarnings, ...warningsOfProvider];
        breaker.succeeded(name);
        const entries = fuse(terms, found);
        const results = { entries, total: totalOf(entries, stated), provider: name, warnings };
        if (missing.length === 0 && entries.length > 0) return results;
        if (missing.length === 0) emptyFrom ??= name;
        else if (entries.length > 0)
          partial ??= {
            ...results,
            warnings: [
              ...warnings,
              `Results are missing: ${name} did not answer for ${missing.join(' and ')}.`,
            ],
          };
      } catch (error) {
        signal.throwIfAborted();
        const refusal = refusalOf(error);
        // One caller's query must not open the circuit for others.
        if (refusal === undefined) breaker.failed(name);
        else refusals.push(`${name} ${refusal}`);
        logger.error('search provider failed', error, { provider: name });
        failure = error;
      }
    }
    if (partial !== undefined) return partial;
    if (emptyFrom !== undefined) return { entries: [], total: 0, provider: emptyFrom, warnings: ownWarnings };
    if (refusals.length > 0 && refusals.length === providers.length)
      throw new AppError('INVALID_REQUEST', `query: no search provider takes it: ${refusals.join('; ')}.`, {
        cause: failure,
      });
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
