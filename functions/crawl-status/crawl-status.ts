import { crawlStatusQuery } from '#shared/contract/crawl.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import { sourceOf } from '#shared/crawl/lifecycle/crawl-report.ts';
import { statusOf, type StatusDeps } from '#shared/crawl/lifecycle/crawl-status-answer.ts';
import { currentCrawl } from '#shared/crawl/lifecycle/current-crawl.ts';
import { maxStreamMs, streamPages } from '#shared/crawl/lifecycle/stream-pages.ts';
import { acceptsLines } from '#shared/http/accept.ts';
import { withPlaceInFlight } from '#shared/http/metering.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import { ndjsonReply } from '#shared/http/reply.ts';
import { parseQuery } from '#shared/http/gateway-request.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import type { UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';

export interface CrawlStatusDeps extends RecordsEndpointDeps, StatusDeps {
  readonly pause: Pause;
  readonly usage: Pick<UsageLedger, 'reserve' | 'settle'>;
}

/** GET /api/v1/crawl/{id}: a page of the results, and where every discovered URL is. */
export const createCrawlStatusEndpoint = (deps: CrawlStatusDeps) =>
  recordsEndpoint('GET', deps, async ({ caller, request, invocationId, callerGone }) => {
    const crawl = await currentCrawl(request.pathParameters['id'], caller.key.accountId, deps);
    const { skip, limit } = parseQuery(crawlStatusQuery, request.query);
    if (acceptsLines(request.headers['accept'])) {
      const pages = streamPages(crawl, skip, callerGone ?? new AbortController().signal, deps);
      return ndjsonReply(await withPlaceInFlight(pages, { caller, invocationId, maxMs: maxStreamMs }, deps));
    }
    const { data, warnings } = await statusOf(crawl, { skip, limit, url: request.url }, deps);
    return {
      success: crawl.status !== 'failed',
      url: reportedUrl(crawl.request.url),
      source: sourceOf(crawl),
      id: crawl.id,
      data,
      ...(crawl.error === undefined ? {} : { error: crawl.error }),
      ...(crawl.code === undefined ? {} : { code: crawl.code }),
      ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
    };
  });
