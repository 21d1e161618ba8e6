import type * as z from 'zod';

import type { crawlStatusData } from '#shared/contract/crawl.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { deliveriesOf, type DeliveryLog } from '#shared/crawl/webhooks/delivery-log.ts';
import { coverageOf } from './crawl-coverage.ts';
import { crawlDataOf, type PageWindow, readPart, warningsOf } from './crawl-report.ts';
import type { CurrentCrawlDeps } from './current-crawl.ts';

export interface StatusDeps extends CurrentCrawlDeps {
  readonly results: CrawlResults;
  readonly deliveries: Pick<DeliveryLog, 'all'>;
}

export interface CrawlStatusAnswer {
  readonly data: z.output<typeof crawlStatusData>;
  readonly warnings: readonly string[];
}

/** The URL of the next part; absent only when the crawl has ended and everything was read. */
function nextUrl(url: string, { status, delivered }: Crawl, { skip, limit }: PageWindow): string | undefined {
  if (status !== 'running' && skip >= delivered) return undefined;
  return `${url}?skip=${skip}${limit === undefined ? '' : `&limit=${limit}`}`;
}

/** A part of the results, and where every discovered URL is. `url` is that of the request, without its query. */
export async function statusOf(
  crawl: Crawl,
  { url, ...window }: PageWindow & { readonly url: string },
  deps: StatusDeps,
): Promise<CrawlStatusAnswer> {
  const { store, results, deliveries } = deps;
  const [part, coverage, webhook] = await Promise.all([
    readPart(crawl, window, { store, results }),
    coverageOf(crawl, deps),
    crawl.request.webhook === undefined ? undefined : deliveries.all(crawl.id),
  ]);
  const { duplicate, excluded, robots, outOfScope, overLimit, unread, failed } = coverage;
  const next = nextUrl(url, crawl, { ...window, skip: part.nextSkip });
  const data = {
    id: crawl.id,
    ...crawlDataOf(crawl, part.pages),
    failed,
    skipped: duplicate + excluded + robots + outOfScope + overLimit + unread,
    coverage,
    expiresAt: new Date(crawl.expiresAtMs).toISOString(),
    ...(next === undefined ? {} : { next }),
    ...(webhook === undefined ? {} : { webhook: deliveriesOf(webhook) }),
  };
  return { data, warnings: warningsOf(crawl, part) };
}
