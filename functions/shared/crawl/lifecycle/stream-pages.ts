import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Pause } from '#shared/kernel/pause.ts';
import { deliveredPages } from './crawl-report.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { groupNear } from './result-groups.ts';

export interface StreamPagesDeps {
  readonly store: Pick<CrawlStore, 'find' | 'groups'>;
  readonly results: CrawlResults;
  readonly clock: Clock;
  readonly pause: Pause;
}

const lookEveryMs = 500;
/** API Gateway ends a connection that is idle for five minutes; an empty line keeps it. */
const idleMs = 60_000;
/** The function times out after 300 s; the caller continues with `skip`. */
export const maxStreamMs = 290_000;

/** Yields a line of JSON for each page as it is delivered, until the crawl ends or the caller hangs up. */
export async function* streamPages(
  crawl: Crawl,
  skip: number,
  callerGone: AbortSignal,
  { store, results, clock, pause }: StreamPagesDeps,
): AsyncGenerator<string> {
  const startedAtMs = clock.now();
  let sent = skip;
  let nextGroup = await groupNear(crawl, skip, store);
  let lineAtMs = startedAtMs;
  let current = crawl;
  for (;;) {
    const groups = await store.groups(crawl.id, nextGroup);
    for await (const { page, position } of deliveredPages(groups, results, { skip: sent })) {
      sent = position + 1;
      if (page === undefined) continue;
      lineAtMs = clock.now();
      yield `${JSON.stringify(page)}\n`;
    }
    nextGroup = (groups.at(-1)?.sequence ?? nextGroup - 1) + 1;
    const isDrained = current.status !== 'running' && sent >= current.delivered;
    if (isDrained || clock.now() - startedAtMs > maxStreamMs) return;
    if (clock.now() - lineAtMs > idleMs) {
      lineAtMs = clock.now();
      yield '\n';
    }
    await pause(lookEveryMs, callerGone);
    if (callerGone.aborted) return;
    current = (await store.find(crawl.id)) ?? current;
  }
}
