import type * as z from 'zod';

import type { undeliveredState } from '#shared/contract/crawl.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import { reportedStateOf } from './crawl-coverage.ts';

export type UndeliveredState = z.infer<typeof undeliveredState>;

/** `undefined` for rows that are no error: delivered pages, pages that may yet be delivered, sitemaps. */
function undelivered(row: CrawlRow, crawl: Crawl): UndeliveredState | undefined {
  const state = reportedStateOf(crawl, row);
  return state === 'delivered' || state === 'pending' ? undefined : state;
}

/** A batch has no limit of its own: it begins with as many URLs as the plan has requests for. */
function whatEnded({ kind, delivered, limit }: Crawl): string {
  if (kind === 'batch') return 'the requests that were left did not cover it';
  return delivered < limit ? 'as many URLs were read as the limit allows' : 'the limit was reached before it';
}

/** A page that was unfinished when its crawl ended has the crawl's reason. */
function entryOf({ url, state: rowState, code, reason }: CrawlRow, state: UndeliveredState, crawl: Crawl) {
  if (rowState === 'waiting') return { url, state, reason: crawl.error ?? whatEnded(crawl) };
  if (rowState === 'queued' || rowState === 'leased')
    return {
      url,
      state,
      reason: crawl.error ?? 'the crawl ended before it was read',
      ...(crawl.code === undefined ? {} : { code: crawl.code }),
    };
  return { url, state, reason: reason ?? '', ...(code === undefined ? {} : { code }) };
}

/** The entries of `…/errors`: each URL that was not delivered, with its reason; only those in `wanted`, when given. */
export const undeliveredEntries = (
  rows: readonly CrawlRow[],
  crawl: Crawl,
  wanted: UndeliveredState | undefined,
) =>
  rows.flatMap((row) => {
    const state = undelivered(row, crawl);
    return state === undefined || (wanted !== undefined && state !== wanted)
      ? []
      : [entryOf(row, state, crawl)];
  });
