import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

import { type WebhookMessage, webhookMessage } from '#shared/contract/messages.ts';
import type { WebhookBody } from '#shared/contract/webhook.ts';
import type { CrawlResults } from '#shared/crawl/ledger/crawl-results.ts';
import { progressOf } from '#shared/crawl/ledger/crawl-counters.ts';
import type { Crawl } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { leaving, readBatch, type Received } from '#shared/kernel/queue-batch.ts';
import type { DeliverWebhook } from '#shared/crawl/webhooks/deliver-webhook.ts';
import type { Delivery, DeliveryLog } from '#shared/crawl/webhooks/delivery-log.ts';

export interface WebhookDeps {
  readonly store: Pick<CrawlStore, 'find' | 'batches'>;
  readonly results: Pick<CrawlResults, 'read'>;
  readonly log: DeliveryLog;
  readonly deliver: DeliverWebhook;
  /** Brings a received message back after that many seconds. */
  readonly comeBack: (receiptHandle: string, seconds: number) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Seconds before the second, third, … attempt (decisions: Webhook). After the last, the dead-letter queue. */
const waits = [60, 300, 900, 3_600] as const;
const maxAttempts = waits.length + 1;
/** The message that is due must not be told that it is too early because two clocks differ. */
const clockSkewMs = 10_000;
/** A receiver has ten seconds to answer; whoever tries has done so by then, or has died. */
const claimMs = 30_000;
/** "Gone": the receiver wants no more of this crawl. */
const gone = 410;
/** The log's row that says so. */
const stopSequence = 0;

const endOf = (crawl: Crawl): Pick<WebhookBody, 'success' | 'data' | 'error'> => {
  const { id, code } = crawl;
  const summary = {
    id,
    ...progressOf(crawl),
    ...(code === undefined ? {} : { code }),
  };
  return {
    success: crawl.status === 'completed',
    data: [summary],
    ...(crawl.error === undefined ? {} : { error: crawl.error }),
  };
};

export function createWebhookHandler(deps: WebhookDeps) {
  const { store, results, log, deliver, comeBack, clock, logger } = deps;

  async function contentOf(
    crawl: Crawl,
    { event, batch, index }: WebhookMessage,
  ): Promise<Pick<WebhookBody, 'success' | 'data' | 'error'>> {
    if (event === 'started') return { success: true, data: [] };
    if (event !== 'page') return endOf(crawl);
    const [group] = await store.batches(crawl.id, batch ?? 0, 1);
    const pages = group?.sequence === batch && group !== undefined ? await results.read(group) : [];
    const page = pages[index ?? 0];
    return { success: true, data: page === undefined ? [] : [page] };
  }

  async function bodyOf(crawl: Crawl, message: WebhookMessage): Promise<string> {
    const body: WebhookBody = {
      type: `crawl.${message.event}`,
      id: crawl.id,
      sequence: message.sequence,
      timestamp: new Date(clock.now()).toISOString(),
      ...(await contentOf(crawl, message)),
      metadata: crawl.request.webhook?.metadata ?? {},
    };
    return JSON.stringify(body);
  }

  /** True when the message is done with; false when it must come again. */
  async function handle({ message, record }: Received<WebhookMessage>): Promise<boolean> {
    const crawl = await store.find(message.crawlId);
    const target = crawl?.request.webhook;
    if (crawl === undefined || target === undefined) return true;
    const nowMs = clock.now();
    const claim = await log.claim(crawl.id, message.sequence, {
      nowMs,
      untilMs: nowMs + claimMs,
      expiresAtMs: crawl.expiresAtMs,
    });
    if (claim.kind === 'over') return claim.state !== 'failed';
    if (claim.kind === 'busy') {
      await comeBack(record.receiptHandle, Math.ceil((claim.untilMs - nowMs) / 1000));
      return false;
    }
    const write = (delivery: Omit<Delivery, 'sequence'>) =>
      log.put(crawl.id, { sequence: message.sequence, ...delivery }, crawl.expiresAtMs);
    if ((await log.find(crawl.id, stopSequence)) !== undefined) {
      await write({ state: 'stopped', attempts: claim.attempts });
      return true;
    }

    const lastStatus = await deliver({
      url: target.url,
      headers: target.headers,
      id: `${crawl.id}-${message.sequence}`,
      body: await bodyOf(crawl, message),
      secret: crawl.webhookSecret ?? '',
    });
    const attempts = claim.attempts + 1;
    const attempt = {
      attempts,
      lastAttemptMs: clock.now(),
      ...(lastStatus === undefined ? {} : { lastStatus }),
    };
    if (lastStatus !== undefined && lastStatus >= 200 && lastStatus < 300) {
      await write({ state: 'delivered', ...attempt });
      return true;
    }
    if (lastStatus === gone) {
      await log.put(crawl.id, { sequence: stopSequence, state: 'stopped', attempts: 0 }, crawl.expiresAtMs);
      await write({ state: 'stopped', ...attempt });
      return true;
    }
    const isLast = attempts >= maxAttempts;
    const waitSeconds = waits[attempts - 1] ?? 0;
    await write(
      isLast
        ? { state: 'failed', ...attempt }
        : { state: 'pending', ...attempt, notBeforeMs: clock.now() + waitSeconds * 1000 - clockSkewMs },
    );
    await comeBack(record.receiptHandle, waitSeconds);
    return false;
  }

  return async (event: SQSEvent): Promise<SQSBatchResponse> => {
    const batch = readBatch(webhookMessage, event, logger);
    const done = await Promise.all(
      batch.map(async (received) => {
        try {
          return await handle(received);
        } catch (error) {
          logger.error('a webhook could not be handled', error, { crawlId: received.message.crawlId });
          return false;
        }
      }),
    );
    return leaving(batch.filter((_, index) => done[index] !== true));
  };
}
