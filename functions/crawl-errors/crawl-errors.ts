import { crawlErrorsQuery, type undeliveredState } from '#shared/contract/crawl.ts';
import { reportedStateOf } from '#shared/crawl/lifecycle/crawl-coverage.ts';
import { sourceOf } from '#shared/crawl/lifecycle/crawl-report.ts';
import { requireOwnCrawl } from '#shared/crawl/lifecycle/own-crawl.ts';
import type { Crawl, CrawlRow } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import { parseQuery } from '#shared/http/request.ts';
import { reportedUrl } from '#shared/contract/reported-url.ts';
import type * as z from 'zod';

export interface CrawlErrorsDeps extends RecordsEndpointDeps {
  readonly store: Pick<CrawlStore, 'find' | 'rows'>;
}

type UndeliveredState = z.infer<typeof undeliveredState>;

/** `undefined` for what is no error: delivered pages, pages that may yet be delivered, sitemaps. */
function undelivered(row: CrawlRow, crawl: Crawl): UndeliveredState | undefined {
  const state = reportedStateOf(crawl, row);
  return state === 'delivered' || state === 'pending' ? undefined : state;
}

const whatEnded = ({ delivered, limit }: Crawl): string =>
  delivered < limit ? 'as many addresses were read as the limit allows' : 'the limit was reached before it';

/** A page that nobody finished before its crawl ended shares the crawl's reason. */
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

/** GET /api/v1/crawl/{id}/errors: each URL that was not delivered, with its reason; of one state when asked. */
export const createCrawlErrorsEndpoint = (deps: CrawlErrorsDeps) =>
  recordsEndpoint('GET', deps, async ({ caller, request }) => {
    const crawl = await requireOwnCrawl(request.pathParameters['id'], caller.key.accountId, deps);
    const { cursor: from, state: wanted } = parseQuery(crawlErrorsQuery, request.query);
    const { rows, cursor } = await deps.store.rows(crawl.id, from);
    const errors = rows.flatMap((row) => {
      const state = undelivered(row, crawl);
      return state === undefined || (wanted !== undefined && state !== wanted)
        ? []
        : [entryOf(row, state, crawl)];
    });
    const filter = wanted === undefined ? '' : `&state=${wanted}`;
    return {
      url: reportedUrl(crawl.request.url),
      source: sourceOf(crawl),
      id: crawl.id,
      data: {
        errors,
        ...(cursor === undefined ? {} : { next: `${request.address}?cursor=${cursor}${filter}` }),
      },
    };
  });
