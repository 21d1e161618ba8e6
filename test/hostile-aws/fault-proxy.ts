import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { rowsWritten } from './dynamo-rows.ts';

/** Shares are of the requests of functions, between 0 and 1. */
export interface Faults {
  /** How long a transaction locks its rows: other writes of them are refused meanwhile, as DynamoDB does. */
  readonly lockMs?: number;
  /** Transactions that are refused because of another one. */
  readonly conflicts?: number;
  readonly throttles?: number;
  /** Requests without an answer, half of which are carried out. */
  readonly stalls?: number;
  /** Requests whose connection ends before they are carried out: the SDK repeats them. */
  readonly lostRequests?: number;
  /** Requests that are carried out and whose connection ends before the answer: the SDK repeats them. */
  readonly lostAnswers?: number;
}

export interface FaultProxy {
  readonly url: string;
  /** How often each fault has happened. */
  readonly counts: Readonly<Record<keyof Faults, number>>;
  readonly stop: () => Promise<void>;
}

interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** `UpdateItem`; empty for S3, whose requests have no such header. */
  readonly operation: string;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** The same sequence of numbers from 0 to 1 in each run: Park and Miller's minimal standard generator. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const jsonError = (type: string, fields: object = {}): Answer => ({
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(JSON.stringify({ __type: type, message: 'A fault of the test.', ...fields })),
});

const dynamoError = (name: string, fields?: object): Answer =>
  jsonError(`com.amazonaws.dynamodb.v20120810#${name}`, fields);

function throttled(target: string): Answer {
  if (target.startsWith('DynamoDB')) return dynamoError('ProvisionedThroughputExceededException');
  if (target !== '') return jsonError('com.amazonaws.sqs#RequestThrottled');
  const body = Buffer.from('<Error><Code>SlowDown</Code><Message>A fault of the test.</Message></Error>');
  return { status: 503, headers: { 'content-type': 'application/xml' }, body };
}

const cancelled = (rows: readonly string[], isInConflict: (row: string, index: number) => boolean): Answer =>
  dynamoError('TransactionCanceledException', {
    CancellationReasons: rows.map((row, index) => ({
      Code: isInConflict(row, index) ? 'TransactionConflict' : 'None',
    })),
  });

/** Only functions of the product meet faults: the runner that provisions tables and polls queues is not what is tested. */
const isOfFunction = ({
  'user-agent': agent,
  'x-amz-user-agent': sdk,
}: IncomingMessage['headers']): boolean => /AWS_Lambda/.test(`${String(agent)} ${String(sdk)}`);

/** Passes requests on to an emulator of DynamoDB, SQS or S3, with the faults that only AWS has. */
export async function startFaultProxy(
  target: string,
  faults: Faults,
  { seed = 1, isMet = isOfFunction }: { readonly seed?: number; readonly isMet?: typeof isOfFunction } = {},
): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const chance = chances(seed);
  const locked = new Set<string>();
  const counts = { lockMs: 0, conflicts: 0, throttles: 0, stalls: 0, lostRequests: 0, lostAnswers: 0 };
  const happens = (fault: Exclude<keyof Faults, 'lockMs'>): boolean => {
    const isDue = chance() < (faults[fault] ?? 0);
    if (isDue) counts[fault] += 1;
    return isDue;
  };

  async function forward({ method, path, headers, body }: Arrived): Promise<Answer> {
    const outgoing = request(new URL(path, target), { method, headers, agent });
    outgoing.end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: incoming.statusCode ?? 502, headers: incoming.headers, body: await buffer(incoming) };
  }

  async function withLocks(arrived: Arrived): Promise<Answer> {
    const writes = rowsWritten(arrived.operation, String(arrived.body));
    if (writes === undefined) return forward(arrived);
    const { isTransaction, rows } = writes;
    if (rows.some((row) => locked.has(row))) {
      counts.lockMs += 1;
      return isTransaction
        ? cancelled(rows, (row) => locked.has(row))
        : dynamoError('TransactionConflictException');
    }
    if (!isTransaction) return forward(arrived);
    if (happens('conflicts')) return cancelled(rows, (_row, index) => index === 0);
    for (const row of rows) locked.add(row);
    try {
      await setTimeout(faults.lockMs ?? 0);
      return await forward(arrived);
    } finally {
      for (const row of rows) locked.delete(row);
    }
  }

  /** Undefined = no answer. */
  async function answerTo(arrived: Arrived, response: ServerResponse): Promise<Answer | undefined> {
    const dynamoTarget = String(arrived.headers['x-amz-target'] ?? '');
    if (!isMet(arrived.headers)) return forward(arrived);
    if (happens('throttles')) return throttled(dynamoTarget);
    if (happens('stalls')) {
      if (chance() < 0.5) await withLocks(arrived);
      return undefined;
    }
    const isLost = happens('lostRequests');
    const answer = isLost ? undefined : await withLocks(arrived);
    if (!isLost && !happens('lostAnswers')) return answer;
    response.destroy();
    return undefined;
  }

  const server = createServer((incoming, response) => {
    const handle = async () => {
      const { method = 'GET', url: path = '/', headers } = incoming;
      const operation = String(headers['x-amz-target'] ?? '').replace(/^.*\./, '');
      const arrived = { method, path, headers, body: await buffer(incoming), operation };
      const answer = await answerTo(arrived, response);
      if (answer === undefined) return;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
