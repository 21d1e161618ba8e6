import { crawlRequest } from '#shared/contract/crawl.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import type { AskForEstimate } from '#shared/crawl/lifecycle/lambda-estimate-crawl.ts';
import { crawlTimeoutMs, type RunCrawl } from '#shared/crawl/lifecycle/run-crawl.ts';
import type { SeedRefusal } from '#shared/crawl/lifecycle/seed-refusal.ts';
import { requireUsableRequest } from '#shared/crawl/lifecycle/start-crawl.ts';
import { requireValidSelectors } from '#shared/scrape/require-valid-selectors.ts';
import { requireUsableTasks } from '#shared/extract/require-usable-tasks.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';

export interface CrawlDeps extends EndpointDeps {
  readonly runCrawl: RunCrawl;
  readonly estimateCrawl: AskForEstimate;
  readonly refusalOf: SeedRefusal;
}

/** Time after the caller's `timeout` for the answer of the function that estimates. */
const dryRunReplyMs = 3_000;

export const createCrawlEndpoint = (deps: CrawlDeps) =>
  endpoint(
    {
      operation: 'crawl',
      request: crawlRequest,
      prepare: async (body, caller) => {
        requireUsableRequest(body);
        const refusal = deps.refusalOf(body.url);
        if (refusal !== undefined) throw refusal;
        const options = body.scrapeOptions;
        await requireValidSelectors(options, 'scrapeOptions.');
        await requireUsableTasks([{ options, prefix: 'scrapeOptions.' }], caller);
        return body;
      },
      // A crawl counts for itself; a dry run is a request that costs nothing.
      units: ({ dryRun }) => (dryRun ? 0 : undefined),
      timeoutMs: (body) => (body.dryRun ? body.timeout + dryRunReplyMs : crawlTimeoutMs(body)),
    },
    deps,
    async ({ prepared, ...context }) => {
      const url = reportedUrl(prepared.url);
      if (!prepared.dryRun) return { url, ...(await deps.runCrawl(prepared, context)) };
      const { plan } = context.caller;
      const message = {
        request: prepared,
        pagesAtOnce: plan.pagesAtOnce,
        timeoutMs: prepared.timeout,
      };
      const estimate = await deps.estimateCrawl(message, context.deadline.signal);
      const data = { pages: [], total: 0, completed: 0, status: 'completed', estimate };
      return { url, source: 'local', data };
    },
  );
