import { expect, test } from 'vitest';

import { pagesPerWorker } from '#shared/contract/messages.ts';
import type { DiscoveredUrl } from '#shared/crawl/ledger/crawl.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';
import { newCrawl } from './new-crawl.ts';

/** A table that adds up the units of its writes. */
function countedDynamo() {
  const client = emulatedDynamo();
  const counts = { writeUnits: 0 };
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const result = await next(args);
        const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: object | readonly object[] };
        const capacities = [ConsumedCapacity].flat() as readonly { readonly CapacityUnits?: number }[];
        if (!/^(Get|BatchGet|Query)/.test(commandName))
          for (const { CapacityUnits = 0 } of capacities) counts.writeUnits += CapacityUnits;
        return result;
      },
    { step: 'initialize' },
  );
  return { client, counts };
}

test('a page is written when it is found and when it is read, and its group says the rest', async () => {
  const { client, counts } = countedDynamo();
  const store = dynamoCrawlStore(client, tableNamed('crawl'));
  const crawl = newCrawl({ open: 0, admitted: 0 });
  const urls = Array.from({ length: pagesPerWorker }, (_, index): DiscoveredUrl => ({
    hash: sha256(`page ${index}`).slice(0, 32),
    url: `https://site.example/a/page/of/a/site/${index}`,
    kind: 'page',
    state: 'waiting',
    depth: 1,
    priority: `001-${index}`,
    discoveredFrom: 'https://site.example/',
  }));
  const hashes = urls.map(({ hash }) => hash);
  await store.create(crawl, { ...urls[0]!, hash: 'seed', state: 'queued', attempt: 0, isSeed: true });
  counts.writeUnits = 0;

  await store.record(crawl, urls);
  await store.admit(crawl, await store.bestWaiting(crawl.id, pagesPerWorker), crawl.createdAtMs);
  await store.lease(crawl.id, hashes, { token: 'lease', nowMs: 0, untilMs: 1 });
  await store.commit(crawl.id, {
    finished: urls.map(({ hash, url, kind }) => ({
      hash,
      url,
      kind,
      leaseToken: 'lease',
      state: 'delivered',
      identities: [`text-${hash}`, `canonical-${hash}`],
    })),
    objectName: 'object',
    discovered: urls,
    nowMs: 0,
  });

  // Found and leased, each with the index: four units a page. The rest is written for all of them.
  expect(counts.writeUnits - 4 * pagesPerWorker).toBeLessThanOrEqual(18);
});
