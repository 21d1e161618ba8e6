import { crawlRequest } from '#shared/contract/crawl.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import { crawlTimeoutMs, type RunCrawl } from '#shared/crawl/lifecycle/run-crawl.ts';
import { requireUsableRequest } from '#shared/crawl/lifecycle/start-crawl.ts';
import { endpoint, type EndpointDeps } from '#shared/http/endpoint.ts';

export interface CrawlDeps extends EndpointDeps {
  readonly runCrawl: RunCrawl;
}

export const createCrawlEndpoint = (deps: CrawlDeps) =>
  endpoint(
    {
      operation: 'crawl',
      request: crawlRequest,
      prepare: (body) => {
        requireUsableRequest(body);
        return body;
      },
      timeoutMs: crawlTimeoutMs,
    },
    deps,
    async ({ prepared, ...context }) => ({
      url: reportedUrl(prepared.url),
      ...(await deps.runCrawl(prepared, context)),
    }),
  );
