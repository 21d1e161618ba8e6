/**
 * The program of a function's process: Lambda's Node runtime as far as functions can see it. It loads the
 * bundle and speaks the Runtime API over HTTP, response streaming included.
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
import { writeSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

// An import would load Node's fetch as well (lib/bundles.ts).
const { Agent, request: httpRequest } = process.getBuiltinModule('node:http');

type Environment = Readonly<Record<string, string | undefined>>;
type BufferedHandler = (event: unknown, context: object) => unknown;
type StreamingHandler = (event: unknown, stream: Writable, context: object) => Promise<void>;

const environment: Environment = process.env;
const [host = '', port = ''] = (environment['AWS_LAMBDA_RUNTIME_API'] ?? '').split(':');
/** Opened by the runner (function-process.ts). */
const takenPipe = 3;
const agent = new Agent({ keepAlive: true });
/** The running invocation, with the signal that tells its handler that the caller has gone. */
let current: { readonly id: string; readonly callerGone: AbortController } | undefined;
const streamingMark = Symbol.for('aws.lambda.runtime.handler.streaming');
const contentTypes = new WeakMap<Writable, string>();

interface Call {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
}

function open({ path, method, headers = {} }: Call) {
  const outgoing = httpRequest({ host, port, agent, method, path: `/2018-06-01/runtime${path}`, headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
  return { outgoing, answered };
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function post(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { outgoing, answered } = open({ path, method: 'POST', headers });
  outgoing.end(body);
  await bodyOf(await answered);
}

const errorBody = (error: unknown): string => {
  const known = error instanceof Error ? error : new Error(String(error));
  return JSON.stringify({
    errorMessage: known.message,
    errorType: known.name,
    stackTrace: (known.stack ?? '').split('\n'),
  });
};

const failureHeaders = {
  'lambda-runtime-function-error-type': 'Unhandled',
  'content-type': 'application/json',
};

Object.assign(globalThis, {
  awslambda: {
    streamifyResponse: (handler: StreamingHandler) => Object.assign(handler, { [streamingMark]: 'response' }),
    HttpResponseStream: {
      /** The prelude and eight NUL bytes, then the body (API Gateway: Lambda proxy integration with streaming). */
      from: (stream: Writable, prelude: object): Writable => {
        contentTypes.set(stream, 'application/vnd.awslambda.http-integration-response');
        stream.write(JSON.stringify(prelude));
        stream.write(Buffer.alloc(8));
        return stream;
      },
    },
  },
});

/** The runner writes the id of an invocation whose caller has gone. On Lambda such work goes on. */
process.stdin.setEncoding('utf8').on('data', (ids: string) => {
  if (current !== undefined && ids.split('\n').includes(current.id))
    current.callerGone.abort(new Error('The caller has gone.'));
});

function contextOf(headers: IncomingMessage['headers'], callerGone: AbortSignal) {
  const deadlineMs = Number(headers['lambda-runtime-deadline-ms']);
  return {
    awsRequestId: String(headers['lambda-runtime-aws-request-id']),
    invokedFunctionArn: String(headers['lambda-runtime-invoked-function-arn']),
    functionName: environment['AWS_LAMBDA_FUNCTION_NAME'],
    functionVersion: '$LATEST',
    memoryLimitInMB: environment['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
    logGroupName: environment['AWS_LAMBDA_LOG_GROUP_NAME'],
    logStreamName: environment['AWS_LAMBDA_LOG_STREAM_NAME'],
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
    callerGone,
  };
}

/** Sends what has been written, and the rest as it is written. */
function send(stream: PassThrough, outgoing: Writable): void {
  // The handler has failed meanwhile.
  if (outgoing.writableEnded) return;
  const written: unknown = stream.read();
  if (stream.writableEnded) {
    outgoing.end(written ?? undefined);
    return;
  }
  if (written !== null) outgoing.write(written);
  stream.pipe(outgoing);
}

async function answerStreaming(
  id: string,
  handler: StreamingHandler,
  event: unknown,
  context: object,
): Promise<void> {
  const stream = new PassThrough();
  let call: ReturnType<typeof open> | undefined;
  const start = () => {
    call ??= open({
      path: `/invocation/${id}/response`,
      method: 'POST',
      headers: {
        'lambda-runtime-function-response-mode': 'streaming',
        'content-type': contentTypes.get(stream) ?? 'application/octet-stream',
        'transfer-encoding': 'chunked',
        trailer: 'Lambda-Runtime-Function-Error-Type, Lambda-Runtime-Function-Error-Body',
      },
    });
    return call;
  };
  // What the handler writes at once leaves in one piece.
  stream.once('readable', () => {
    const { outgoing } = start();
    setImmediate(() => send(stream, outgoing));
  });
  try {
    await handler(event, stream, context);
    if (!stream.writableEnded) stream.end();
    await finished(stream, { readable: false });
    await bodyOf(await start().answered);
  } catch (error) {
    console.error(error);
    // Before the first byte a failure is an ordinary error; after it only a trailer can report it.
    if (call === undefined) {
      // What was written meanwhile would otherwise leave as a second result.
      stream.removeAllListeners('readable');
      await post(`/invocation/${id}/error`, errorBody(error), failureHeaders);
      return;
    }
    stream.unpipe(call.outgoing);
    const written: unknown = stream.read();
    if (written !== null) call.outgoing.write(written);
    call.outgoing.addTrailers({
      'Lambda-Runtime-Function-Error-Type': 'Unhandled',
      'Lambda-Runtime-Function-Error-Body': Buffer.from(errorBody(error)).toString('base64'),
    });
    call.outgoing.end();
    await bodyOf(await call.answered);
  }
}

async function answerBuffered(
  id: string,
  handler: BufferedHandler,
  event: unknown,
  context: object,
): Promise<void> {
  let result: unknown;
  try {
    result = await handler(event, context);
  } catch (error) {
    console.error(error);
    await post(`/invocation/${id}/error`, errorBody(error), failureHeaders);
    return;
  }
  await post(`/invocation/${id}/response`, JSON.stringify(result ?? null), {
    'content-type': 'application/json',
  });
}

async function loadHandler(): Promise<BufferedHandler | StreamingHandler> {
  const [file = '', name = ''] = (environment['_HANDLER'] ?? '').split('.');
  const module = (await import(join(environment['LAMBDA_TASK_ROOT'] ?? '', `${file}.mjs`))) as Record<
    string,
    unknown
  >;
  const handler = module[name];
  if (typeof handler !== 'function') throw new Error(`The bundle has no exported function "${name}".`);
  return handler as BufferedHandler;
}

async function run(): Promise<never> {
  let handler: BufferedHandler | StreamingHandler;
  try {
    handler = await loadHandler();
  } catch (error) {
    console.error(error);
    await post('/init/error', errorBody(error), failureHeaders);
    process.exit(1);
  }
  // Processes that are killed, as most of these are, would not write what they compiled.
  process.getBuiltinModule('node:module').flushCompileCache();
  const streams = streamingMark in handler;
  for (;;) {
    const { outgoing, answered } = open({ path: '/invocation/next', method: 'GET' });
    outgoing.end();
    const invocation = await answered;
    const event: unknown = JSON.parse(await bodyOf(invocation));
    const id = String(invocation.headers['lambda-runtime-aws-request-id']);
    const callerGone = new AbortController();
    current = { id, callerGone };
    const context = contextOf(invocation.headers, callerGone.signal);
    // Written before the handler runs, so that the runner knows which invocation a killed process had begun.
    writeSync(takenPipe, `${id}\n`);
    if (streams) await answerStreaming(id, handler as StreamingHandler, event, context);
    else await answerBuffered(id, handler as BufferedHandler, event, context);
  }
}

await run();
