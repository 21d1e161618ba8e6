import { extractRequest } from '#shared/contract/extract.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import type { ExtractPages } from '#shared/extract/extract-pages.ts';
import { prepareExtraction } from '#shared/extract/prepare-extraction.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';

export interface ExtractDeps extends EndpointDeps {
  readonly extractPages: ExtractPages;
}

export const createExtractEndpoint = (deps: ExtractDeps) =>
  endpoint(
    {
      operation: 'extract',
      request: extractRequest,
      prepare: prepareExtraction,
      timeoutMs: ({ timeout }) => timeout,
      units: ({ urls }) => urls.length,
    },
    deps,
    async ({ prepared, caller, deadline }) => {
      const { json, source, pages, warnings } = await deps.extractPages(prepared, { caller, deadline });
      return {
        url: reportedUrl(prepared.urls[0] ?? ''),
        source,
        data: { json },
        warnings,
        consumed: { requests: pages, pages, ai: 0 },
      };
    },
  );
