import { expect, test } from 'vitest';

import { deliveriesOf } from '#shared/crawl/webhooks/delivery-log.ts';

test('the summary of deliveries counts events only, also after 410', () => {
  const stopped = [0, 1, 2, 3].map((sequence) => ({ sequence, state: 'stopped', attempts: 0 }) as const);

  expect(deliveriesOf([...stopped, { sequence: 4, state: 'delivered', attempts: 2 }])).toEqual({
    attempts: 2,
    delivered: 1,
    pending: 0,
    failed: 3,
    stopped: true,
  });
});
