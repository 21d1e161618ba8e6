import type { WebhookMessage } from '#shared/contract/messages.ts';
import type { WebhookEvent } from '#shared/contract/webhook.ts';
import type { Crawl, ResultGroup } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { WebhookQueue } from '#shared/crawl/webhooks/webhook-queue.ts';

/** Puts a crawl's events into the webhook queue. An event that is queued twice is delivered once, by its sequence. */
export interface AnnounceCrawl {
  readonly started: (crawl: Crawl) => Promise<void>;
  readonly group: (crawl: Crawl, group: ResultGroup) => Promise<void>;
  /** For an ended crawl: the events that were not announced yet, and its end. */
  readonly everything: (crawl: Crawl) => Promise<void>;
}

const wants = ({ request }: Crawl, event: WebhookEvent): boolean =>
  request.webhook?.events.includes(event) === true;

/** Sequences number all events, subscribed or not: 1 is the start, then come the pages, then the end. */
export const pageSequence = ({ deliveredBefore }: ResultGroup, index: number): number =>
  deliveredBefore + index + 2;
const endSequence = ({ delivered }: Crawl): number => delivered + 2;

const endEvent = ({ status }: Crawl): WebhookEvent => (status === 'completed' ? 'completed' : 'failed');

/** The event with this sequence. */
export function eventOf(crawl: Crawl, sequence: number): WebhookEvent {
  if (sequence === 1) return 'started';
  return crawl.status !== 'running' && sequence === endSequence(crawl) ? endEvent(crawl) : 'page';
}

export function createAnnounceCrawl(
  store: Pick<CrawlStore, 'groups' | 'markAnnounced'>,
  queue: WebhookQueue,
): AnnounceCrawl {
  const started = async (crawl: Crawl): Promise<void> => {
    if (wants(crawl, 'started')) await queue.send([{ crawlId: crawl.id, sequence: 1, event: 'started' }]);
  };

  const announceGroup = async (crawl: Crawl, group: ResultGroup): Promise<void> => {
    if (!wants(crawl, 'page')) return;
    await queue.send(
      group.hashes.map((_, index): WebhookMessage => ({
        crawlId: crawl.id,
        sequence: pageSequence(group, index),
        event: 'page',
        batch: group.sequence,
        index,
      })),
    );
    await store.markAnnounced(crawl.id, group.sequence);
  };

  return {
    started,
    group: announceGroup,
    everything: async (crawl) => {
      if (crawl.request.webhook === undefined) return;
      await started(crawl);
      if (wants(crawl, 'page'))
        for (const group of await store.groups(crawl.id, 1))
          if (group.announced !== true) await announceGroup(crawl, group);
      const event = endEvent(crawl);
      if (wants(crawl, event)) await queue.send([{ crawlId: crawl.id, sequence: endSequence(crawl), event }]);
    },
  };
}
