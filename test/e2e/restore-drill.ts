/** `npm run drill`: rows are lost and restored as docs/operations.md says, with services on this machine. */
import { strict as assert } from 'node:assert';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import {
  CreateTableCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';

import { findService } from '../../lib/commands/running-service.ts';
import { clientOf } from '../../lib/commands/table-rows.ts';
import { startSite } from '../fixtures/sites/server.ts';

const site = await startSite();
const directory = mkdtempSync(join(tmpdir(), 'winnow-drill-'));
const backup = join(directory, 'backup.jsonl');
const startupMs = 120_000;
const restored = 'restored';

interface Running {
  readonly data: string;
  readonly baseUrl: string;
  readonly key: string;
  readonly stop: () => Promise<void>;
}

async function start(name: string): Promise<Running> {
  const data = join(directory, name);
  const child = spawn(process.execPath, ['bin/dev.ts', '--json', '--port', '0', '--data', data], {
    env: { ...process.env, EGRESS_ALLOW: site.authority },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(startupMs) })) as [string];
  const { baseUrl, keys } = JSON.parse(line) as { baseUrl: string; keys: Record<string, string> };
  return {
    data,
    baseUrl,
    key: keys['starter'] ?? '',
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** Status, and the requests used. */
async function usageOf({ baseUrl }: Running, key: string): Promise<readonly [number, unknown]> {
  const response = await fetch(`${baseUrl}/api/v1/usage`, { headers: { 'x-api-key': key } });
  const { data } = (await response.json()) as { readonly data?: { readonly used?: number } };
  return [response.status, data?.used];
}

const rows = ({ data }: Running, from: string, to: string): string =>
  execFileSync(process.execPath, ['bin/rows.ts', '--from', from, '--to', to, '--data', data], {
    encoding: 'utf8',
  }).trim();

const tableOf = ({ data }: Running): string => findService(data).table;

/** What point-in-time recovery makes: a table of another name with the keys and indexes of this one. */
async function makeLike(service: Running): Promise<void> {
  const { Table: like } = await clientOf(service.data).send(
    new DescribeTableCommand({ TableName: tableOf(service) }),
  );
  await clientOf(service.data).send(
    new CreateTableCommand({
      TableName: restored,
      KeySchema: like?.KeySchema,
      AttributeDefinitions: like?.AttributeDefinitions,
      GlobalSecondaryIndexes: like?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
}

async function loseAllRows(service: Running): Promise<void> {
  const client = clientOf(service.data);
  const TableName = tableOf(service);
  for await (const { Items = [] } of paginateScan({ client }, { TableName }))
    for (const { pk, sk } of Items)
      if (pk !== undefined && sk !== undefined)
        await client.send(new DeleteItemCommand({ TableName, Key: { pk, sk } }));
}

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

async function drill(): Promise<void> {
  const first = await start('first');
  const { key } = first;
  const scraped = await fetch(`${first.baseUrl}/api/v1/scrape`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ url: site.url }),
  });
  await scraped.text();
  const before = await usageOf(first, key);
  assert.deepEqual(before, [200, 1]);
  say(`saved:     ${rows(first, tableOf(first), backup)}`);

  await makeLike(first);
  say(`recovered: ${rows(first, backup, restored)} (into another table, as point-in-time recovery does)`);
  await loseAllRows(first);
  assert.equal((await usageOf(first, key))[0], 401);
  say('lost:      the key is refused');
  say(`restored:  ${rows(first, restored, tableOf(first))}`);
  assert.deepEqual(await usageOf(first, key), before);
  say('works:     the key is accepted, its usage of one request is what it was');
  await first.stop();

  const again = await start('first');
  assert.deepEqual(await usageOf(again, key), before);
  say('kept:      a service that starts on the kept tables knows the key');
  await again.stop();

  const second = await start('second');
  assert.equal((await usageOf(second, key))[0], 401);
  say(`moved:     ${rows(second, backup, tableOf(second))} (into a new deployment)`);
  assert.deepEqual(await usageOf(second, key), before);
  say('works:     the new deployment accepts the key of the old one');
  await second.stop();
}

try {
  await drill();
} finally {
  await site.close();
  rmSync(directory, { recursive: true, force: true });
}
