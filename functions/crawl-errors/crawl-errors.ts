import { crawlErrorsQuery } from '#shared/contract/crawl.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { sourceOf } from '#shared/crawl/lifecycle/crawl-report.ts';
import { requireOwnCrawl } from '#shared/crawl/lifecycle/own-crawl.ts';
import { undeliveredEntries } from '#shared/crawl/lifecycle/undelivered.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import { parseQuery } from '#shared/http/gateway-request.ts';

export interface CrawlErrorsDeps extends RecordsEndpointDeps {
  readonly store: Pick<CrawlStore, 'find' | 'rows'>;
}

/** GET /api/v1/crawl/{id}/errors: each URL that was not delivered, with its reason; of one state when asked. */
export const createCrawlErrorsEndpoint = (deps: CrawlErrorsDeps) =>
  recordsEndpoint('GET', deps, async ({ caller, request }) => {
    const crawl = await requireOwnCrawl(request.pathParameters['id'], caller.key.accountId, deps);
    const { cursor: from, state: wanted } = parseQuery(crawlErrorsQuery, request.query);
    const { rows, cursor } = await deps.store.rows(crawl.id, from);
    const filter = wanted === undefined ? '' : `&state=${wanted}`;
    return {
      url: reportedUrl(crawl.request.url),
      source: sourceOf(crawl),
      id: crawl.id,
      data: {
        errors: undeliveredEntries(rows, crawl, wanted),
        ...(cursor === undefined ? {} : { next: `${request.url}?cursor=${cursor}${filter}` }),
      },
    };
  });
