import { sweeperEnvironment } from '#shared/contract/environment.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import { productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { createSweep } from '#shared/crawl/lifecycle/sweep.ts';
import { dynamoDeletionMarks } from '#shared/deletion/dynamo-deletion-marks.ts';
import { lambdaStartDeletion } from '#shared/deletion/lambda-start-deletion.ts';
import { startDeletions } from '#shared/deletion/start-deletions.ts';
import { dynamoClient, sqsClient } from '#shared/kernel/aws.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';
import { lambdaClient } from '#shared/kernel/aws-lambda.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';

const environment = readEnvironment(sweeperEnvironment);
const { ACCOUNT_DELETION_FUNCTION: deletionFunction } = environment;
const clients = {
  dynamo: dynamoClient(),
  sqs: sqsClient(),
  blobs: bucketBlobs(environment.PAGES_BUCKET),
};
const common = { clock: systemClock, logger: createLogger('sweeper') };

const sweep = createSweep({
  ...productionCrawlPorts(clients, environment),
  ...common,
  usage: dynamoUsageLedger(clients.dynamo, environment.SERVICE_TABLE),
});

/** Without the account page nobody asks for deletions but the operator, whose command deletes. */
const deletions =
  deletionFunction === undefined
    ? undefined
    : {
        ...common,
        marks: dynamoDeletionMarks(clients.dynamo, environment.SERVICE_TABLE),
        startDeletion: lambdaStartDeletion(lambdaClient(), deletionFunction),
      };

/** Side by side: deletions do not wait for the repair of crawls, which may take as long as the function runs. */
export const handler = async (): Promise<object> => {
  const [swept, started] = await Promise.allSettled([
    sweep(),
    deletions === undefined ? undefined : startDeletions(deletions),
  ]);
  if (swept.status === 'rejected') throw swept.reason;
  if (started.status === 'rejected') throw started.reason;
  return { ...swept.value, ...(started.value === undefined ? {} : { deletions: started.value }) };
};
