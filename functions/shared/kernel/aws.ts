import { setTimeout } from 'node:timers/promises';
import {
  type AttributeValue,
  DynamoDBClient,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';

/** Bounded so that a stalled socket costs one retry, not the caller's whole deadline. */
const storage = { maxAttempts: 4, requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000 } };

interface WithMiddleware {
  readonly middlewareStack: { readonly remove: (name: string) => boolean };
}

/** The SDK copies each request and answer for a log that nobody reads: a tenth of what a request costs. */
function withoutLog<Client extends WithMiddleware>(client: Client): Client {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

export const dynamoClient = (): DynamoDBClient => withoutLog(new DynamoDBClient(storage));

export const sqsClient = (): SQSClient => withoutLog(new SQSClient(storage));

/** The text of a secret. Throws when it has none. */
export async function secretText(arn: string): Promise<string> {
  const { SecretString } = await new SecretsManagerClient(storage).send(
    new GetSecretValueCommand({ SecretId: arn }),
  );
  if (SecretString === undefined || SecretString === '') throw new Error(`The secret ${arn} holds no text.`);
  return SecretString;
}

/** Path-style addressing reaches a bucket behind any endpoint, also one without wildcard DNS. */
export const s3Client = (): S3Client =>
  withoutLog(
    new S3Client({
      maxAttempts: 4,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 10_000 },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  );

const hasName = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** The row was not as the write required; nothing was written. */
export const isConditionFailure = (error: unknown): boolean =>
  hasName(error, 'ConditionalCheckFailedException');

export interface TransactionOutcome {
  readonly written: boolean;
  /** Indexes of the transaction's items whose condition did not hold; empty when it was written. */
  readonly failedConditions: readonly number[];
  /** The rows that did not meet their conditions, by index, where `ReturnValuesOnConditionCheckFailure` asks for them. */
  readonly rowsFound: readonly (Readonly<Record<string, AttributeValue>> | undefined)[];
}

const maxTransactionAttempts = 12;
const untilNextAttempt = (attempt: number): Promise<void> =>
  setTimeout(Math.random() * Math.min(800, 10 * 2 ** attempt));

/** Reasons that pass with time. */
const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Writes all or nothing; the SDK's own token makes its retries harmless. Conflicts with other writers of the same rows are waited out here, because the SDK
 * does not repeat a cancelled transaction; a condition that failed is an answer, not an error.
 */
export async function transactWrite(
  client: DynamoDBClient,
  input: TransactWriteItemsCommandInput,
): Promise<TransactionOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new TransactWriteItemsCommand(input));
      return { written: true, failedConditions: [], rowsFound: [] };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      const codes = reasons.map((reason) => reason.Code);
      const failedConditions = codes.flatMap((code, index) =>
        code === 'ConditionalCheckFailed' ? [index] : [],
      );
      if (failedConditions.length > 0)
        return { written: false, failedConditions, rowsFound: reasons.map((reason) => reason.Item) };
      const isConflict = codes.some((code) => code !== undefined && passing.has(code));
      if (!isConflict || attempt >= maxTransactionAttempts) throw error;
      await untilNextAttempt(attempt);
    }
  }
}

/**
 * Updates one row; false when the condition did not hold. A row that is in somebody's transaction is waited for here:
 * the SDK does not repeat what that refuses.
 */
export async function updateRow(client: DynamoDBClient, input: UpdateItemCommandInput): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new UpdateItemCommand(input));
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      if (!hasName(error, 'TransactionConflictException') || attempt >= maxTransactionAttempts) throw error;
      await untilNextAttempt(attempt);
    }
  }
}

/** For rooms that hand clients on without calling AWS themselves. */
export type { DynamoDBClient, S3Client, SQSClient };
