import type { SearchProviderName, SearchSource } from '#shared/contract/search.ts';

export interface FoundEntry {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly source: SearchSource;
  readonly imageUrl?: string;
  readonly width?: number;
  readonly height?: number;
  /** As the provider says it: ISO 8601 where it can be. */
  readonly date?: string;
  readonly publisher?: string;
}

/** A shorter range than a day is known to none of the providers. */
export type Recency = 'day' | 'week' | 'month' | 'year';

/** One list of one kind of results. */
export interface ListRequest {
  /** Words and operators, as they are sent. */
  readonly terms: string;
  readonly source: SearchSource;
  readonly limit: number;
  readonly lang?: string | undefined;
  readonly country?: string | undefined;
  readonly recency?: Recency | undefined;
}

/**
 * Somebody's search engine. `list` answers best first, at most `limit` entries; an empty list means that the
 * provider said that there is nothing. Whatever else came (a wall, an error, a page that is no list) rejects
 * with SEARCH_UNAVAILABLE, and an aborted signal with its reason.
 */
export interface SearchProvider {
  readonly name: SearchProviderName;
  readonly list: (
    request: ListRequest,
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly FoundEntry[]>;
}
