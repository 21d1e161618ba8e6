import { dynamoAccountStore } from '#shared/accounts/keys/dynamo-account-store.ts';
import { cognitoClient, cognitoRemovePerson } from '#shared/accounts/sessions/cognito-remove-person.ts';
import { dynamoSessionStore } from '#shared/accounts/sessions/dynamo-session-store.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { accountDeletionEnvironment } from '#shared/contract/environment.ts';
import { deletionMessage } from '#shared/contract/messages.ts';
import { dynamoCrawlStore } from '#shared/crawl/ledger/dynamo-crawl-store.ts';
import { deleteMarkedAccount } from '#shared/deletion/delete-account.ts';
import { dynamoAccountRows } from '#shared/deletion/dynamo-account-rows.ts';
import { dynamoDeletionMarks } from '#shared/deletion/dynamo-deletion-marks.ts';
import { s3Client } from '#shared/kernel/aws-s3.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { s3BlobRemoval } from '#shared/storage/s3-blob-removal.ts';

const environment = readEnvironment(accountDeletionEnvironment);
const { SERVICE_TABLE: serviceTable, CRAWL_TABLE: crawlTable, USER_POOL_ID, ISSUER_URL } = environment;
const dynamo = dynamoClient();
const logger = createLogger('account-deletion');
const deps = {
  store: dynamoAccountStore(dynamo, serviceTable),
  sessions: dynamoSessionStore(dynamo, serviceTable),
  removePerson: cognitoRemovePerson(cognitoClient(), { userPoolId: USER_POOL_ID, issuer: ISSUER_URL }),
  usage: dynamoUsageLedger(dynamo, serviceTable),
  crawls: dynamoCrawlStore(dynamo, crawlTable),
  marks: dynamoDeletionMarks(dynamo, serviceTable),
  rows: dynamoAccountRows(dynamo, { serviceTable, crawlTable }),
  removeBlobs: s3BlobRemoval(s3Client(), environment.PAGES_BUCKET),
  clock: systemClock,
};

export const handler = async (event: unknown): Promise<void> => {
  const { accountId } = deletionMessage.parse(event);
  logger.info('deleting an account', { accountId, ...(await deleteMarkedAccount(deps, accountId)) });
};
