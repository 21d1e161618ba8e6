import { scrapeRequest } from '#shared/contract/scrape.ts';
import { requireUsableSchema } from '#shared/extract/extracting-scrape-page.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';
import { reportedUrl } from '#shared/http/reply.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import { requireValidSelectors } from '#shared/scrape/require-selectors.ts';
import type { ScrapePage } from '#shared/scrape/scrape-page.ts';

export interface ScrapeDeps extends EndpointDeps {
  /** Fills `json` by extraction when the request has `jsonOptions`. */
  readonly scrapePage: ScrapePage;
}

export const createScrapeEndpoint = (deps: ScrapeDeps) =>
  endpoint(
    {
      operation: 'scrape',
      request: scrapeRequest,
      prepare: async (body, { plan, key }) => {
        requireValidSelectors(body);
        if (body.jsonOptions !== undefined) requirePermission(plan, key.operations, 'extract');
        await requireUsableSchema(body);
        return body;
      },
      timeoutMs: ({ timeout }) => timeout,
      units: () => 1,
    },
    deps,
    async ({ prepared: body, caller, deadline }) => {
      const context = { signal: deadline.signal, accountId: caller.key.accountId };
      // The request may have waited for this function: its page has what is left of the time.
      const timeout = Math.min(body.timeout, Math.ceil(deadline.remainingMs()));
      const { source, data, warnings } = await deps.scrapePage({ ...body, timeout }, context);
      return {
        url: reportedUrl(body.url),
        source,
        data,
        warnings,
        consumed: { requests: 1, pages: 1, ai: 0 },
      };
    },
  );
