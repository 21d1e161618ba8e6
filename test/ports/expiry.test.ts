import { CreateTableCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';

import { newId } from '#shared/kernel/ids.ts';
import { expireObjects, expireRows } from '../../lib/local/expiry.ts';
import { emulatedDynamo, emulatedS3 } from './clients.ts';

const hourMs = 3_600_000;

test('rows of one machine are deleted when their time to live is over, and no others', async () => {
  const client = emulatedDynamo();
  const name = newId('expiring');
  const definition = {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
    BillingMode: 'PAY_PER_REQUEST' as const,
  };
  await client.send(new CreateTableCommand({ TableName: name, ...definition }));
  const nowMs = Date.now();
  const put = async (pk: string, untilMs?: number) =>
    client.send(
      new PutItemCommand({
        TableName: name,
        Item: {
          pk: { S: pk },
          ...(untilMs === undefined ? {} : { expiresAt: { N: String(Math.floor(untilMs / 1000)) } }),
        },
      }),
    );
  await Promise.all([
    put('over', nowMs - hourMs),
    put('renewed', nowMs - hourMs),
    put('not yet', nowMs + hourMs),
    put('never'),
  ]);
  const renewing = emulatedDynamo();
  renewing.middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        if (commandName === 'DeleteItemCommand') await put('renewed', nowMs + hourMs);
        return next(given);
      },
    { step: 'initialize' },
  );

  const expired = await expireRows([{ name, definition, timeToLiveAttribute: 'expiresAt' }], renewing, nowMs);

  const { Items = [] } = await client.send(new ScanCommand({ TableName: name }));
  expect(expired).toBe(1);
  expect(new Set(Items.map(({ pk }) => pk?.S))).toEqual(new Set(['never', 'not yet', 'renewed']));
});

test('objects of one machine are deleted when the days of their folder are over, and no others', async () => {
  const client = emulatedS3();
  const name = newId('expiring').toLowerCase().replaceAll('_', '-');
  await client.send(new CreateBucketCommand({ Bucket: name }));
  for (const Key of ['cache/a', 'kept/a'])
    await client.send(new PutObjectCommand({ Bucket: name, Key, Body: 'a' }));
  const buckets = [{ name, expirations: [{ prefix: 'cache/', days: 7 }] }];

  const early = await expireObjects(buckets, client, Date.now() + 6 * 24 * hourMs);
  const late = await expireObjects(buckets, client, Date.now() + 8 * 24 * hourMs);

  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }));
  expect([early, late]).toEqual([0, 1]);
  expect(Contents.map(({ Key }) => Key)).toEqual(['kept/a']);
});
