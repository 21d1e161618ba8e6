import { startEmulatedAws } from '../emulated-aws.ts';
import { type FaultProxy, type Faults, startFaultProxy } from './fault-proxy.ts';

/** Much worse than AWS on a bad day. */
const dynamoFaults: Faults = { lockMs: 10, conflicts: 0.3, throttles: 0.05, stalls: 0.01, lostAnswers: 0.01 };
const otherFaults: Faults = { throttles: 0.05, stalls: 0.01, lostAnswers: 0.01 };

export interface HostileAws {
  /** The environment in which `npm start` meets these faults. */
  readonly settings: Readonly<Record<string, string>>;
  readonly proxies: Readonly<Record<'dynamodb' | 'sqs' | 's3', FaultProxy>>;
  readonly stop: () => Promise<void>;
}

/** Emulators of DynamoDB, SQS and S3 that answer functions as a busy AWS does. */
export async function startHostileAws(): Promise<HostileAws> {
  const { endpoints, stop } = await startEmulatedAws();
  const proxies = {
    dynamodb: await startFaultProxy(endpoints.dynamodb, dynamoFaults, { seed: 1 }),
    sqs: await startFaultProxy(endpoints.sqs, otherFaults, { seed: 2 }),
    s3: await startFaultProxy(endpoints.s3, otherFaults, { seed: 3 }),
  };
  return {
    settings: {
      AWS_ENDPOINT_URL_DYNAMODB: proxies.dynamodb.url,
      AWS_ENDPOINT_URL_SQS: proxies.sqs.url,
      AWS_ENDPOINT_URL_S3: proxies.s3.url,
    },
    proxies,
    stop: async () => {
      await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()));
      await stop();
    },
  };
}
