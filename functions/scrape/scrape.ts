import { selectorProblem } from '#shared/content/selectors.ts';
import { type ScrapeRequest, scrapeRequest } from '#shared/contract/scrape.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ScrapePage } from '#shared/scraping/scrape-page.ts';

export interface ScrapeDeps extends EndpointDeps {
  readonly scrapePage: ScrapePage;
}

function requireValidSelectors(request: ScrapeRequest): void {
  for (const field of ['includeTags', 'excludeTags'] as const)
    for (const [index, selector] of request[field].entries()) {
      const problem = selectorProblem(selector);
      if (problem !== undefined) throw new AppError('INVALID_REQUEST', `${field}[${index}]: ${problem}`);
    }
}

export const createScrapeHandler = (deps: ScrapeDeps) =>
  endpoint(
    {
      operation: 'scrape',
      request: scrapeRequest,
      check: requireValidSelectors,
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
