import type { WebhookMessage } from '#shared/contract/messages.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Received } from '#shared/kernel/queue-batch.ts';
import type { DeliverWebhook } from './deliver-webhook.ts';
import { type Claim, type Delivery, type DeliveryLog, stopSequence } from './delivery-log.ts';
import { eventBody, type EventContentDeps } from './event-body.ts';

export interface SendEventDeps extends EventContentDeps {
  readonly store: Pick<CrawlStore, 'find' | 'batches'>;
  readonly log: DeliveryLog;
  readonly deliver: DeliverWebhook;
  /** Makes the queue send a received message again after that many seconds. */
  readonly redeliverAfter: (receiptHandle: string, seconds: number) => Promise<void>;
  readonly clock: Clock;
}

/** `retry`: the message is retried after `seconds`, or by default after the visibility timeout of the queue. */
type SendOutcome = { readonly kind: 'done' } | { readonly kind: 'retry'; readonly seconds?: number };

/** Seconds before the second, third, … attempt. After the last, the dead-letter queue. */
const retrySeconds = [60, 300, 900, 3_600] as const;
const maxAttempts = retrySeconds.length + 1;
/** A message that is due must not be refused as too early because two clocks differ. */
const clockSkewMs = 10_000;
/** A receiver has ten seconds to answer; whichever process tries has done so by then, or has died. */
const claimMs = 30_000;
/** HTTP 410, "Gone": the receiver wants no more events of this crawl. */
const gone = 410;

const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;

/** Seconds after this many attempts; 0 after the last, so that the queue moves the message to its dead-letter queue. */
const waitAfter = (attempts: number): number => retrySeconds[attempts - 1] ?? 0;

type Mine = Extract<Claim, { kind: 'mine' }>;

/** The log entry of an event after an attempt. */
function deliveryAfter(
  { attempts, isReplay = false }: Pick<Mine, 'attempts' | 'isReplay'>,
  lastStatus: number | undefined,
  nowMs: number,
): Omit<Delivery, 'sequence'> {
  const attempt = { attempts, lastAttemptMs: nowMs, ...(lastStatus === undefined ? {} : { lastStatus }) };
  if (isSuccess(lastStatus)) return { state: 'delivered', ...attempt };
  if (lastStatus === gone) return { state: 'stopped', ...attempt };
  // A replay is one attempt, whatever becomes of it.
  if (isReplay || attempts >= maxAttempts) return { state: 'failed', ...attempt };
  return { state: 'pending', ...attempt, notBeforeMs: nowMs + waitAfter(attempts) * 1000 - clockSkewMs };
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
  if (isReplay || delivery.state === 'delivered' || delivery.state === 'stopped') return { kind: 'done' };
  return { kind: 'retry', seconds: waitAfter(attempts + 1) };
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
  if (claim.kind === 'over') return { kind: claim.state === 'failed' ? 'retry' : 'done' };
  if (claim.kind === 'busy') return { kind: 'retry', seconds: Math.ceil((claim.untilMs - nowMs) / 1000) };
  return attempt(deps, crawl, message, claim);
}

/**
 * Delivers the event that a message names: by one process at a time, and not before it is due. Resolves to false when
 * the message is to be retried.
 */
export const createSendEvent =
  (deps: SendEventDeps) =>
  async ({ message, record }: Received<WebhookMessage>): Promise<boolean> => {
    const outcome = await send(deps, message);
    if (outcome.kind === 'done') return true;
    if (outcome.seconds !== undefined) await deps.redeliverAfter(record.receiptHandle, outcome.seconds);
    return false;
  };
