import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

import { deleteAccount, type Deletion } from '#shared/deletion/delete-account.ts';
import { dynamoDeletionMarks } from '#shared/deletion/dynamo-deletion-marks.ts';
import { dynamoAccountRows } from '#shared/deletion/dynamo-account-rows.ts';
import { dynamoAccountStore } from '#shared/accounts/keys/dynamo-account-store.ts';
import { dynamoSessionStore } from '#shared/accounts/sessions/dynamo-session-store.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { s3BlobRemoval } from '#shared/storage/s3-blob-removal.ts';
import { findService } from './running-service.ts';

/** The tables and the bucket of a service, from the outputs of its stack. */
interface StoredData {
  readonly serviceTable: string;
  readonly crawlTable: string;
  readonly bucket: string;
  readonly dynamo: DynamoDBClient;
  readonly s3: S3Client;
}

export interface DeletionOptions {
  readonly table?: string | undefined;
  readonly 'crawl-table'?: string | undefined;
  readonly bucket?: string | undefined;
  readonly data: string;
}

/** Opens a deployed service by the names of its tables and bucket, or the local service by its data directory. */
function storedData(options: DeletionOptions): StoredData {
  const { table, 'crawl-table': crawlTable, bucket, data } = options;
  if (table !== undefined || crawlTable !== undefined || bucket !== undefined) {
    if (table === undefined || crawlTable === undefined || bucket === undefined)
      throw new Error(
        'To delete an account of a deployed service, name --table, --crawl-table and --bucket: the outputs ServiceTableName, CrawlTableName and PagesBucketName.',
      );
    return { serviceTable: table, crawlTable, bucket, dynamo: new DynamoDBClient(), s3: new S3Client() };
  }
  const service = findService(data, ', or name the table of a deployed one with --table');
  if (service.crawlTable === undefined || service.bucket === undefined || service.s3 === undefined)
    throw new Error('The running service is of an earlier version: restart it first.');
  const local = {
    region: service.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  return {
    serviceTable: service.table,
    crawlTable: service.crawlTable,
    bucket: service.bucket,
    dynamo: new DynamoDBClient({ ...local, endpoint: service.dynamodb }),
    s3: new S3Client({ ...local, endpoint: service.s3, forcePathStyle: true }),
  };
}

/** What the command prints. */
export const deletionText = (accountId: string, deletion: Deletion): string =>
  deletion.kind === 'deleted'
    ? `${accountId} is deleted: ${deletion.rows} rows and ${deletion.blobs} stored objects.`
    : `${accountId} is being deleted: it is closed for good and its crawls are ended. Requests and pages in progress may still write: run this command again after ${new Date(deletion.untilMs).toISOString()}, unless people have accounts of the service, which deletes the rest itself then.`;

/** `keys delete-account`. Returns the text to print. */
export async function deleteAccountOf(
  options: DeletionOptions,
  accountId: string,
  isConfirmed: boolean,
): Promise<string> {
  if (!isConfirmed)
    throw new Error(
      `This deletes ${accountId} with its keys, crawls and usage, and cannot be undone: add --yes.`,
    );
  const { serviceTable, crawlTable, bucket, dynamo, s3 } = storedData(options);
  const deps = {
    store: dynamoAccountStore(dynamo, serviceTable),
    sessions: dynamoSessionStore(dynamo, serviceTable),
    usage: dynamoUsageLedger(dynamo, serviceTable),
    crawls: dynamoCrawlStore(dynamo, crawlTable),
    marks: dynamoDeletionMarks(dynamo, serviceTable),
    rows: dynamoAccountRows(dynamo, { serviceTable, crawlTable }),
    removeBlobs: s3BlobRemoval(s3, bucket),
    clock: systemClock,
  };
  if (((await deps.marks.find(accountId))?.people.length ?? 0) > 0)
    throw new Error(
      `${accountId} is being deleted because its owner asked for it: the service deletes it with the owner.`,
    );
  return deletionText(accountId, await deleteAccount(deps, accountId));
}
