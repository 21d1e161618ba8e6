import { crawlErrorsQuery } from '#shared/contract/crawl.ts';
import { sourceOf } from '#shared/crawling/crawl-report.ts';
import { requireOwnCrawl } from '#shared/crawling/own-crawl.ts';
import type { Crawl, CrawlRow } from '#shared/crawls/crawl.ts';
import type { CrawlStore } from '#shared/crawls/crawl-store.ts';
import { recordsEndpoint, type RecordsEndpointDeps } from '#shared/http/records-endpoint.ts';
import { parseQuery } from '#shared/http/request-query.ts';

export interface CrawlErrorsDeps extends RecordsEndpointDeps {
  readonly store: Pick<CrawlStore, 'find' | 'rows'>;
}

const isDelivered = ({ state }: CrawlRow): boolean => state === 'delivered' || state === 'read';

/** A page that still waits when its crawl has ended was over the limit; one that was being read was interrupted. */
function entryOf({ url, state, code, reason }: CrawlRow, { status, error }: Crawl) {
  if (status !== 'running' && state === 'waiting')
    return { url, state: 'overLimit', reason: error ?? 'the limit was reached before it' };
  if (status !== 'running' && (state === 'queued' || state === 'leased'))
    return { url, state: 'failed', reason: error ?? 'the crawl ended before it was read' };
  if (state === 'tooDeep') return { url, state: 'outOfScope', reason: reason ?? '' };
  return { url, state, reason: reason ?? '', ...(code === undefined ? {} : { code }) };
}

/** GET /api/v1/crawl/{id}/errors: each URL that was not delivered, with its reason. */
export const createCrawlErrorsHandler = (deps: CrawlErrorsDeps) =>
  recordsEndpoint('GET', deps, async ({ caller, request }) => {
    const crawl = await requireOwnCrawl(request.pathParameters['id'], caller.key.accountId, deps);
    const { cursor: from } = parseQuery(crawlErrorsQuery, request.query);
    const { rows, cursor } = await deps.store.rows(crawl.id, from);
    const isPending = ({ state }: CrawlRow): boolean =>
      crawl.status === 'running' && ['waiting', 'tooDeep', 'queued', 'leased'].includes(state);
    return {
      url: crawl.request.url,
      source: sourceOf(crawl),
      id: crawl.id,
      data: {
        errors: rows.filter((row) => !isDelivered(row) && !isPending(row)).map((row) => entryOf(row, crawl)),
        ...(cursor === undefined ? {} : { next: `${request.address}?cursor=${cursor}` }),
      },
    };
  });
