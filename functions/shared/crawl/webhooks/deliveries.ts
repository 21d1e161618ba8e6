import type { webhookDeliveries } from '#shared/contract/crawl.ts';
import type * as z from 'zod';

import type { Delivery } from './delivery-log.ts';

/** What a caller sees of a crawl's webhooks. */
export function deliveriesOf(all: readonly Delivery[]): z.output<typeof webhookDeliveries> {
  const count = (state: Delivery['state']): number =>
    all.filter((delivery) => delivery.state === state).length;
  const latest = all.toSorted((a, b) => (b.lastAttemptMs ?? 0) - (a.lastAttemptMs ?? 0))[0];
  return {
    attempts: all.reduce((sum, { attempts }) => sum + attempts, 0),
    delivered: count('delivered'),
    pending: count('pending'),
    failed: count('failed') + count('stopped'),
    stopped: count('stopped') > 0,
    ...(latest?.lastStatus === undefined ? {} : { lastStatus: latest.lastStatus }),
  };
}
