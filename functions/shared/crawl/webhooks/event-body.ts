import type { WebhookMessage } from '#shared/contract/messages.ts';
import type { WebhookBody } from '#shared/contract/webhook.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import { progressOf } from '#shared/crawl/ledger/crawl-counters.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';

export interface EventContentDeps {
  readonly store: Pick<CrawlStore, 'groups'>;
  readonly results: Pick<CrawlResults, 'read'>;
}

type Content = Pick<WebhookBody, 'success' | 'data' | 'error'>;

function endOf(crawl: Crawl): Content {
  const { id, code, error, status } = crawl;
  return {
    success: status === 'completed',
    data: [{ id, ...progressOf(crawl), ...(code === undefined ? {} : { code }) }],
    ...(error === undefined ? {} : { error }),
  };
}

async function pageOf(
  { store, results }: EventContentDeps,
  crawl: Crawl,
  { batch, index }: WebhookMessage,
): Promise<Content> {
  const [group] = await store.groups(crawl.id, batch ?? 0, 1);
  const pages = group?.sequence === batch && group !== undefined ? await results.read(group) : [];
  const page = pages[index ?? 0];
  return { success: true, data: page === undefined ? [] : [page] };
}

async function contentOf(deps: EventContentDeps, crawl: Crawl, message: WebhookMessage): Promise<Content> {
  if (message.event === 'started') return { success: true, data: [] };
  return message.event === 'page' ? pageOf(deps, crawl, message) : endOf(crawl);
}

/** When the event happened, as far as the ledger knows; the pages of a crawl have no time of their own. */
function happenedAtMs({ createdAtMs, endedAtMs }: Crawl, { event }: WebhookMessage, nowMs: number): number {
  if (event === 'started') return createdAtMs;
  return event === 'page' ? nowMs : (endedAtMs ?? nowMs);
}

/** The JSON body of an event's delivery. */
export async function eventBody(
  deps: EventContentDeps,
  crawl: Crawl,
  message: WebhookMessage,
  nowMs: number,
): Promise<string> {
  const body: WebhookBody = {
    type: `${crawl.kind === 'batch' ? 'batch_scrape' : 'crawl'}.${message.event}`,
    id: crawl.id,
    sequence: message.sequence,
    timestamp: new Date(happenedAtMs(crawl, message, nowMs)).toISOString(),
    ...(await contentOf(deps, crawl, message)),
    metadata: crawl.request.webhook?.metadata ?? {},
  };
  return JSON.stringify(body);
}
