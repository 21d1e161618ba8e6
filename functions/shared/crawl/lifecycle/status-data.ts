import type * as z from 'zod';

import type { crawlStatusData } from '#shared/contract/crawl.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';

import { deliveriesOf, type DeliveryLog } from '#shared/crawl/webhooks/delivery-log.ts';
import { type CrawlLifecycle, quietMs } from './crawl-lifecycle.ts';
import { coverageOf } from './crawl-coverage.ts';
import { crawlDataOf, type PageWindow, readPart, warningsOf } from './crawl-report.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { requireOwnCrawl } from './own-crawl.ts';

export interface StatusDeps {
  readonly store: CrawlStore;
  readonly clock: Clock;
  readonly lifecycle: Pick<CrawlLifecycle, 'repair'>;
  readonly results: CrawlResults;
  readonly deliveries: Pick<DeliveryLog, 'all'>;
}

/** The caller's crawl as it is now: a quiet one is repaired first. Rejects with NOT_FOUND. */
export async function currentCrawl(
  id: string | undefined,
  accountId: string,
  { store, clock, lifecycle }: Pick<StatusDeps, 'store' | 'clock' | 'lifecycle'>,
): Promise<Crawl> {
  const found = await requireOwnCrawl(id, accountId, { store, clock });
  if (found.status !== 'running' || clock.now() - found.touchedAtMs <= quietMs) return found;
  await lifecycle.repair(found);
  return (await store.find(found.id)) ?? found;
}

export interface CrawlStatus {
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
): Promise<CrawlStatus> {
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
