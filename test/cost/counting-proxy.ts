import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What one run asked of DynamoDB, SQS and S3, in the units of their prices. */
export interface Asked {
  writeUnits: number;
  readUnits: number;
  queueSends: number;
  bucketPuts: number;
  bucketGets: number;
  bucketBytes: number;
}

export const nothingAsked = (): Asked => ({
  writeUnits: 0,
  readUnits: 0,
  queueSends: 0,
  bucketPuts: 0,
  bucketGets: 0,
  bucketBytes: 0,
});

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly requestBytes: number;
  readonly answer: string;
}

type Count = (exchange: Exchange, asked: Asked) => void;

interface Capacity {
  readonly CapacityUnits?: number;
}

/** The operation of an AWS JSON protocol, such as `PutItem`. */
const operationOf = (headers: IncomingHttpHeaders): string =>
  String(headers['x-amz-target'] ?? '').replace(/^.*\./, '');

/** Everything but the making of tables. */
const movesRows = (operation: string): boolean => /Item|Query|Scan|Statement|Transaction/.test(operation);
const isRead = (operation: string): boolean => /^(Get|BatchGet|Query|Scan)/.test(operation);

/**
 * The units that the table says it used. Writes whose condition does not hold are billed, too: one unit, or two for each
 * item of a transaction.
 */
function unitsOf(answer: string): number {
  if (answer.includes('#ConditionalCheckFailedException')) return 1;
  const { CancellationReasons: reasons, ConsumedCapacity: consumed = [] } = JSON.parse(answer) as {
    readonly ConsumedCapacity?: Capacity | readonly Capacity[];
    readonly CancellationReasons?: readonly unknown[];
  };
  if (reasons !== undefined) return 2 * reasons.length;
  return [consumed].flat().reduce((sum, { CapacityUnits: units = 0 }) => sum + units, 0);
}

const countTable: Count = ({ headers, answer }, asked) => {
  const operation = operationOf(headers);
  if (!movesRows(operation)) return;
  asked[isRead(operation) ? 'readUnits' : 'writeUnits'] += unitsOf(answer);
};

/** Receives and deletions are Lambda's, whose pollers differ from the runner's: they follow from the invocations. */
const countQueue: Count = ({ headers }, asked) => {
  if (operationOf(headers).startsWith('SendMessage')) asked.queueSends += 1;
};

const countBucket: Count = ({ method, path, requestBytes }, asked) => {
  // The bucket itself is made once, and listed by the runner's own expiry.
  if (!/^\/[^/]+\/./.test(path)) return;
  if (method === 'PUT') {
    asked.bucketPuts += 1;
    asked.bucketBytes += requestBytes;
  } else if (method === 'GET') asked.bucketGets += 1;
};

/** Asks the table for its units, whatever the caller asked for. */
const withCapacity = (body: Buffer, headers: IncomingHttpHeaders): Buffer =>
  movesRows(operationOf(headers))
    ? Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), ReturnConsumedCapacity: 'TOTAL' }))
    : body;

interface CountingProxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Passes requests on to an emulator, and counts them. */
async function startProxy(
  target: string,
  asked: Asked,
  count: Count,
  change: (body: Buffer, headers: IncomingHttpHeaders) => Buffer = (body) => body,
): Promise<CountingProxy> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = change(await buffer(request), request.headers);
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const { method = 'GET', url: path = '/' } = request;
      const answered = await fetch(target + path, {
        method,
        headers: headers as Record<string, string>,
        ...(body.byteLength === 0 ? {} : { body: new Uint8Array(body) }),
      });
      const answer = Buffer.from(await answered.arrayBuffer());
      count(
        { method, path, headers: request.headers, requestBytes: body.byteLength, answer: answer.toString() },
        asked,
      );
      const {
        'content-encoding': _encoding,
        'transfer-encoding': _transfer,
        ...sent
      } = Object.fromEntries(answered.headers);
      response.writeHead(answered.status, { ...sent, 'content-length': answer.byteLength });
      response.end(answer);
    })().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Proxies before the three emulators, which add what passes through them to `asked`. */
export async function startCountingProxies(
  endpoints: { readonly dynamodb: string; readonly sqs: string; readonly s3: string },
  asked: Asked,
) {
  const [dynamodb, sqs, s3] = await Promise.all([
    startProxy(endpoints.dynamodb, asked, countTable, withCapacity),
    startProxy(endpoints.sqs, asked, countQueue),
    startProxy(endpoints.s3, asked, countBucket),
  ]);
  return {
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
      AWS_ENDPOINT_URL_SQS: sqs.url,
      AWS_ENDPOINT_URL_S3: s3.url,
    },
    close: async () => {
      await Promise.all([dynamodb.close(), sqs.close(), s3.close()]);
    },
  };
}
