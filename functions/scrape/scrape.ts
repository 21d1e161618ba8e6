import type { Envelope } from '#shared/contract/envelope.ts';
import { answeredUrl } from '#shared/contract/reported-url.ts';
import { type ScrapeData, scrapeRequest } from '#shared/contract/scrape.ts';
import { scrapeBodyOf } from '#shared/contract/scrape-query.ts';
import { prepareScrape, type ScrapeAndExtract } from '#shared/extract/scrape-and-extract.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';
import type { ChangeTracker } from '#shared/scrape/change-tracker.ts';
import { pageText } from '#shared/scrape/page-text.ts';

export interface ScrapeDeps extends EndpointDeps {
  readonly scrapeAndExtract: ScrapeAndExtract;
  readonly changes: Pick<ChangeTracker, 'keep'>;
}

export const createScrapeEndpoint = (deps: ScrapeDeps) =>
  endpoint(
    {
      operation: 'scrape',
      request: scrapeRequest,
      prepare: prepareScrape,
      timeoutMs: ({ request }) => request.timeout,
      units: () => 1,
      text: {
        bodyOf: scrapeBodyOf,
        contentType: 'text/markdown; charset=utf-8',
        textOf: (answer) => pageText(answer as Envelope<ScrapeData>),
      },
    },
    deps,
    async ({ prepared: { request, task }, caller, deadline }) => {
      const context = { signal: deadline.signal, accountId: caller.key.accountId };
      // The request may have waited for this function: its page gets the rest of the time.
      const timeout = Math.min(request.timeout, Math.ceil(deadline.remainingMs()));
      const scraped = await deps.scrapeAndExtract({ ...request, timeout }, context, task);
      const { source, data, warnings, version } = scraped;
      return {
        url: answeredUrl(request.url, scraped.finalUrl),
        source,
        data,
        warnings,
        consumed: { requests: 1, pages: 1, ai: 0 },
        ...(version === undefined ? {} : { delivered: () => deps.changes.keep(version) }),
      };
    },
  );
