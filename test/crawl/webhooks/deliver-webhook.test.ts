import { expect, test } from 'vitest';

import { createEgressDispatcher } from '#shared/web/egress/guarded-dispatcher.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createDeliverWebhook } from '#shared/crawl/webhooks/deliver-webhook.ts';
import { canary } from '../../web/egress/loopback.ts';

test('a delivery reaches no private address, whatever the request was allowed to name', async () => {
  const inside = await canary();
  const deliver = createDeliverWebhook(createEgressDispatcher([], systemClock), {
    clock: systemClock,
    userAgentToken: 'Winnow',
  });

  const url = `http://127.0.0.1:${inside.port}/`;
  const status = await deliver({ url, headers: {}, id: 'crawl_1-1', body: '{}', secret: 'whsec_c2VjcmV0' });

  expect([status, inside.connections()]).toEqual([undefined, 0]);
});
