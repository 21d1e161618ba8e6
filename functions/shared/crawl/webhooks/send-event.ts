import type { WebhookMessage } from '#shared/contract/messages.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Received } from '#shared/kernel/queue-batch.ts';
import type { DeliverWebhook } from './deliver-webhook.ts';
import { type Claim, type Delivery, type DeliveryLog, stopSequence } from './delivery-log.ts';
import { eventBody, type EventContentDeps } from './event-body.ts';

export interface SendEventDeps extends EventContentDeps {
  readonly store: Pick<CrawlStore, 'find' | 'groups'>;
  readonly log: DeliveryLog;
  readonly deliver: DeliverWebhook;
  /** Makes the queue send a received message again after that many seconds. */
  readonly redeliverAfter: (receiptHandle: string, seconds: number) => Promise<void>;
  readonly clock: Clock;
}

type SendOutcome = { readonly kind: 'done' } | { readonly kind: 'retry'; readonly seconds: number };

/** Seconds before the second, third, … attempt. After the last, the event has failed. */
const retrySeconds = [60, 300, 900, 3_600] as const;
/** A message that is due must not be refused as too early because two clocks differ. */
const clockSkewMs = 10_000;
/** A receiver has ten seconds to answer; whichever process tries has done so by then, or has died. */
const claimMs = 30_000;
/** HTTP 410, "Gone": the receiver wants no more events of this crawl. */
const gone = 410;

const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;

type Mine = Extract<Claim, { kind: 'mine' }>;
type Tried = Pick<Mine, 'attempts' | 'isReplay'>;

/** Seconds before the next attempt; `undefined` after the last. A replay is one attempt, whatever becomes of it. */
const waitAfter = ({ attempts, isReplay = false }: Tried): number | undefined =>
  isReplay ? undefined : retrySeconds[attempts - 1];

/** The log entry of an event after an attempt. */
function deliveryAfter(
  tried: Tried,
  lastStatus: number | undefined,
  nowMs: number,
): Omit<Delivery, 'sequence'> {
  const { attempts } = tried;
  const attempt = { attempts, lastAttemptMs: nowMs, ...(lastStatus === undefined ? {} : { lastStatus }) };
  if (isSuccess(lastStatus)) return { state: 'delivered', ...attempt };
  if (lastStatus === gone) return { state: 'stopped', ...attempt };
  const seconds = waitAfter(tried);
  if (seconds === undefined) return { state: 'failed', ...attempt };
  return { state: 'pending', ...attempt, notBeforeMs: nowMs + seconds * 1000 - clockSkewMs };
}

async function attempt(
  deps: SendEventDeps,
  crawl: Crawl,
  message: WebhookMessage,
  { attempts, isReplay = false }: Mine,
): Promise<SendOutcome> {
  const { log, deliver, clock } = deps;
  const { id, expiresAtMs, webhookSecret = '' } = crawl;
  const target = crawl.request.webhook;
  const { sequence } = message;
  if (target === undefined) return { kind: 'done' };
  if (!isReplay && (await log.find(id, stopSequence)) !== undefined) {
    await log.put(id, { sequence, state: 'stopped', attempts }, expiresAtMs);
    return { kind: 'done' };
  }
  const status = await deliver({
    url: target.url,
    headers: target.headers,
    id: `${id}-${sequence}`,
    body: await eventBody(deps, crawl, message, clock.now()),
    secret: webhookSecret,
  });
  const tried = { attempts: attempts + 1, ...(isReplay ? { isReplay } : {}) };
  const delivery = deliveryAfter(tried, status, clock.now());
  if (delivery.state === 'stopped')
    await log.put(id, { sequence: stopSequence, state: 'stopped', attempts: 0 }, expiresAtMs);
  await log.put(id, { sequence, ...delivery }, expiresAtMs);
  const seconds = waitAfter(tried);
  return delivery.state !== 'pending' || seconds === undefined
    ? { kind: 'done' }
    : { kind: 'retry', seconds };
}

async function send(deps: SendEventDeps, message: WebhookMessage): Promise<SendOutcome> {
  const crawl = await deps.store.find(message.crawlId);
  if (crawl?.request.webhook === undefined) return { kind: 'done' };
  const nowMs = deps.clock.now();
  const claim = await deps.log.claim(crawl.id, message.sequence, {
    nowMs,
    untilMs: nowMs + claimMs,
    expiresAtMs: crawl.expiresAtMs,
  });
  if (claim.kind === 'over') return { kind: 'done' };
  if (claim.kind === 'busy') return { kind: 'retry', seconds: Math.ceil((claim.untilMs - nowMs) / 1000) };
  return attempt(deps, crawl, message, claim);
}

/**
 * Delivers the event that a message names: by one process at a time, and not before it is due. Its log counts the
 * attempts, so that receives without an attempt use up none. Resolves to false when the message is to be retried.
 */
export const createSendEvent =
  (deps: SendEventDeps) =>
  async ({ message, record }: Received<WebhookMessage>): Promise<boolean> => {
    const outcome = await send(deps, message);
    if (outcome.kind === 'done') return true;
    await deps.redeliverAfter(record.receiptHandle, outcome.seconds);
    return false;
  };
