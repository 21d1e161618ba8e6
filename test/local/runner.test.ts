import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, InvokeWithResponseStreamCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readCloudAssembly } from '../../lib/local/cloud-assembly.ts';
import { localStack } from '../../lib/local/local-stack.ts';
import { type Service, startService } from '../../lib/local/service.ts';
import { synthesiseToyStack } from './toy-stack.ts';

process.env['AWS_ACCESS_KEY_ID'] = 'of the operator';

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
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
const diaryLines = () => linesOf(diary);
const patientDiary = `${diary}-patient`;
const patientLines = () => linesOf(patientDiary);
/** For what a busy machine does sooner or later. */
const soonMs = 20_000;
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

const patient = (body: object, init: RequestInit = {}) =>
  fetch(`${service.baseUrl}/patient`, { method: 'POST', body: JSON.stringify(body), ...init });

/** The processes that began the requests of this name. */
const beganIn = (name: string): readonly number[] =>
  patientLines().flatMap((line) =>
    line.startsWith(`${name} begins `) ? Number(line.split(' ').at(-1)) : [],
  );

/** Resolves with their processes when so many requests of this name have begun. */
async function begun(name: string, count = 1): Promise<readonly number[]> {
  await expect.poll(() => beganIn(name).length, { timeout: soonMs }).toBe(count);
  return beganIn(name);
}

/** Occupies three environments, which is all that a function may have, until `letGo`. */
async function occupyAll(name: string) {
  const occupying = Array.from({ length: 3 }, () => patient({ ask: 'until-let-go', name }));
  await begun(name, 3);
  return {
    letGo: async () => {
      writeFileSync(`${patientDiary}-${name}`, '');
      return (await Promise.all(occupying)).map(({ status }) => status);
    },
  };
}

/** What is answered to these bytes, until the server closes or pauses. */
async function raw(request: string): Promise<string> {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
  socket.write(request);
  const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(soonMs) })) as [Buffer];
  socket.destroy();
  return answer.toString();
}

interface Echo {
  readonly event: Record<string, unknown>;
  readonly pid: number;
  readonly environment: Record<string, string | undefined>;
  readonly remaining: number;
}

describe('the gateway', () => {
  test('refuses a request without a header that its validator requires', async () => {
    const keyed = (headers: Record<string, string>) => fetch(`${service.baseUrl}/keyed`, { headers });
    const [without, empty, given] = await Promise.all([
      keyed({}),
      keyed({ authorization: '' }),
      keyed({ Authorization: 'Bearer key' }),
    ]);

    expect([without.status, empty.status, given.status]).toEqual([401, 401, 201]);
    expect([await without.json(), without.headers.get('www-authenticate')]).toEqual([
      { gateway: 'no key' },
      'Bearer realm="toys"',
    ]);
  });

  test('passes a request on as API Gateway’s proxy event and streams the response', async () => {
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

  test.for([['/nothing'], ['/echo/a/b']])(
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

  test('breaks the connection when a function fails in the middle of its response', async () => {
    const response = await post({ ask: 'throw-later' });

    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('passes on no half answer of a function that fails right after its first bytes', async () => {
    const answer = post({ ask: 'throw-at-once' }).then((response) => response.text());

    expect(await answer.catch(() => 'broken')).toMatch(/broken/);
  });

  test.for([65_536, 131_072, 196_608, 1_048_576])('streams a response of %i bytes whole', async (size) => {
    const response = await post({ ask: 'large', size });

    expect((await response.text()).length).toBe(size);
  });

  test('streams a response of 30 MB', async () => {
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

  test.for([
    ['a header named constructor', '/echo', { constructor: 'x' }],
    ['a query named __proto__', '/echo?__proto__=x&constructor=y', {}],
  ] as const)('hands over %s like any other', async ([, path, headers]) => {
    const response = await fetch(service.baseUrl + path, { headers });
    const { event } = (await response.json()) as Echo;

    expect(response.status).toBe(201);
    expect(JSON.stringify([event['headers'], event['queryStringParameters']])).toMatch(
      /constructor|__proto__/,
    );
  });

  test.for([
    ['a Host header that is none', 'GET /echo HTTP/1.1\r\nHost: a b[c\r\n\r\n', 400, 'refused'],
    ['an escape of no byte', 'GET /echo/%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'refused'],
    ['a lone percent sign', 'GET /echo/% HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'refused'],
    ['a path of two slashes at its end', 'GET /echo/a// HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'no such route'],
    ['a path of two slashes', 'GET //echo/a HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'no such route'],
    ['an asterisk', 'GET * HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'no such route'],
  ] as const)('answers %s', async ([, request, status, body]) => {
    const answer = await raw(request);

    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(`{"gateway":"${body}"}`);
  });

  test('takes a path with a slash at its end for the same route, as API Gateway does', async () => {
    const response = await fetch(`${service.baseUrl}/echo/a/`);

    expect(response.status).toBe(201);
  });

  test('reports the arrival of a request’s head, not of its last byte', async () => {
    const sending = httpRequest(`${service.baseUrl}/patient`, {
      method: 'POST',
      headers: { expect: '100-continue' },
    });
    sending.flushHeaders();
    await once(sending, 'continue');
    const arrivedByMs = Date.now();
    await setTimeout(50);
    sending.end('{}');
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    const { requestTimeEpoch } = (await json(answer)) as { requestTimeEpoch: number };

    expect(requestTimeEpoch).toBeLessThanOrEqual(arrivedByMs);
  });

  test('returns the response of a handler that blocks its event loop for 7 seconds', async () => {
    const response = await patient({ ask: 'block', ms: 7_000 });

    expect(response.status).toBe(200);
  });

  test('kills a function at its timeout', async () => {
    const response = await post({ ask: 'sleep', ms: 50_000 });

    expect(response.status).toBe(502);
  });
});

describe('a function’s process', () => {
  test('has the template’s environment and nothing of its parent’s', async () => {
    process.env['SECRET_OF_THE_PARENT'] = 'x';

    const { environment } = (await (await post({})).json()) as Echo;

    expect(environment['SECRET_OF_THE_PARENT']).toBeUndefined();
    expect(environment['HOME']).toBe(environment['TMPDIR']);
    expect(environment['AWS_ACCESS_KEY_ID']).toBe('local');
    expect(environment['FROM_TEMPLATE']).toBe(queueUrl('Work'));
    expect(realpathSync(environment['TMPDIR']!)).toContain(join(directory, 'data', 'tmp'));
  });

  test('serves one request at a time, and at most as many run as the limit says', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => post({ ask: 'sleep', ms: 50 })));
    const pids = await Promise.all(replies.map(async (reply) => ((await reply.json()) as Echo).pid));

    expect(new Set(pids).size).toBeLessThanOrEqual(3);
    expect(replies.every(({ status }) => status === 201)).toBe(true);
  });

  test('that is killed in the middle of a request fails that request only', async () => {
    const slow = patient({ ask: 'sleep', ms: 50_000, name: 'killed' });
    for (const pid of await begun('killed')) process.kill(pid, 'SIGKILL');

    const failed = await slow;
    const next = await patient({});

    expect([failed.status, next.status]).toEqual([502, 200]);
  });
});

describe('a caller that hangs up', () => {
  /** Sends a request, and hangs up when its work has begun. Returns the process that works on it. */
  const hangUp = async (ask: string, name: string): Promise<number> => {
    const caller = new AbortController();
    const asking = patient({ ask, ms: 50_000, name }, { signal: caller.signal });
    const [pid] = await begun(name);
    caller.abort();
    await expect(asking).rejects.toThrow('abort');
    return pid!;
  };
  /** The processes that answer three requests at once. */
  const answering = async () => {
    const replies = await Promise.all(Array.from({ length: 3 }, () => patient({ ask: 'sleep', ms: 100 })));
    return Promise.all(replies.map(async (reply) => ((await reply.json()) as { pid: number }).pid));
  };

  test('ends the work: its function is notified, settles, and takes the next request', async () => {
    const pid = await hangUp('until-caller-gone', 'polite');

    await expect.poll(patientLines, { timeout: soonMs }).toContain('polite settles');
    await expect.poll(answering, { timeout: soonMs }).toContain(pid);
  });

  test('ends the process of a function that goes on', async () => {
    const pid = await hangUp('sleep', 'rude');

    await expect.poll(() => service.processIds(), { timeout: soonMs }).not.toContain(pid);
    expect(isAlive(pid)).toBe(false);
    expect((await patient({})).status).toBe(200);
  });

  test('leaves the line when it hangs up before its turn', async () => {
    const { letGo } = await occupyAll('before it');

    await expect(
      patient({ ask: 'until-caller-gone', name: 'too late' }, { signal: AbortSignal.timeout(200) }),
    ).rejects.toThrow('timeout');

    expect(await letGo()).toEqual([200, 200, 200]);
    expect((await patient({})).status).toBe(200);
    expect(beganIn('too late')).toEqual([]);
  });
});

describe('a function at its limit', () => {
  test('refuses further requests, and others are answered meanwhile', async () => {
    const { letGo } = await occupyAll('at the limit');

    const [refused, other] = await Promise.all([patient({}), post({})]);

    expect([refused.status, await refused.json(), refused.headers.get('retry-after')]).toEqual([
      429,
      { gateway: 'busy' },
      '1',
    ]);
    expect(other.status).toBe(201);
    expect(await letGo()).toEqual([200, 200, 200]);
  });

  test('serves another caller before the second request of one that waits', async () => {
    const from = (key: string) =>
      patient({ ask: 'sleep', ms: 400 }, { headers: { 'x-api-key': key } }).then(() => ended.push(key));
    const ended: string[] = [];
    const { letGo } = await occupyAll('before both');
    const many = Array.from({ length: 9 }, () => from('many'));
    const one = from('one');
    await setTimeout(100);

    await letGo();
    await Promise.all([...many, one]);

    expect(ended.indexOf('one')).toBeLessThan(7);
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

  test('rejects functions that the stack does not have', async () => {
    await expect(lambda().send(new InvokeCommand({ FunctionName: 'Nobody' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  test('retries an asynchronous event that fails, then sends it to the dead-letter queue', async () => {
    await lambda().send(
      new InvokeCommand({
        FunctionName: functionName('Buffered'),
        InvocationType: 'Event',
        Payload: JSON.stringify({ fail: true }),
      }),
    );

    const { Messages } = await sqs().send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl('Failures'), WaitTimeSeconds: 20 }),
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
      new ReceiveMessageCommand({ QueueUrl: queueUrl('DeadLetters'), WaitTimeSeconds: 20 }),
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
      new ReceiveMessageCommand({ QueueUrl: queueUrl('Failures'), WaitTimeSeconds: 20 }),
    );
    expect(Messages?.map(({ Body }) => Body)).toContain('kept');
  });
});

describe('an emulator that ends', () => {
  const dynamo = () => new DynamoDBClient({ region: 'us-east-1', credentials, endpoint: endpoint() });
  const endpoint = () => service.endpoints['AWS_ENDPOINT_URL_DYNAMODB']!;
  const tables = async () => (await dynamo().send(new ListTablesCommand({}))).TableNames;
  const end = () => {
    for (const pid of service.emulatorProcessIds()) process.kill(pid, 'SIGKILL');
  };

  test('is restarted on its port and its data, until it ends too often', async () => {
    await dynamo().send(
      new CreateTableCommand({
        TableName: 'kept',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );

    for (let time = 0; time < 3; time += 1) {
      const [pid] = service.emulatorProcessIds();
      end();
      await expect.poll(() => service.emulatorProcessIds(), { timeout: soonMs }).not.toContain(pid);
      await expect.poll(tables, { timeout: soonMs }).toEqual(['kept']);
    }
    expect(failures).toEqual([]);
    end();

    await expect.poll(() => failures, { timeout: soonMs }).toHaveLength(1);
    expect(failures[0]).toMatch(/DynamoDB has ended/);
  });
});

describe('a data directory with damage', () => {
  const databases = ['data/dynamodb.sqlite', 'data/queues/fauxqs.db', 'data/fauxqs.db'];
  const startIn = (data: string) =>
    startService({
      assemble: () => Promise.resolve(assembly),
      directory: data,
      fresh: false,
      port: 0,
      nextFreePort: false,
      maxConcurrency: 1,
      memoryMb: 1_000,
      environment: {},
      progress: () => {},
      onFailure: (error) => expect.unreachable(error.message),
    });
  const sound = async (): Promise<string> => {
    const data = mkdtempSync(join(directory, 'damaged-'));
    await (await startIn(data)).stop();
    return data;
  };

  test.for(databases)('is refused by the name of %s, once damaged and once cut', async (file) => {
    const data = await sound();
    const whole = readFileSync(join(data, file));
    const damages = [Buffer.alloc(5_000, 'x'), whole.subarray(0, Math.floor(whole.length / 2))];

    for (const damage of damages) {
      writeFileSync(join(data, file), damage);
      await expect(startIn(data)).rejects.toThrow(`${join(data, file)} is damaged or cut short`);
    }
    writeFileSync(join(data, file), whole);
    await (await startIn(data)).stop();
  });
});

describe('a cloud assembly with damage', () => {
  test.for(['manifest.json', 'Toy.template.json', 'Toy.assets.json'])(
    'is refused by the name of %s',
    (file) => {
      const damaged = mkdtempSync(join(directory, 'cut-'));
      cpSync(assembly, damaged, { recursive: true });
      truncateSync(join(damaged, file), 20);

      expect(() => readCloudAssembly(damaged)).toThrow(`${join(damaged, file)} is damaged or cut short`);
    },
  );
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
