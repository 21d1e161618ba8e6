import * as z from 'zod';

import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import { requireOwnCrawl } from '#shared/crawl/lifecycle/own-crawl.ts';
import { eventOf } from '#shared/crawl/webhooks/announce-crawl.ts';
import type { Delivery, DeliveryLog } from '#shared/crawl/webhooks/delivery-log.ts';
import { replayEvent } from '#shared/crawl/webhooks/replay-event.ts';
import type { WebhookQueue } from '#shared/crawl/webhooks/webhook-queue.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { AccountHandlers } from './account-endpoint.ts';

export interface DeliveryHandlersDeps {
  readonly crawls: Pick<CrawlStore, 'find' | 'ofAccount' | 'groups'>;
  readonly log: DeliveryLog;
  readonly queue: WebhookQueue;
  readonly clock: Clock;
}

/** Crawls that are read at once, and in one request: most have no webhook. */
const crawlsAtOnce = 25;
const maxCrawls = 200;

/** Where a page ended: in which part of the list of crawls, at which crawl, at which of its events. */
const position = z.strictObject({
  part: z.string().startsWith('CRAWL#').max(500).optional(),
  createdAtMs: z.number(),
  crawlId: z.string().max(100),
  sequence: z.int().min(0),
});
type Position = z.output<typeof position>;

const written = (at: Position): string => Buffer.from(JSON.stringify(at)).toString('base64url');

function readPosition(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new AppError('INVALID_REQUEST', 'cursor: must be one that this service has returned', { cause });
  }
}

const moment = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

const shownDelivery = (crawl: Crawl, { sequence, state, attempts, lastStatus, ...times }: Delivery) => ({
  crawlId: crawl.id,
  sequence,
  event: eventOf(crawl, sequence),
  url: new URL(crawl.request.webhook?.url ?? '').origin,
  state,
  attempts,
  lastStatus,
  lastAttemptAt: moment(times.lastAttemptMs),
  nextAttemptAt: state === 'pending' ? moment(times.notBeforeMs) : undefined,
});

/** Deliveries of the account's webhooks: newest crawl first, and of each crawl newest event first. */
async function deliveriesPage(
  { crawls, log, clock }: DeliveryHandlersDeps,
  accountId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const from = readPosition(cursor);
  let part = from?.part;
  const found: ReturnType<typeof shownDelivery>[] = [];
  for (let read = 0; read < maxCrawls; read += crawlsAtOnce) {
    const page = await crawls.ofAccount(accountId, crawlsAtOnce, part);
    for (const crawl of page.crawls) {
      const { id, createdAtMs } = crawl;
      const isPast = from !== undefined && createdAtMs > from.createdAtMs;
      if (isPast || crawl.request.webhook === undefined || crawl.expiresAtMs <= clock.now()) continue;
      const before = id === from?.crawlId ? from.sequence : undefined;
      const latest = await log.latest(id, limit - found.length, before);
      found.push(...latest.map((delivery) => shownDelivery(crawl, delivery)));
      if (found.length >= limit)
        return {
          deliveries: found,
          cursor: written({ part, createdAtMs, crawlId: id, sequence: found.at(-1)?.sequence ?? 0 }),
        };
    }
    if (page.cursor === undefined) return { deliveries: found };
    part = page.cursor;
  }
  return { deliveries: found, cursor: written({ part, createdAtMs: clock.now(), crawlId: '', sequence: 0 }) };
}

type DeliveryRoutes =
  | 'GET /account/api/deliveries'
  | 'POST /account/api/deliveries/{crawlId}/{sequence}/replay';

/** The webhooks of the account's crawls. */
export function deliveryHandlers(deps: DeliveryHandlersDeps): Pick<AccountHandlers, DeliveryRoutes> {
  const { crawls: store, log, queue, clock } = deps;
  return {
    'GET /account/api/deliveries': ({ account, query }) => deliveriesPage(deps, account.accountId, query),

    'POST /account/api/deliveries/{crawlId}/{sequence}/replay': async ({ account, parameters }) => {
      const crawl = await requireOwnCrawl(parameters['crawlId'], account.accountId, { store, clock });
      const sequence = /^\d{1,7}$/.test(parameters['sequence'] ?? '') ? Number(parameters['sequence']) : 0;
      await replayEvent({ store, log, queue, clock }, crawl, sequence);
      return {};
    },
  };
}
