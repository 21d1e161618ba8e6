import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { AttributeType, BillingMode, type CfnTable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createChildProcesses } from '../../lib/local/child-processes.ts';
import { startDynamo } from '../../lib/local/dynamo-process.ts';
import { awsClients } from '../../lib/local/provision.ts';
import { startService } from '../../lib/local/service.ts';
import { synthesiseToyStack } from './toy-stack.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-given-dynamodb-'));
const assembly = join(directory, 'cdk.out');
const children = createChildProcesses();
let given: Awaited<ReturnType<typeof startDynamo>>;
let client: DynamoDBClient;
let table: string;

beforeAll(async () => {
  synthesiseToyStack({
    outdir: assembly,
    diary: join(directory, 'diary'),
    change: (stack) => {
      const partitionKey = { name: 'id', type: AttributeType.STRING };
      const rows = new Table(stack, 'Rows', { partitionKey, billingMode: BillingMode.PAY_PER_REQUEST });
      table = stack.getLogicalId(rows.node.defaultChild as CfnTable);
    },
  });
  given = await startDynamo({
    dataDirectory: undefined,
    children,
    onFailure: (error) => expect.unreachable(error.message),
  });
  client = awsClients({ dynamodb: given.url, sqs: '', s3: '' }).dynamo;
});

afterAll(async () => {
  await given.stop();
  await children.stop();
  rmSync(directory, { recursive: true, force: true });
});

const start = (dynamodb: string, fresh = false) =>
  startService({
    assemble: () => Promise.resolve(assembly),
    directory: join(directory, 'data'),
    fresh,
    port: 0,
    nextFreePort: false,
    maxConcurrency: 1,
    memoryMb: 1_000,
    environment: { AWS_ENDPOINT_URL_DYNAMODB: dynamodb },
    progress: () => {},
    onFailure: (error) => expect.unreachable(error.message),
  });
const rowCount = async () => (await client.send(new ScanCommand({ TableName: table }))).Count;

test('rows of a DynamoDB given by its URL stay from start to start, and are deleted by a fresh one', async () => {
  const first = await start(given.url);
  expect([first.endpoints['AWS_ENDPOINT_URL_DYNAMODB'], first.emulatorProcessIds()]).toEqual([given.url, []]);
  await client.send(new PutItemCommand({ TableName: table, Item: { id: { S: 'kept' } } }));
  await first.stop();

  await (await start(given.url)).stop();
  expect(await rowCount()).toBe(1);

  await (await start(given.url, true)).stop();
  expect(await rowCount()).toBe(0);
});

test('a DynamoDB that does not answer is named by its URL', async () => {
  await expect(start('http://127.0.0.1:9')).rejects.toThrow(
    'The DynamoDB at http://127.0.0.1:9 did not answer within 3 seconds.',
  );
});
