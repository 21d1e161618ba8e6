import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, HeadBucketCommand, NotFound, S3Client } from '@aws-sdk/client-s3';
import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';

import type { EmulatorEndpoints } from './emulators.ts';
import { region } from './intrinsics.ts';
import type { LocalBucket, LocalQueue, LocalStack, LocalTable } from './local-stack.ts';

export interface AwsClients {
  readonly dynamo: DynamoDBClient;
  readonly sqs: SQSClient;
  readonly s3: S3Client;
}

/**
 * The emulators accept any credentials, and the operator's own servers have to accept these: the operator's AWS keys
 * never reach a process that opens pages.
 */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

export function awsClients(endpoints: EmulatorEndpoints): AwsClients {
  const common = { region, credentials: localCredentials };
  return {
    dynamo: new DynamoDBClient({ ...common, endpoint: endpoints.dynamodb }),
    sqs: new SQSClient({ ...common, endpoint: endpoints.sqs, useQueueUrlAsEndpoint: false }),
    s3: new S3Client({ ...common, endpoint: endpoints.s3, forcePathStyle: true }),
  };
}

/** In seconds. */
const tableWait = { maxWaitTime: 10, minDelay: 0.05, maxDelay: 0.2 };

const indexNames = (indexes: readonly { IndexName?: string | undefined }[] | undefined): string =>
  (indexes ?? [])
    .map(({ IndexName }) => IndexName ?? '')
    .toSorted()
    .join();

/** Deletes the table that a DynamoDB outside the data directory has kept. */
async function deleteTable(client: DynamoDBClient, { name }: LocalTable): Promise<void> {
  try {
    await client.send(new DeleteTableCommand({ TableName: name }));
    await waitUntilTableNotExists({ client, ...tableWait }, { TableName: name });
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}

async function ensureTable(
  client: DynamoDBClient,
  { name, definition, timeToLiveAttribute }: LocalTable,
): Promise<void> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    const matches =
      JSON.stringify(Table?.KeySchema) === JSON.stringify(definition.KeySchema) &&
      indexNames(Table?.GlobalSecondaryIndexes) === indexNames(definition.GlobalSecondaryIndexes);
    if (!matches)
      throw new Error(`The stored table ${name} has other keys than the stack's. Start with --fresh.`);
    return;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  await client.send(new CreateTableCommand({ TableName: name, ...definition }));
  await waitUntilTableExists({ client, ...tableWait }, { TableName: name });
  if (timeToLiveAttribute !== undefined)
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { AttributeName: timeToLiveAttribute, Enabled: true },
      }),
    );
}

async function ensureQueue(client: SQSClient, { name, url, attributes }: LocalQueue): Promise<void> {
  try {
    await client.send(new GetQueueUrlCommand({ QueueName: name }));
    await client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { ...attributes } }));
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error;
    await client.send(new CreateQueueCommand({ QueueName: name, Attributes: { ...attributes } }));
  }
}

async function ensureBucket(client: S3Client, { name }: LocalBucket): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: name }));
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await client.send(new CreateBucketCommand({ Bucket: name }));
  }
}

/** A queue with a redrive policy needs its dead-letter queue to exist. */
const deadLetterQueuesFirst = (queues: readonly LocalQueue[]): LocalQueue[] =>
  queues.toSorted(
    (a, b) =>
      Number(a.attributes['RedrivePolicy'] !== undefined) -
      Number(b.attributes['RedrivePolicy'] !== undefined),
  );

/** Creates the resources that do not exist yet; with `fresh`, tables that exist are empty afterwards. */
export async function provision(
  stack: LocalStack,
  clients: AwsClients,
  { fresh = false }: { readonly fresh?: boolean } = {},
): Promise<void> {
  if (fresh) await Promise.all(stack.tables.map((table) => deleteTable(clients.dynamo, table)));
  await Promise.all([
    ...stack.tables.map((table) => ensureTable(clients.dynamo, table)),
    ...stack.buckets.map((bucket) => ensureBucket(clients.s3, bucket)),
  ]);
  for (const queue of deadLetterQueuesFirst(stack.queues)) await ensureQueue(clients.sqs, queue);
}
