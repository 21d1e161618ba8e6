import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';

import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  paginateScan,
  PutItemCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';

import { findService } from './running-service.ts';

type Row = Record<string, AttributeValue>;

export interface CopyOptions {
  /** The name of a table, or a file whose name ends with .jsonl. */
  readonly from: string;
  readonly to: string;
  /** Replaces rows that the target has. */
  readonly overwrite: boolean;
}

export interface Copied {
  readonly written: number;
  /** Rows that the target had. */
  readonly left: number;
}

const isFile = (name: string): boolean => name.endsWith('.jsonl');
const writesAtOnce = 10;
const requestMs = 10_000;

/** DynamoDB's JSON has binary values in Base64. */
const toLine = (row: Row): string =>
  `${JSON.stringify(row, (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )}\n`;

/** Throws with `place` for a line that is no JSON, such as the last one of a file that was cut off. */
function fromLine(line: string, place: string): Row {
  try {
    return JSON.parse(line, (name, value: unknown) =>
      name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
    ) as Row;
  } catch (cause) {
    throw new Error(`The row in ${place} cannot be read as JSON.`, { cause });
  }
}

async function* rowsOfFile(name: string): AsyncGenerator<Row> {
  const file = await open(name);
  let number = 0;
  for await (const line of file.readLines()) {
    number += 1;
    if (line !== '') yield fromLine(line, `line ${number} of ${name}`);
  }
}

/** DynamoDB's own error does not name the table. */
const explained = (error: unknown, table: string): unknown =>
  error instanceof ResourceNotFoundException
    ? new Error(`There is no table "${table}". The name of a file must end with .jsonl.`, { cause: error })
    : error;

async function* rowsOfTable(client: DynamoDBClient, table: string): AsyncGenerator<Row> {
  try {
    for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true }))
      yield* Items;
  } catch (error) {
    throw explained(error, table);
  }
}

interface Target {
  readonly write: (row: Row) => Promise<keyof Copied>;
  readonly close: () => void;
  /** After a failure, in place of `close`. */
  readonly discard: () => void;
}

/** A new file for its owner only: rows hold the secrets of webhooks. */
function fileTarget(file: string): Target {
  const descriptor = openSync(file, 'wx', 0o600);
  return {
    write: async (row) => {
      writeSync(descriptor, toLine(row));
      return 'written';
    },
    close: () => closeSync(descriptor),
    discard: () => {
      closeSync(descriptor);
      // The copy can be repeated, which needs a new file.
      unlinkSync(file);
    },
  };
}

const tableTarget = (client: DynamoDBClient, table: string, overwrite: boolean): Target => ({
  write: async (row) => {
    const condition = overwrite ? {} : { ConditionExpression: 'attribute_not_exists(pk)' };
    try {
      await client.send(new PutItemCommand({ TableName: table, Item: row, ...condition }));
      return 'written';
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return 'left';
      throw explained(error, table);
    }
  },
  close: () => {},
  discard: () => {},
});

/** Copies the rows of a table or a file to a table or a new file. A copy to a table may be repeated after a failure; a file must be new. */
export async function copyRows(
  client: DynamoDBClient,
  { from, to, overwrite }: CopyOptions,
): Promise<Copied> {
  const target = isFile(to) ? fileTarget(to) : tableTarget(client, to, overwrite);
  const counts = { written: 0, left: 0 };
  const writing = new Set<Promise<void>>();
  try {
    for await (const row of isFile(from) ? rowsOfFile(from) : rowsOfTable(client, from)) {
      const written = target.write(row).then((result) => void (counts[result] += 1));
      writing.add(written);
      written.finally(() => writing.delete(written)).catch(() => {});
      if (writing.size >= writesAtOnce) await Promise.race(writing);
    }
    await Promise.all(writing);
  } catch (error) {
    target.discard();
    throw error;
  }
  target.close();
  return counts;
}

/** Tables of the operator's AWS account, or of the service that runs on a data directory here. */
export function clientOf(directory: string | undefined): DynamoDBClient {
  const bounded = {
    maxAttempts: 10,
    requestHandler: { connectionTimeout: requestMs, requestTimeout: requestMs, throwOnRequestTimeout: true },
  };
  if (directory === undefined) return new DynamoDBClient(bounded);
  const { dynamodb, region } = findService(
    directory,
    ', or leave --data out for the tables of your AWS account',
  );
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ ...bounded, endpoint: dynamodb, region, credentials });
}
