import type { SearchProviderName, SearchSource } from '#shared/contract/search.ts';

export interface FoundEntry {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly source: SearchSource;
  readonly imageUrl?: string;
  readonly width?: number;
  readonly height?: number;
  /** As the provider writes it; ISO 8601 where possible. */
  readonly date?: string;
  readonly publisher?: string;
}

/** No provider supports a shorter range than a day. */
export type Recency = 'day' | 'week' | 'month' | 'year';

export interface ListRequest {
  /** Words and operators, as they are sent. */
  readonly terms: string;
  readonly source: SearchSource;
  readonly limit: number;
  readonly lang?: string | undefined;
  readonly country?: string | undefined;
  readonly recency?: Recency | undefined;
}

export interface Listing {
  /** At most `limit`, best first. */
  readonly entries: readonly FoundEntry[];
  /** Whether the provider failed before the list was as long as asked for. */
  readonly isCut: boolean;
  /** Results that the provider says it has found; absent when it does not say. */
  readonly statedTotal?: number | undefined;
  /** Parameters with a value that the provider does not take, and that were not sent. */
  readonly unsent?: readonly ('lang' | 'country')[];
}

/**
 * A search engine. An empty list means that the provider reported no results. Anything else (bot protection, an error, a
 * page that is no list) rejects with SEARCH_UNAVAILABLE, an aborted signal with its reason.
 */
export interface SearchProvider {
  readonly name: SearchProviderName;
  readonly list: (request: ListRequest, options: { readonly signal: AbortSignal }) => Promise<Listing>;
}
