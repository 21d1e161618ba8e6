import { crawlListQuery } from '#shared/contract/crawl.ts';
import { progressOf } from '#shared/crawl/ledger/crawl-counters.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import { parseQuery } from '#shared/http/gateway-request.ts';

export interface CrawlsDeps extends RecordsEndpointDeps {
  readonly store: Pick<CrawlStore, 'ofAccount'>;
}

/** GET /api/v1/crawls: the account's crawls, newest first. */
export const createCrawlsEndpoint = (deps: CrawlsDeps) =>
  recordsEndpoint('GET', deps, async ({ caller, request }) => {
    const { limit, cursor: from } = parseQuery(crawlListQuery, request.query);
    const { crawls, cursor } = await deps.store.ofAccount(caller.key.accountId, limit, from);
    return {
      data: {
        crawls: crawls
          .filter(({ expiresAtMs }) => expiresAtMs > deps.clock.now())
          .map((crawl) => ({
            id: crawl.id,
            kind: crawl.kind ?? ('crawl' as const),
            url: reportedUrl(crawl.request.url),
            ...progressOf(crawl),
            createdAt: new Date(crawl.createdAtMs).toISOString(),
            expiresAt: new Date(crawl.expiresAtMs).toISOString(),
          })),
        ...(cursor === undefined
          ? {}
          : { next: `${request.url}?limit=${limit}&cursor=${encodeURIComponent(cursor)}` }),
      },
    };
  });
