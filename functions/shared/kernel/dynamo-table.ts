import { setTimeout } from 'node:timers/promises';
import {
  type AttributeValue,
  BatchGetItemCommand,
  type ConditionalCheckFailedException,
  type DynamoDBClient,
  DynamoDBServiceException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';

import {
  conditionExpression,
  type Expression,
  isAbsent,
  projection,
  queryExpression,
  type RowUpdate,
  updateExpression,
} from './dynamo-expression.ts';

export type Item = Record<string, AttributeValue>;

export interface DynamoTable {
  readonly client: DynamoDBClient;
  readonly tableName: string;
}

export const rowKey = (pk: string, sk: string): Item => ({ pk: { S: pk }, sk: { S: sk } });

/** Attempts at a write that collides with the transactions of other writers. */
const maxAttempts = 12;
/** Requests in a row that process none of the batch's rows. */
const maxFruitless = 12;
/** BatchGetItem reads at most this many keys. */
const maxKeysPerRead = 100;

export const backOff = (attempt: number): Promise<void> =>
  setTimeout(Math.random() * Math.min(800, 10 * 2 ** attempt));

/** Reads one row consistently. */
export async function findRow({ client, tableName }: DynamoTable, key: Item): Promise<Item | undefined> {
  const command = new GetItemCommand({ TableName: tableName, Key: key, ConsistentRead: true });
  return (await client.send(command)).Item;
}

/** The rows that exist, in no particular order; all of their attributes unless `attributes` names some. */
export async function readRows(
  { client, tableName }: DynamoTable,
  keys: readonly Item[],
  { isConsistent, attributes }: { readonly isConsistent: boolean; readonly attributes?: readonly string[] },
): Promise<Item[]> {
  const rows: Item[] = [];
  let left = [...keys];
  let fruitless = 0;
  while (left.length > 0) {
    const asked = left.slice(0, maxKeysPerRead);
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({
        RequestItems: {
          [tableName]: {
            Keys: asked,
            ConsistentRead: isConsistent,
            ...(attributes === undefined ? {} : projection(attributes)),
          },
        },
      }),
    );
    rows.push(...(Responses?.[tableName] ?? []));
    const unprocessed = UnprocessedKeys?.[tableName]?.Keys ?? [];
    left = [...unprocessed, ...left.slice(maxKeysPerRead)];
    fruitless = unprocessed.length < asked.length ? 0 : fruitless + 1;
    if (fruitless === maxFruitless) throw new Error(`${tableName} does not return all rows of a batch.`);
    if (unprocessed.length > 0) await backOff(fruitless + 1);
  }
  return rows;
}

export interface RowQuery {
  readonly where: Expression;
  readonly filter?: Expression;
  readonly index?: string;
  readonly limit?: number;
  readonly isConsistent?: boolean;
  readonly isDescending?: boolean;
  /** The key after which to go on. */
  readonly after?: Item | undefined;
}

/** One page of rows, with the key of its last row unless it is the last page. */
export async function queryRows(
  { client, tableName }: DynamoTable,
  { where, filter, index, limit, isConsistent, isDescending, after }: RowQuery,
): Promise<{ readonly rows: readonly Item[]; readonly last: Item | undefined }> {
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      ...queryExpression(where, filter),
      ...(index === undefined ? {} : { IndexName: index }),
      ...(limit === undefined ? {} : { Limit: limit }),
      ...(isConsistent === true ? { ConsistentRead: true } : {}),
      ...(isDescending === true ? { ScanIndexForward: false } : {}),
      ...(after === undefined ? {} : { ExclusiveStartKey: after }),
    }),
  );
  return { rows: Items, last: LastEvaluatedKey };
}

/** The rows of all pages, or of as many pages as hold `limit` rows. */
export async function queryAllRows(table: DynamoTable, query: Omit<RowQuery, 'after'>): Promise<Item[]> {
  const { limit = Number.POSITIVE_INFINITY } = query;
  const all: Item[] = [];
  let after: Item | undefined;
  do {
    const { rows, last } = await queryRows(table, { ...query, after });
    all.push(...rows);
    after = last;
  } while (after !== undefined && all.length < limit);
  return all;
}

/** A write for a transaction or for a command of its own. */
export const putOf = ({ tableName }: DynamoTable, item: Item, when?: Expression) => ({
  TableName: tableName,
  Item: item,
  ...(when === undefined ? {} : conditionExpression(when)),
});

export const updateOf = ({ tableName }: DynamoTable, key: Item, update: RowUpdate) => ({
  TableName: tableName,
  Key: key,
  ...updateExpression(update),
});

export const deleteOf = ({ tableName }: DynamoTable, key: Item, when: Expression) => ({
  TableName: tableName,
  Key: key,
  ...conditionExpression(when),
});

/** Writes a row. Rejects when the condition does not hold; see `isConditionFailure`. */
export async function putRow(table: DynamoTable, item: Item, when?: Expression): Promise<void> {
  await table.client.send(new PutItemCommand(putOf(table, item, when)));
}

/** Deletes a row. False when the condition did not hold. */
export async function deleteRow(table: DynamoTable, key: Item, when: Expression): Promise<boolean> {
  try {
    await table.client.send(new DeleteItemCommand(deleteOf(table, key, when)));
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** A row that exists is taken for that of this write if the SDK has sent it more than once. */
export async function insertRow(
  table: DynamoTable,
  item: Item,
): Promise<Pick<UpdateOutcome, 'isWritten' | 'isRepeated'>> {
  try {
    const { $metadata } = await table.client.send(new PutItemCommand(putOf(table, item, isAbsent('pk'))));
    return { isWritten: true, isRepeated: wasRepeated($metadata.attempts) };
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    const isRepeated = wasRepeated(error.$metadata.attempts);
    return { isWritten: isRepeated, isRepeated };
  }
}

const hasName = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** The row was not as the write required; nothing was written. */
export const isConditionFailure = (error: unknown): error is ConditionalCheckFailedException =>
  hasName(error, 'ConditionalCheckFailedException');

/** Whether the row was written, and the row's attributes if the input's `ReturnValues` settings ask for them. */
export interface UpdateOutcome {
  readonly isWritten: boolean;
  readonly row: Item | undefined;
  /** The SDK has sent it more than once: a request without an answer may still be written, also after this one. */
  readonly isRepeated: boolean;
}

const wasRepeated = (attempts = 1): boolean => attempts > 1;

/** The SDK does not repeat an update that another writer's transaction refuses, so that it is repeated here. */
async function sendUpdate(client: DynamoDBClient, input: UpdateItemCommandInput): Promise<UpdateOutcome> {
  let isRepeated = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { Attributes: row, $metadata } = await client.send(new UpdateItemCommand(input));
      return { isWritten: true, row, isRepeated: isRepeated || wasRepeated($metadata.attempts) };
    } catch (error) {
      if (error instanceof DynamoDBServiceException) isRepeated ||= wasRepeated(error.$metadata.attempts);
      if (isConditionFailure(error)) return { isWritten: false, row: error.Item, isRepeated };
      if (!hasName(error, 'TransactionConflictException') || attempt >= maxAttempts) throw error;
      await backOff(attempt);
    }
  }
}

/** Updates one row. False when the condition did not hold. */
export const updateRow = async (table: DynamoTable, key: Item, update: RowUpdate): Promise<boolean> =>
  (await sendUpdate(table.client, updateOf(table, key, update))).isWritten;

/** Updates one row and returns it as it is now, whether the condition held or not. */
export const updateAndReadRow = (table: DynamoTable, key: Item, update: RowUpdate): Promise<UpdateOutcome> =>
  sendUpdate(table.client, {
    ...updateOf(table, key, update),
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });

export interface TransactionOutcome {
  readonly isWritten: boolean;
  /** Indexes of the transaction's items whose condition did not hold; empty when it was written. */
  readonly failedConditions: readonly number[];
  /** The rows that did not meet their conditions, by index, if `ReturnValuesOnConditionCheckFailure` is set. */
  readonly rowsFound: readonly (Readonly<Item> | undefined)[];
}

/** Reasons that pass with time. */
const transientReasons = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Writes all or nothing; the SDK's own token makes its retries harmless. Conflicts with other writers of the same rows
 * are retried here, because the SDK does not repeat a cancelled transaction; a condition that failed is a result.
 */
export async function transactWrite(
  client: DynamoDBClient,
  items: readonly TransactWriteItem[],
): Promise<TransactionOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new TransactWriteItemsCommand({ TransactItems: [...items] }));
      return { isWritten: true, failedConditions: [], rowsFound: [] };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const failedConditions = reasons.flatMap(({ Code }, index) =>
        Code === 'ConditionalCheckFailed' ? [index] : [],
      );
      if (failedConditions.length > 0)
        return { isWritten: false, failedConditions, rowsFound: reasons.map(({ Item }) => Item) };
      const isTransient = reasons.some(({ Code }) => Code !== undefined && transientReasons.has(Code));
      if (!isTransient || attempt >= maxAttempts) throw error;
      await backOff(attempt);
    }
  }
}
