import type { CrawlLifecycle } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import { crawlDataOf, sourceOf } from '#shared/crawl/lifecycle/crawl-report.ts';
import { requireOwnCrawl } from '#shared/crawl/lifecycle/own-crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';

export interface CrawlCancelDeps extends RecordsEndpointDeps {
  readonly store: Pick<CrawlStore, 'find'>;
  readonly lifecycle: Pick<CrawlLifecycle, 'endEarly'>;
}

/** DELETE /api/v1/crawl/{id}: ends a running crawl and keeps its pages. One that has ended stays as it is. */
export const createCrawlCancelEndpoint = (deps: CrawlCancelDeps) =>
  recordsEndpoint('DELETE', deps, async ({ caller, request }) => {
    const found = await requireOwnCrawl(request.pathParameters['id'], caller.key.accountId, deps);
    if (found.status === 'running')
      await deps.lifecycle.endEarly(found, 'CRAWL_CANCELLED', 'The crawl was cancelled.');
    const crawl = (await deps.store.find(found.id)) ?? found;
    return {
      url: reportedUrl(crawl.request.url),
      source: sourceOf(crawl),
      id: crawl.id,
      data: { id: crawl.id, ...crawlDataOf(crawl, []) },
      ...(crawl.error === undefined ? {} : { error: crawl.error }),
      ...(crawl.code === undefined ? {} : { code: crawl.code }),
    };
  });
