import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Invocation, InvocationResult, Invocations } from './invocations.ts';
import type { LocalFunction } from './local-stack.ts';

/** Lambda's Runtime API for one process (https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html). */
export interface RuntimeApi {
  /** Host and port. */
  readonly address: string;
  /** Breaks off the result that is being streamed. */
  readonly breakStream: (reason: Error) => void;
  readonly close: () => void;
}

export interface RuntimeApiOptions {
  readonly definition: LocalFunction;
  readonly invocations: Invocations;
  /** Called when the process asks for its first invocation, or with the error of its start. */
  readonly onStarted: (failure: InvocationResult | undefined) => void;
}

const root = '/2018-06-01/runtime';
const resultPath = /^\/invocation\/([^/]+)\/(response|error)$/;

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function handNext({ definition, invocations, onStarted }: RuntimeApiOptions, response: ServerResponse): void {
  onStarted(undefined);
  invocations.ask(({ id, payload }) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': id,
      'lambda-runtime-deadline-ms': String(Date.now() + definition.timeoutSeconds * 1000),
      'lambda-runtime-invoked-function-arn': definition.arn,
    });
    response.end(payload);
  });
}

/** Settles an invocation with a stream as soon as it begins; resolves when it has ended. */
async function takeStream(
  request: IncomingMessage,
  invocation: Invocation,
  body: PassThrough,
): Promise<void> {
  // The caller may have gone; the result is read to its end all the same.
  body.on('error', () => {});
  const contentType = request.headers['content-type'] ?? '';
  invocation.settle({ kind: 'streaming', contentType, body });
  const wasLost = await pipeline(request, body, { end: false }).then(
    () => false,
    () => true,
  );
  if (!wasLost && request.trailers['lambda-runtime-function-error-type'] === undefined) body.end();
  else body.destroy(new Error('The function failed while it streamed its result.'));
}

const failureIn = async (request: IncomingMessage): Promise<InvocationResult> => ({
  kind: 'buffered',
  body: await readAll(request),
  functionError: 'Unhandled',
});

/** Refuses a result of an invocation that has ended, which a process reports late. */
function refuseResult(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ errorType: 'InvalidRequestID', errorMessage: 'Invalid request ID' }));
}

export async function serveRuntimeApi(options: RuntimeApiOptions): Promise<RuntimeApi> {
  const { invocations } = options;
  let stream: PassThrough | undefined;

  async function takeResponse(request: IncomingMessage, invocation: Invocation): Promise<void> {
    if (request.headers['lambda-runtime-function-response-mode'] === 'streaming') {
      stream = new PassThrough();
      await takeStream(request, invocation, stream);
      stream = undefined;
    } else {
      invocation.settle({ kind: 'buffered', body: await readAll(request) });
    }
  }

  async function takeResult(
    request: IncomingMessage,
    response: ServerResponse,
    [, id, kind]: RegExpMatchArray,
  ): Promise<void> {
    // Looked up first: the invocation may time out while its result is read.
    const invocation = invocations.running();
    if (invocation === undefined || invocation.id !== id) {
      refuseResult(request, response);
      return;
    }
    if (kind === 'response') await takeResponse(request, invocation);
    else invocation.settle(await failureIn(request));
    if (invocations.running() === invocation) invocations.finish();
    response.writeHead(202).end();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(root, '');
    const result = resultPath.exec(path);
    if (path === '/invocation/next') {
      handNext(options, response);
    } else if (path === '/init/error') {
      options.onStarted(await failureIn(request));
      response.writeHead(202).end();
    } else if (result === null) {
      response.writeHead(404).end();
    } else {
      await takeResult(request, response, result);
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  // A handler may block its event loop for as long as its function runs; the connection must survive that.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakStream: (reason) => stream?.destroy(reason),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
