import { scrapeRequest } from '#shared/contract/scrape.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { requireValidSelectors } from '#shared/scraping/require-selectors.ts';
import type { ScrapePage } from '#shared/scraping/scrape-page.ts';

export interface ScrapeDeps extends EndpointDeps {
  readonly scrapePage: ScrapePage;
}

export const createScrapeHandler = (deps: ScrapeDeps) =>
  endpoint(
    {
      operation: 'scrape',
      request: scrapeRequest,
      check: (body) => requireValidSelectors(body),
      timeoutMs: ({ timeout }) => timeout,
      units: () => 1,
    },
    deps,
    async ({ body, caller, deadline }) => {
      if (body.jsonOptions !== undefined)
        throw new AppError('MODEL_UNAVAILABLE', 'This deployment has no model to fill jsonOptions with.');
      const context = { signal: deadline.signal, accountId: caller.key.accountId };
      const { finalUrl, source, data, warnings } = await deps.scrapePage(body, context);
      return { url: finalUrl, source, data, warnings, consumed: { requests: 1, pages: 1, ai: 0 } };
    },
  );
