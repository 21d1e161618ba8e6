import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { InvokeCommand, InvokeWithResponseStreamCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readCloudAssembly } from '../../lib/local/cloud-assembly.ts';
import { localStack } from '../../lib/local/local-stack.ts';
import { type Service, startService } from '../../lib/local/service.ts';
import { synthesiseToyStack } from './toy-stack.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-runner-'));
const diary = join(directory, 'diary');
const assembly = join(directory, 'cdk.out');
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const failures: string[] = [];
let service: Service;

const start = () =>
  startService({
    assemble: () => Promise.resolve(assembly),
    directory: join(directory, 'data'),
    fresh: false,
    port: 0,
    nextFreePort: false,
    maxConcurrency: 3,
    memoryMb: 4_000,
    environment: {},
    progress: () => {},
    onFailure: (error) => failures.push(error.message),
  });

const stackOf = () =>
  localStack(readCloudAssembly(assembly), { sqs: service.endpoints['AWS_ENDPOINT_URL_SQS']!, api: '' });
const queueUrl = (name: string) => stackOf().queues.find((queue) => queue.name.startsWith(name))!.url;
const functionName = (name: string) => stackOf().functions.find((each) => each.name.startsWith(name))!.name;
const lambda = () =>
  new LambdaClient({
    region: 'us-east-1',
    credentials,
    endpoint: service.endpoints['AWS_ENDPOINT_URL_LAMBDA']!,
  });
const sqs = () =>
  new SQSClient({ region: 'us-east-1', credentials, endpoint: service.endpoints['AWS_ENDPOINT_URL_SQS']! });
const diaryLines = () => (existsSync(diary) ? readFileSync(diary, 'utf8').trim().split('\n') : []);
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

beforeAll(async () => {
  synthesiseToyStack({ outdir: assembly, diary });
  service = await start();
});

afterAll(async () => {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
});

const post = (body: object) =>
  fetch(`${service.baseUrl}/echo`, { method: 'POST', body: JSON.stringify(body) });

interface Echo {
  readonly event: Record<string, unknown>;
  readonly pid: number;
  readonly environment: Record<string, string | undefined>;
  readonly remaining: number;
}

describe('the gateway', () => {
  test('hands a request over as API Gateway’s proxy event and streams the answer back', async () => {
    const response = await fetch(`${service.baseUrl}/echo/a%20b?x=1&x=2`, { headers: { 'X-Own': 'yes' } });
    const { event } = (await response.json()) as Echo;

    expect(response.status).toBe(201);
    expect(response.headers.get('x-one')).toBe('1');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(event).toMatchObject({
      resource: '/echo/{name}',
      path: '/echo/a%20b',
      httpMethod: 'GET',
      pathParameters: { name: 'a b' },
      queryStringParameters: { x: '2' },
      multiValueQueryStringParameters: { x: ['1', '2'] },
      headers: { 'X-Own': 'yes' },
      body: null,
      isBase64Encoded: false,
      requestContext: { resourcePath: '/echo/{name}', stage: 'prod' },
    });
  });

  test.for([['/nothing'], ['/echo/'], ['/echo/a/b']])(
    'answers %s, which the template does not have, with its gateway response',
    async ([path]) => {
      const response = await fetch(service.baseUrl + path!);

      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ gateway: 'no such route' });
      expect(response.headers.get('x-fixed')).toBe('yes');
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test.for([['throw-first'], ['exit']])(
    'answers a function that fails by %s with a gateway response, and the next request works',
    async ([ask]) => {
      const failed = await post({ ask });
      const next = await post({});

      expect([failed.status, await failed.json()]).toEqual([502, { gateway: 'broken' }]);
      expect(next.status).toBe(201);
    },
  );

  test('breaks the connection when a function fails in the middle of its answer', async () => {
    const response = await post({ ask: 'throw-later' });

    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('streams an answer of 30 MB', async () => {
    const response = await post({ ask: 'large', size: 30 * 1024 * 1024 });

    expect((await response.arrayBuffer()).byteLength).toBe(30 * 1024 * 1024);
  });

  test('refuses a payload that Lambda would not take', async () => {
    const response = await fetch(`${service.baseUrl}/echo`, {
      method: 'POST',
      body: 'x'.repeat(7 * 1024 * 1024),
    });

    expect(response.status).toBe(400);
  });

  test('kills a function at its timeout', async () => {
    const startedAt = performance.now();

    const response = await post({ ask: 'sleep', ms: 10_000 });

    expect(response.status).toBe(502);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

describe('a function’s process', () => {
  test('has the template’s environment and nothing of its parent’s', async () => {
    process.env['SECRET_OF_THE_PARENT'] = 'x';

    const { environment } = (await (await post({})).json()) as Echo;

    expect(environment['SECRET_OF_THE_PARENT']).toBeUndefined();
    expect(environment['HOME']).toBeUndefined();
    expect(environment['FROM_TEMPLATE']).toBe(queueUrl('Work'));
    expect(environment['TMPDIR']).toContain('Echo');
  });

  test('serves one request at a time, and at most as many run as the limit says', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => post({ ask: 'sleep', ms: 50 })));
    const pids = await Promise.all(replies.map(async (reply) => ((await reply.json()) as Echo).pid));

    expect(new Set(pids).size).toBeLessThanOrEqual(3);
    expect(replies.every(({ status }) => status === 201)).toBe(true);
  });

  test('that is killed in the middle of a request fails that request only', async () => {
    const slow = post({ ask: 'sleep', ms: 1_500 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const pid of service.processIds()) process.kill(pid, 'SIGKILL');

    const failed = await slow;
    const next = await post({});

    expect([failed.status, next.status]).toEqual([502, 201]);
  });
});

describe('Lambda Invoke', () => {
  test('answers synchronously', async () => {
    const { Payload, FunctionError } = await lambda().send(
      new InvokeCommand({ FunctionName: functionName('Buffered'), Payload: JSON.stringify({ value: 7 }) }),
    );

    expect(FunctionError).toBeUndefined();
    expect(JSON.parse(Buffer.from(Payload!).toString())).toMatchObject({ value: 7 });
  });

  test('reports a function’s error as Lambda does', async () => {
    const { Payload, FunctionError, StatusCode } = await lambda().send(
      new InvokeCommand({ FunctionName: functionName('Buffered'), Payload: JSON.stringify({ fail: true }) }),
    );

    expect([StatusCode, FunctionError]).toEqual([200, 'Unhandled']);
    expect(JSON.parse(Buffer.from(Payload!).toString())).toMatchObject({
      errorType: 'TypeError',
      errorMessage: 'as asked',
    });
  });

  test('streams what a function streams', async () => {
    const { EventStream } = await lambda().send(
      new InvokeWithResponseStreamCommand({
        FunctionName: functionName('Echo'),
        Payload: JSON.stringify({ queryStringParameters: { ask: 'large', size: 300_000 } }),
      }),
    );
    let length = 0;
    let isComplete = false;
    for await (const event of EventStream!) {
      length += event.PayloadChunk?.Payload?.length ?? 0;
      isComplete ||= event.InvokeComplete !== undefined;
    }

    expect(isComplete).toBe(true);
    expect(length).toBeGreaterThan(300_000);
  });

  test('knows no function that the stack does not have', async () => {
    await expect(lambda().send(new InvokeCommand({ FunctionName: 'Nobody' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('retries an asynchronous event that fails, then sends it where failures go', async () => {
    await lambda().send(
      new InvokeCommand({
        FunctionName: functionName('Buffered'),
        InvocationType: 'Event',
        Payload: JSON.stringify({ fail: true }),
      }),
    );

    const { Messages } = await sqs().send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl('Failures'), WaitTimeSeconds: 10 }),
    );

    expect(Messages?.map(({ Body }) => Body)).toEqual(['{"fail":true}']);
  });
});

describe('an event source mapping', () => {
  test('delivers batches, redelivers only what failed, and leaves the rest to the dead-letter queue', async () => {
    const bodies = ['one', 'two', 'fail-three'];
    await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl('Work'),
        Entries: bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody })),
      }),
    );

    const { Messages } = await sqs().send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl('DeadLetters'), WaitTimeSeconds: 15 }),
    );

    expect(Messages?.map(({ Body }) => Body)).toEqual(['fail-three']);
    const seen = diaryLines().map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(seen.toSorted()).toEqual(['fail-three 1', 'fail-three 2', 'one 1', 'two 1']);
    expect(diaryLines()[0]).toMatch(/ arn:aws:sqs:us-east-1:000000000000:Work/);
  });
});

describe('the service', () => {
  test('keeps its data from start to start, stops every process, and refuses a second one on the same data', async () => {
    const pids = service.processIds();
    await expect(start()).rejects.toThrow('already running');

    await sqs().send(
      new SendMessageBatchCommand({
        QueueUrl: queueUrl('Failures'),
        Entries: [{ Id: '0', MessageBody: 'kept' }],
      }),
    );
    const { baseUrl } = service;
    await service.stop();

    expect(pids.filter(isAlive)).toEqual([]);
    await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
    service = await start();
    const { Messages } = await sqs().send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl('Failures'), WaitTimeSeconds: 5 }),
    );
    expect(Messages?.map(({ Body }) => Body)).toContain('kept');
  });
});

describe('a template that the runner cannot run', () => {
  const readWith = (change: Parameters<typeof synthesiseToyStack>[0]['change']) => {
    const outdir = mkdtempSync(join(directory, 'bad-'));
    synthesiseToyStack({ outdir, diary, ...(change === undefined ? {} : { change }) });
    return () => localStack(readCloudAssembly(outdir), { sqs: 'http://127.0.0.1:1', api: '' });
  };

  test('is refused for a resource type that it does not know', async () => {
    const { CfnResource } = await import('aws-cdk-lib');

    const read = readWith((stack) => new CfnResource(stack, 'Machine', { type: 'AWS::EC2::Instance' }));

    expect(read).toThrow('Machine is a AWS::EC2::Instance, which this runner cannot run');
  });

  test('is refused for a property that it would have to ignore', async () => {
    const { CfnResource } = await import('aws-cdk-lib');

    const read = readWith((stack) => {
      new CfnResource(stack, 'Odd', { type: 'AWS::SQS::Queue', properties: { DelaySeconds: 5 } });
    });

    expect(read).toThrow('Odd (AWS::SQS::Queue) has DelaySeconds');
  });

  test('is refused for an intrinsic function or reference that it cannot resolve', async () => {
    const { CfnResource, Fn } = await import('aws-cdk-lib');

    const imports = readWith((stack) => {
      new CfnResource(stack, 'Odd', {
        type: 'AWS::SQS::Queue',
        properties: { RedrivePolicy: { deadLetterTargetArn: Fn.importValue('x') } },
      });
    });

    expect(imports).toThrow('Fn::ImportValue');
  });

  test('is refused when a queue hides messages for less time than its function takes', async () => {
    const { Queue } = await import('aws-cdk-lib/aws-sqs');
    const { CfnEventSourceMapping } = await import('aws-cdk-lib/aws-lambda');
    const { Duration } = await import('aws-cdk-lib');
    const outdir = mkdtempSync(join(directory, 'bad-'));
    synthesiseToyStack({
      outdir,
      diary,
      change: (stack) => {
        const queue = new Queue(stack, 'Hasty', { visibilityTimeout: Duration.seconds(1) });
        new CfnEventSourceMapping(stack, 'Mapping', {
          eventSourceArn: queue.queueArn,
          functionName: functionName('Worker'),
        });
      },
    });

    await expect(
      startService({
        assemble: () => Promise.resolve(outdir),
        directory: join(outdir, 'data'),
        fresh: true,
        port: 0,
        nextFreePort: false,
        maxConcurrency: 1,
        memoryMb: 1_000,
        environment: {},
        progress: () => {},
        onFailure: (error) => expect.unreachable(error.message),
      }),
    ).rejects.toThrow('hides messages for 1 s');
  });
});
