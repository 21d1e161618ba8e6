import { expect, test } from 'vitest';

import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';
import { newCrawl } from './new-crawl.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const hash = sha256('seed').slice(0, 32);

test('a lease that its holder renews while another worker tries to take it stays with its holder', async () => {
  const crawl = newCrawl();
  const { id } = crawl;
  const holders = dynamoCrawlStore(emulatedDynamo(), tableNamed('crawl'));
  await holders.create(crawl, {
    hash,
    url: 'https://site.example/',
    kind: 'page',
    state: 'queued',
    depth: 0,
    priority: '000',
    attempt: 0,
  });
  await holders.lease(id, [hash], { token: 'holder', nowMs: noon, untilMs: noon + 20_000 });
  const client = emulatedDynamo();
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName === 'TransactWriteItemsCommand')
        await holders.renew(id, hash, 'holder', noon + 60_000);
      return next(args);
    },
    { step: 'initialize' },
  );

  const late = await dynamoCrawlStore(client, tableNamed('crawl')).lease(id, [hash], {
    token: 'other',
    nowMs: noon + 21_000,
    untilMs: noon + 41_000,
  });

  const finished = { hash, url: 'https://site.example/', kind: 'page', state: 'delivered' } as const;
  const { committed } = await holders.commit(id, {
    finished: [{ ...finished, leaseToken: 'holder' }],
    objectName: 'object',
    discovered: [],
    nowMs: noon + 22_000,
  });

  expect(committed).toHaveLength(1);
  expect([late.leased, late.busy.map(({ leaseToken }) => leaseToken)]).toEqual([[], ['holder']]);
});
