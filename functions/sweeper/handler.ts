import { sweeperEnvironment } from '#shared/contract/environment.ts';
import { crawlClients, productionCrawlPorts } from '#shared/crawl/lifecycle/production-ports.ts';
import { repairQuietCrawls } from '#shared/crawl/lifecycle/repair-quiet-crawls.ts';
import { dynamoDeletionMarks } from '#shared/deletion/dynamo-deletion-marks.ts';
import { lambdaStartDeletion } from '#shared/deletion/lambda-start-deletion.ts';
import { startDeletions } from '#shared/deletion/start-deletions.ts';
import { lambdaClient } from '#shared/kernel/aws-lambda.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { createLogger } from '#shared/kernel/logger.ts';

const environment = readEnvironment(sweeperEnvironment);
const { ACCOUNT_DELETION_FUNCTION: deletionFunction } = environment;
const clients = crawlClients(environment);
const common = { clock: systemClock, logger: createLogger('sweeper') };

const crawling = { ...productionCrawlPorts(clients, environment), ...common };

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
  const [repaired, started] = await Promise.allSettled([
    repairQuietCrawls(crawling),
    deletions === undefined ? undefined : startDeletions(deletions),
  ]);
  if (repaired.status === 'rejected') throw repaired.reason;
  if (started.status === 'rejected') throw started.reason;
  return {
    repaired: repaired.value,
    ...(started.value === undefined ? {} : { deletions: started.value }),
  };
};
