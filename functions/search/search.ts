import { searchRequest } from '#shared/contract/search.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';
import type { ChangeTracker } from '#shared/scrape/change-tracker.ts';
import { prepareSearch } from '#shared/search/prepare-search.ts';
import type { RunSearch } from '#shared/search/run-search.ts';
import { searchUnits } from '#shared/search/search-answer.ts';

export interface SearchDeps extends EndpointDeps {
  readonly runSearch: RunSearch;
  readonly changes: Pick<ChangeTracker, 'keep'>;
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
    async ({ prepared, ...context }) => {
      const { versions, ...answer } = await deps.runSearch(prepared, context);
      const delivered = async (): Promise<void> => {
        await Promise.all(versions.map(deps.changes.keep));
      };
      return { url: '', ...answer, ...(versions.length === 0 ? {} : { delivered }) };
    },
  );
