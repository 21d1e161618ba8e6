import type {
  BatchGetItemCommandInput,
  BatchStatementRequest,
  BatchStatementResponse,
} from '@aws-sdk/client-dynamodb';
import { expect, inject, test, vi } from 'vitest';

import type { DiscoveredUrl } from '#shared/crawl/ledger/crawl.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { findRow, rowKey } from '#shared/kernel/dynamo-table.ts';
import { newId, sha256 } from '#shared/kernel/ids.ts';
import { startFaultProxy } from '../hostile-aws/fault-proxy.ts';
import { emulatedDynamo, tableNamed } from './clients.ts';

interface Batch {
  readonly Statements?: readonly BatchStatementRequest[];
  readonly RequestItems?: BatchGetItemCommandInput['RequestItems'];
}

/** Answers for one key of each request, and leaves the others for later. */
async function readingOne(
  items: NonNullable<Batch['RequestItems']>,
  send: (items: NonNullable<Batch['RequestItems']>) => Promise<{ readonly output: object }>,
) {
  const [[table, { Keys = [], ...how }] = ['', { Keys: [] }]] = Object.entries(items);
  const result = await send({ [table]: { ...how, Keys: Keys.slice(0, 1) } });
  const left = Keys.length > 1 ? { [table]: { ...how, Keys: Keys.slice(1) } } : {};
  Object.assign(result.output, { UnprocessedKeys: left });
  return result;
}

/** Takes one statement of each request, and refuses the others for now; reads no more at once, either. */
function throttledDynamo() {
  const client = emulatedDynamo();
  client.middlewareStack.add(
    (next) => async (args) => {
      const { Statements = [], RequestItems } = args.input as Batch;
      if (RequestItems !== undefined)
        return readingOne(RequestItems, (items) =>
          next({ ...args, input: { ...args.input, RequestItems: items } }),
        ) as ReturnType<typeof next>;
      if (Statements.length < 2) return next(args);
      const result = await next({ ...args, input: { ...args.input, Statements: Statements.slice(0, 1) } });
      const { Responses = [] } = result.output as { readonly Responses?: readonly BatchStatementResponse[] };
      const refused = Statements.slice(1).map(() => ({ Error: { Code: 'ThrottlingError' } }));
      Object.assign(result.output, { Responses: [...Responses, ...refused] });
      return result;
    },
    { step: 'initialize' },
  );
  return client;
}

test('a crawl records all links of a page in a throttled table', async () => {
  const store = dynamoCrawlStore(throttledDynamo(), tableNamed('crawl'));
  const id = newId('crawl');
  const found = Array.from({ length: 40 }, (_, index): DiscoveredUrl => ({
    hash: sha256(`link ${index}`).slice(0, 32),
    url: `https://site.example/p${index}`,
    kind: 'page',
    state: 'waiting',
    depth: 1,
    priority: '001',
  }));

  const { fresh } = await store.record({ id, expiresAtMs: Date.UTC(2026, 10, 28) }, found);

  expect(fresh).toHaveLength(40);
  expect((await store.rows(id)).rows).toHaveLength(40);
});

test('a table that refuses two requests of five answers all the same', async () => {
  const proxy = await startFaultProxy(inject('services').dynamodb, { throttles: 0.4 }, { isMet: () => true });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', proxy.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  const table = { client: dynamoClient(), tableName: tableNamed('servicetable') };

  for (let read = 0; read < 20; read += 1) await findRow(table, rowKey('ACCOUNT#nobody', 'nothing'));

  expect(proxy.counts.throttles).toBeGreaterThan(5);
  vi.unstubAllEnvs();
  await proxy.stop();
});
