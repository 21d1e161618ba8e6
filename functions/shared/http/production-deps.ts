import type { PlanOverrides } from '#shared/contract/plan.ts';
import { dynamoIdempotencyRecords } from '#shared/accounts/idempotency/dynamo-idempotency-records.ts';
import type { DynamoDBClient } from '#shared/kernel/aws.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { createLogger } from '#shared/kernel/logger.ts';
import { createMetrics } from '#shared/kernel/metrics.ts';
import { failedAuthentications } from '#shared/accounts/keys/failed-authentications.ts';
import { dynamoKeyStore } from '#shared/accounts/keys/dynamo-key-store.ts';
import type { BlobStore } from '#shared/storage/blob-store.ts';
import { planCatalogue } from '#shared/accounts/plans/catalogue.ts';
import { dynamoRateLimiter } from '#shared/accounts/usage/dynamo-rate-limiter.ts';
import { dynamoUsageLedger } from '#shared/accounts/usage/dynamo-usage-ledger.ts';
import type { Access } from './access.ts';
import type { EndpointDeps } from './endpoint.ts';
import type { RecordsEndpointDeps } from './records-endpoint.ts';

interface MeteringEnvironment {
  readonly SERVICE_TABLE: string;
  readonly PLANS: PlanOverrides;
}

const productionAccess = (client: DynamoDBClient, environment: MeteringEnvironment): Access => ({
  keys: dynamoKeyStore(client, environment.SERVICE_TABLE),
  plans: planCatalogue(environment.PLANS),
  failures: failedAuthentications(),
});

const commonDeps = (serviceName: string, client: DynamoDBClient, environment: MeteringEnvironment) => ({
  access: productionAccess(client, environment),
  telemetry: { logger: createLogger(serviceName), metrics: createMetrics() },
  clock: systemClock,
});

/** For endpoints where callers see to their own records. */
export const productionRecordsDeps = (
  serviceName: string,
  client: DynamoDBClient,
  environment: MeteringEnvironment,
): RecordsEndpointDeps => ({
  ...commonDeps(serviceName, client, environment),
  takeFromRate: dynamoRateLimiter(client, environment.SERVICE_TABLE),
});

/** For billed endpoints. */
export function productionDeps(
  serviceName: string,
  client: DynamoDBClient,
  answers: BlobStore,
  environment: MeteringEnvironment,
): EndpointDeps {
  const table = environment.SERVICE_TABLE;
  return {
    ...commonDeps(serviceName, client, environment),
    metering: {
      usage: dynamoUsageLedger(client, table),
      takeFromRate: dynamoRateLimiter(client, table),
      idempotency: { records: dynamoIdempotencyRecords(client, table), answers },
    },
  };
}
