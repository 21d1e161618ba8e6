import { Duration, Validations } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type * as z from 'zod';

import type {
  accountApiEnvironment,
  accountDeletionEnvironment,
  oauthEnvironment,
} from '#shared/contract/environment.ts';
import type { Crawling } from './crawling.ts';
import type { PagesBucket } from './pages-bucket.ts';
import { type FunctionName, grantInvocation, ServiceFunction } from './service-function.ts';
import type { ServiceTable } from './service-table.ts';

export interface AccountManagementProps {
  readonly codeOf: (name: FunctionName) => Code;
  readonly metering: { readonly SERVICE_TABLE: string; readonly PLANS: string };
  /** The URL of the deployment. */
  readonly baseUrl: string;
  readonly serviceTable: ServiceTable;
  readonly crawling: Crawling;
  readonly pagesBucket: PagesBucket;
  readonly userPool: UserPool;
}

/** What signed-in people see and change of their account. */
export function addAccountApi(
  scope: Construct,
  { codeOf, metering, baseUrl, serviceTable, crawling }: AccountManagementProps,
): LambdaFunction {
  const environment: z.input<typeof accountApiEnvironment> = {
    ...metering,
    CRAWL_TABLE: crawling.crawlTable.table.tableName,
    WEBHOOK_QUEUE_URL: crawling.webhookQueue.queue.queueUrl,
    BASE_URL: baseUrl,
  };
  const name = 'account-api';
  const { function: api } = new ServiceFunction(scope, { name, code: codeOf(name), environment });
  serviceTable.grantManaging(api);
  crawling.crawlTable.grantReplaying(api);
  crawling.webhookQueue.grantSending(api);
  return api;
}

/** What programs of models ask for their keys. */
export function addOAuth(
  scope: Construct,
  { codeOf, metering, baseUrl, serviceTable }: AccountManagementProps,
): LambdaFunction {
  const environment: z.input<typeof oauthEnvironment> = { ...metering, BASE_URL: baseUrl };
  const name = 'oauth';
  const { function: oauth } = new ServiceFunction(scope, { name, code: codeOf(name), environment });
  serviceTable.grantManaging(oauth);
  return oauth;
}

/** Deletes accounts; the sweeper starts it. The only function that may delete pages, crawls and people. */
export function addAccountDeletion(
  scope: Construct,
  { codeOf, metering, serviceTable, crawling, pagesBucket, userPool }: AccountManagementProps,
): LambdaFunction {
  const environment: z.input<typeof accountDeletionEnvironment> = {
    SERVICE_TABLE: metering.SERVICE_TABLE,
    CRAWL_TABLE: crawling.crawlTable.table.tableName,
    PAGES_BUCKET: pagesBucket.bucket.bucketName,
    USER_POOL_ID: userPool.userPoolId,
    ISSUER_URL: userPool.userPoolProviderUrl,
  };
  const name = 'account-deletion';
  const { function: deletion } = new ServiceFunction(scope, { name, code: codeOf(name), environment });
  // After six minutes the sweeper restarts a deletion that is not done. A retry, or an event that waited more than a minute
  // for a place, would run beside it.
  deletion.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
  Validations.of(deletion).acknowledge({
    id: 'Serverless-LambdaAsyncFailureDestination',
    reason: 'A deletion that failed is still marked, and the sweeper starts it again.',
  });
  serviceTable.grantDeletion(deletion);
  crawling.crawlTable.grantDeletion(deletion);
  pagesBucket.grantDeletion(deletion);
  Grant.addToPrincipal({
    grantee: deletion,
    actions: ['cognito-idp:AdminDeleteUser'],
    resourceArns: [userPool.userPoolArn],
  });
  crawling.sweeper.addEnvironment('ACCOUNT_DELETION_FUNCTION', deletion.functionName);
  grantInvocation(crawling.sweeper, deletion);
  return deletion;
}
