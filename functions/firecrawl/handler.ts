import { firecrawlEnvironment } from '#shared/contract/environment.ts';
import { createFirecrawlEndpoint } from '#shared/firecrawl/firecrawl-endpoint.ts';
import { lambdaCallOperation } from '#shared/operations/lambda-call-operation.ts';
import { productionRecordsDeps } from '#shared/http/production-deps.ts';
import { dynamoClient } from '#shared/kernel/aws.ts';
import { lambdaClient } from '#shared/kernel/aws-lambda.ts';
import { readEnvironment } from '#shared/kernel/config.ts';
import { bucketBlobs } from '#shared/storage/bucket.ts';

const environment = readEnvironment(firecrawlEnvironment);

export const handler = createFirecrawlEndpoint({
  ...productionRecordsDeps('firecrawl', dynamoClient(), environment),
  callOperation: lambdaCallOperation(lambdaClient(), environment.OPERATION_FUNCTIONS),
  answers: bucketBlobs(environment.PAGES_BUCKET),
}).streamed();
