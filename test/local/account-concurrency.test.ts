import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { InvokeCommand, InvokeWithResponseStreamCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readCloudAssembly } from '../../lib/local/cloud-assembly.ts';
import { localStack } from '../../lib/local/local-stack.ts';
import { type Service, startService } from '../../lib/local/service.ts';
import { synthesiseToyStack } from './toy-stack.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-account-'));
const diary = join(directory, 'diary');
const assembly = join(directory, 'cdk.out');
const client = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
};
const soonMs = 20_000;
let service: Service;

beforeAll(async () => {
  synthesiseToyStack({ outdir: assembly, diary });
  service = await startService({
    assemble: () => Promise.resolve(assembly),
    directory: join(directory, 'data'),
    fresh: false,
    port: 0,
    nextFreePort: false,
    maxConcurrency: 10,
    accountConcurrency: 2,
    memoryMb: 4_000,
    environment: {},
    progress: () => {},
    onFailure: (error) => expect.unreachable(error.message),
  });
});

afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

const stackOf = () =>
  localStack(readCloudAssembly(assembly), { sqs: service.endpoints['AWS_ENDPOINT_URL_SQS']!, api: '' });
const functionName = (name: string) => stackOf().functions.find((each) => each.name.startsWith(name))!.name;
const queueUrl = (name: string) => stackOf().queues.find((queue) => queue.name.startsWith(name))!.url;
const lambda = () => new LambdaClient({ ...client, endpoint: service.endpoints['AWS_ENDPOINT_URL_LAMBDA']! });
const sqs = () => new SQSClient({ ...client, endpoint: service.endpoints['AWS_ENDPOINT_URL_SQS']! });
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const echo = () => fetch(`${service.baseUrl}/echo`);

/** Takes both of the account's places until `letGo`. */
async function takeBothPlaces(name: string) {
  const body = JSON.stringify({ ask: 'until-let-go', name });
  // The invocations of the test before may still be about to end.
  const take = async (): Promise<number> => {
    const { status } = await fetch(`${service.baseUrl}/patient`, { method: 'POST', body });
    return status === 502 ? take() : status;
  };
  const taking = [take(), take()];
  const begun = () => read(`${diary}-patient`).split(`${name} begins`).length - 1;
  await expect.poll(begun, { timeout: soonMs }).toBe(2);
  return {
    letGo: async () => {
      writeFileSync(`${diary}-patient-${name}`, '');
      return Promise.all(taking);
    },
  };
}

test('an account without a free place refuses an invocation as Lambda and API Gateway do, and answers once there is one', async () => {
  const { letGo } = await takeBothPlaces('direct');
  const throttled = {
    name: 'TooManyRequestsException',
    Reason: 'ConcurrentInvocationLimitExceeded',
    $metadata: { httpStatusCode: 429 },
  };
  const input = { FunctionName: functionName('Buffered'), Payload: '{}' };

  await expect(lambda().send(new InvokeCommand(input))).rejects.toMatchObject(throttled);
  await expect(lambda().send(new InvokeWithResponseStreamCommand(input))).rejects.toMatchObject(throttled);
  const refused = await echo();

  expect([refused.status, await refused.json()]).toEqual([502, { gateway: 'broken' }]);
  expect(await letGo()).toEqual([200, 200]);
  await expect.poll(async () => (await echo()).status, { timeout: soonMs }).toBe(201);
});

test('a throttled event and a throttled message wait, and are delivered once there is a place', async () => {
  const { letGo } = await takeBothPlaces('later');
  const { StatusCode } = await lambda().send(
    new InvokeCommand({
      FunctionName: functionName('Buffered'),
      InvocationType: 'Event',
      Payload: '{"fail":true}',
    }),
  );
  await sqs().send(new SendMessageCommand({ QueueUrl: queueUrl('Work'), MessageBody: 'patient message' }));

  expect([StatusCode, await letGo()]).toEqual([202, [200, 200]]);
  await expect.poll(() => read(diary), { timeout: soonMs }).toContain('patient message');
  const { Messages } = await sqs().send(
    new ReceiveMessageCommand({ QueueUrl: queueUrl('Failures'), WaitTimeSeconds: 20 }),
  );
  expect(Messages?.map(({ Body }) => Body)).toEqual(['{"fail":true}']);
});
