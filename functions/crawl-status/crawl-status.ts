import { crawlStatusQuery, type crawlStatusData } from '#shared/contract/crawl.ts';
import { type CrawlLifecycle, quietMs } from '#shared/crawl/lifecycle/crawl-lifecycle.ts';
import { coverageOf } from '#shared/crawl/lifecycle/crawl-coverage.ts';
import { crawlDataOf, readPart, sourceOf, warningsOf } from '#shared/crawl/lifecycle/crawl-report.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { requireOwnCrawl } from '#shared/crawl/lifecycle/own-crawl.ts';
import { maxStreamMs, streamPages } from '#shared/crawl/lifecycle/stream-pages.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { GatewayRequest } from '#shared/http/gateway-request.ts';
import { withPlaceInFlight } from '#shared/http/place-in-flight.ts';
import { ndjsonReply } from '#shared/http/reply.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import { parseQuery } from '#shared/http/request-query.ts';
import { reportedUrl } from '#shared/http/reported-url.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import type { UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { deliveriesOf } from '#shared/crawl/webhooks/delivery-log.ts';
import type { DeliveryLog } from '#shared/crawl/webhooks/delivery-log.ts';
import type * as z from 'zod';

export interface CrawlStatusDeps extends RecordsEndpointDeps {
  readonly store: CrawlStore;
  readonly results: CrawlResults;
  readonly deliveries: Pick<DeliveryLog, 'all'>;
  readonly lifecycle: Pick<CrawlLifecycle, 'repair'>;
  readonly pause: Pause;
  readonly usage: Pick<UsageLedger, 'reserve' | 'settle'>;
}

type StatusData = z.output<typeof crawlStatusData>;

/** Absent only when the crawl has ended and everything was read (decisions: Crawl). */
function nextOf(request: GatewayRequest, crawl: Crawl, nextSkip: number, limit?: number): string | undefined {
  if (crawl.status !== 'running' && nextSkip >= crawl.delivered) return undefined;
  return `${request.address}?skip=${nextSkip}${limit === undefined ? '' : `&limit=${limit}`}`;
}

/** GET /api/v1/crawl/{id}: a page of the results, and where every discovered URL is. */
export function createCrawlStatusHandler(deps: CrawlStatusDeps) {
  const { store, results, deliveries, lifecycle, clock } = deps;

  async function statusOf(crawl: Crawl, request: GatewayRequest): Promise<StatusData> {
    const { skip, limit } = parseQuery(crawlStatusQuery, request.query);
    const [part, coverage, webhook] = await Promise.all([
      readPart(crawl, { skip, limit }, { store, results }),
      coverageOf(crawl, deps),
      crawl.request.webhook === undefined ? undefined : deliveries.all(crawl.id),
    ]);
    const { duplicate, excluded, robots, outOfScope, overLimit, failed } = coverage;
    const next = nextOf(request, crawl, part.nextSkip, limit);
    return {
      id: crawl.id,
      ...crawlDataOf(crawl, part.pages),
      failed,
      skipped: duplicate + excluded + robots + outOfScope + overLimit,
      coverage,
      expiresAt: new Date(crawl.expiresAtMs).toISOString(),
      ...(next === undefined ? {} : { next }),
      ...(webhook === undefined ? {} : { webhook: deliveriesOf(webhook) }),
    };
  }

  return recordsEndpoint('GET', deps, async ({ caller, request, invocationId, callerGone }) => {
    const found = await requireOwnCrawl(request.pathParameters['id'], caller.key.accountId, deps);
    if (found.status === 'running' && clock.now() - found.touchedAtMs > quietMs)
      await lifecycle.repair(found);
    const crawl = (await store.find(found.id)) ?? found;
    if (request.headers['accept']?.includes('application/x-ndjson') === true) {
      const { skip } = parseQuery(crawlStatusQuery, request.query);
      const pages = streamPages(crawl, skip, callerGone ?? new AbortController().signal, deps);
      const place = { caller, invocationId, longestMs: maxStreamMs };
      return ndjsonReply(await withPlaceInFlight(pages, place, deps));
    }
    const warnings = warningsOf(crawl);
    return {
      success: crawl.status !== 'failed',
      url: reportedUrl(crawl.request.url),
      source: sourceOf(crawl),
      id: crawl.id,
      data: await statusOf(crawl, request),
      ...(crawl.error === undefined ? {} : { error: crawl.error }),
      ...(crawl.code === undefined ? {} : { code: crawl.code }),
      ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
    };
  });
}
