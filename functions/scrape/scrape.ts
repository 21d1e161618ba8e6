import { reportedUrl } from '#shared/contract/reported-url.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { prepareScrape, type ScrapeAndExtract } from '#shared/extract/scrape-and-extract.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';

export interface ScrapeDeps extends EndpointDeps {
  readonly scrapeAndExtract: ScrapeAndExtract;
}

export const createScrapeEndpoint = (deps: ScrapeDeps) =>
  endpoint(
    {
      operation: 'scrape',
      request: scrapeRequest,
      prepare: prepareScrape,
      timeoutMs: ({ request }) => request.timeout,
      units: () => 1,
    },
    deps,
    async ({ prepared: { request, task }, caller, deadline }) => {
      const context = { signal: deadline.signal, accountId: caller.key.accountId };
      // The request may have waited for this function: its page gets the rest of the time.
      const timeout = Math.min(request.timeout, Math.ceil(deadline.remainingMs()));
      const scraped = await deps.scrapeAndExtract({ ...request, timeout }, context, task);
      const { source, data, warnings } = scraped;
      return {
        url: reportedUrl(request.url),
        source,
        data,
        warnings,
        consumed: { requests: 1, pages: 1, ai: 0 },
      };
    },
  );
