import type { WebhookMessage } from '#shared/contract/messages.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { eventOf, pageSequence } from './announce-crawl.ts';
import type { DeliveryLog } from './delivery-log.ts';
import type { WebhookQueue } from './webhook-queue.ts';

export interface ReplayDeps {
  readonly store: Pick<CrawlStore, 'groups'>;
  readonly log: DeliveryLog;
  readonly queue: WebhookQueue;
  readonly clock: Clock;
}

/** The message of an event by its sequence; `undefined` when its page is not known any more. */
async function messageOf(
  { store }: Pick<ReplayDeps, 'store'>,
  crawl: Crawl,
  sequence: number,
): Promise<WebhookMessage | undefined> {
  const event = eventOf(crawl, sequence);
  const message = { crawlId: crawl.id, sequence, event };
  if (event !== 'page') return message;
  const groups = await store.groups(crawl.id, 1);
  const group = groups.findLast((one) => pageSequence(one, 0) <= sequence);
  const index = group === undefined ? -1 : sequence - pageSequence(group, 0);
  if (group === undefined || index >= group.hashes.length) return undefined;
  return { ...message, batch: group.sequence, index };
}

/**
 * Queues an event for one more attempt, under the webhook id that it had, when it is over or seems lost
 * (`DeliveryLog.reopen`). Throws NOT_FOUND without such an event, INVALID_REQUEST while it is still tried.
 */
export async function replayEvent(deps: ReplayDeps, crawl: Crawl, sequence: number): Promise<void> {
  const { log, queue, clock } = deps;
  const before = sequence < 1 ? undefined : await log.find(crawl.id, sequence);
  const message = before === undefined ? undefined : await messageOf(deps, crawl, sequence);
  if (before === undefined || message === undefined)
    throw new AppError('NOT_FOUND', `The crawl has no delivery ${sequence}.`);
  if (!(await log.reopen(crawl.id, sequence, clock.now())))
    throw new AppError(
      'INVALID_REQUEST',
      'This event is still being delivered: replay it when that is over, or when it has waited for a quarter of an hour.',
    );
  try {
    await queue.send([message]);
  } catch (error) {
    await log.put(crawl.id, before, crawl.expiresAtMs);
    throw error;
  }
}
