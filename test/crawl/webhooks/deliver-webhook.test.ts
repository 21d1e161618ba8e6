import { expect, test } from 'vitest';

import { createEgressDispatcher } from '#shared/web/egress/guarded-dispatcher.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createDeliverWebhook } from '#shared/crawl/webhooks/deliver-webhook.ts';
import { canary, serve } from '../../web/egress/loopback.ts';

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

test('a header that the caller spells otherwise than the service is sent once', async () => {
  const received: string[][] = [];
  const receiver = await serve((request, response) => {
    received.push(request.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
    response.end();
  });
  const address = `127.0.0.1:${receiver.port}`;
  const deliver = createDeliverWebhook(createEgressDispatcher([address], systemClock), {
    clock: systemClock,
    userAgentToken: 'Winnow',
  });

  const headers = {
    'Content-Type': 'text/plain',
    'User-Agent': 'mine',
    'Webhook-Id': 'forged',
    'X-Tenant': '7',
  };
  await deliver({
    url: `http://${address}/`,
    headers,
    id: 'crawl_1-1',
    body: '{}',
    secret: 'whsec_c2VjcmV0',
  });

  const [names = []] = received;
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(names).toContain('x-tenant');
});
