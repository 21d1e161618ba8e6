import { searchRequest } from '#shared/contract/search.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';
import { prepareSearch } from '#shared/search/prepare-search.ts';
import type { RunSearch } from '#shared/search/run-search.ts';
import { searchUnits } from '#shared/search/search-answer.ts';

export interface SearchDeps extends EndpointDeps {
  readonly runSearch: RunSearch;
}

export const createSearchEndpoint = (deps: SearchDeps) =>
  endpoint(
    {
      operation: 'search',
      request: searchRequest,
      prepare: prepareSearch,
      timeoutMs: ({ request }) => request.timeout,
      units: ({ request }) => searchUnits(request),
    },
    deps,
    // The answer to a search names no URL.
    async ({ prepared, ...context }) => ({ url: '', ...(await deps.runSearch(prepared, context)) }),
  );
