import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

import type { ChildProcesses } from './child-processes.ts';
import { accountId, region } from './intrinsics.ts';
import type { LocalFunction } from './local-stack.ts';

/** What a function answered. `functionError` is Lambda's word for an answer that is an error. */
export type InvocationResult =
  | { readonly kind: 'buffered'; readonly body: Buffer; readonly functionError?: 'Unhandled' }
  | { readonly kind: 'streaming'; readonly contentType: string; readonly body: Readable };

interface Invocation {
  readonly id: string;
  readonly payload: string;
  readonly settle: (result: InvocationResult | undefined) => void;
}

export interface FunctionProcess {
  readonly pid: number | undefined;
  /**
   * One invocation at a time, as in Lambda. The result may still be streaming when this resolves; undefined
   * when the process died before its handler saw the invocation, which another process may then have.
   */
  readonly invoke: (id: string, payload: string) => Promise<InvocationResult | undefined>;
  /** Resolves when the process asks for its first invocation; with the error of its start when it ended instead. */
  readonly started: Promise<InvocationResult | undefined>;
  /** Resolves when the process can take the next invocation; false when it died instead. */
  readonly whenFree: () => Promise<boolean>;
  /** Tells the function that no one waits for this invocation any more, and ends the process if it does not end soon. */
  readonly abandon: (id: string) => void;
  readonly kill: () => Promise<void>;
}

export interface FunctionProcessOptions {
  readonly definition: LocalFunction;
  readonly environment: Readonly<Record<string, string>>;
  readonly temporaryDirectory: string;
  readonly children: ChildProcesses;
  readonly log: Writable;
  readonly onExit: () => void;
}

const bootstrap = fileURLToPath(new URL('runtime/bootstrap.ts', import.meta.url));
const handlerRoot = '/2018-06-01/runtime';
/** For giving back what was reserved for a caller who has gone. */
const abandonedMs = 2_000;
/** Each waits a tenth of a second longer than the one before; what is left then goes with the next start. */
const removalRetries = 5;

/** Reserved variables of Lambda's runtime, and the template's; nothing of this process's own environment. */
function environmentOf(
  { definition, environment, temporaryDirectory }: FunctionProcessOptions,
  runtimeApi: string,
) {
  const { name, memoryMb, directory, handler } = definition;
  return {
    ...definition.environment,
    ...environment,
    AWS_LAMBDA_RUNTIME_API: runtimeApi,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCOUNT_ID: accountId,
    LAMBDA_TASK_ROOT: directory,
    LAMBDA_RUNTIME_DIR: fileURLToPath(new URL('runtime', import.meta.url)),
    _HANDLER: handler,
    TMPDIR: temporaryDirectory,
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
  };
}

export const errorResult = (errorType: string, errorMessage: string): InvocationResult => ({
  kind: 'buffered',
  body: Buffer.from(JSON.stringify({ errorType, errorMessage })),
  functionError: 'Unhandled',
});

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Starts one execution environment: a process with the function's bundle, and the Runtime API that drives it. */
export async function startFunctionProcess(options: FunctionProcessOptions): Promise<FunctionProcess> {
  const { definition, temporaryDirectory, children, log, onExit } = options;
  const started = Promise.withResolvers<InvocationResult | undefined>();
  let waiting: ServerResponse | undefined;
  let queued: Invocation | undefined;
  let running: Invocation | undefined;
  let stream: PassThrough | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDead = false;
  let taken = '';
  let freed: ((alive: boolean) => void)[] = [];

  const free = (alive: boolean) => {
    const listeners = freed;
    freed = [];
    for (const listener of listeners) listener(alive);
  };

  const deliver = () => {
    if (waiting === undefined || queued === undefined) return;
    running = queued;
    queued = undefined;
    const response = waiting;
    waiting = undefined;
    const timeoutMs = definition.timeoutSeconds * 1000;
    timer = setTimeout(
      () => end('Sandbox.Timedout', `Task timed out after ${definition.timeoutSeconds} seconds`),
      timeoutMs,
    );
    response.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': running.id,
      'lambda-runtime-deadline-ms': String(Date.now() + timeoutMs),
      'lambda-runtime-invoked-function-arn': definition.arn,
    });
    response.end(running.payload);
  };

  const finish = () => {
    clearTimeout(timer);
    running = undefined;
    stream = undefined;
  };

  /** The process is in a state that nothing is known of: its invocation fails, and it is killed. */
  const end = (errorType: string, errorMessage: string) => {
    const interrupted = running ?? queued;
    const broken = stream;
    finish();
    queued = undefined;
    interrupted?.settle(errorResult(errorType, errorMessage));
    broken?.destroy(new Error(errorMessage));
    child.kill('SIGKILL');
  };

  async function takeResponse(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const invocation = running;
    if (request.headers['lambda-runtime-function-response-mode'] === 'streaming') {
      const body = new PassThrough();
      // The caller may have gone; the function is told so, and its answer is read to the end.
      body.on('error', () => {});
      stream = body;
      invocation?.settle({ kind: 'streaming', contentType: request.headers['content-type'] ?? '', body });
      await pipeline(request, body, { end: false }).catch(() => {});
      if (request.trailers['lambda-runtime-function-error-type'] === undefined) body.end();
      else body.destroy(new Error('The function failed while it was answering.'));
    } else {
      const body = await readAll(request);
      invocation?.settle({ kind: 'buffered', body });
    }
    finish();
    response.writeHead(202).end();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(handlerRoot, '');
    if (path === '/invocation/next') {
      waiting = response;
      started.resolve(undefined);
      free(true);
      deliver();
    } else if (path.endsWith('/response')) {
      await takeResponse(request, response);
    } else if (path.endsWith('/error')) {
      const failure: InvocationResult = {
        kind: 'buffered',
        body: await readAll(request),
        functionError: 'Unhandled',
      };
      if (path === '/init/error') {
        started.resolve(failure);
      } else {
        running?.settle(failure);
        finish();
      }
      response.writeHead(202).end();
    } else {
      response.writeHead(404).end();
    }
  }

  const server: Server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  // A handler may block its event loop for as long as its function runs; its connection is there when it answers.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const runtimeApi = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  mkdirSync(temporaryDirectory, { recursive: true });

  const heapMb = Math.max(64, Math.floor(definition.memoryMb * 0.8));
  const child: ChildProcess = children.spawn(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, bootstrap],
    {
      cwd: definition.directory,
      env: environmentOf(options, runtimeApi),
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    },
  );
  // It may end while it is told something.
  child.stdin?.on('error', () => {});
  const takenPipe = child.stdio[3] as Readable;
  takenPipe.on('data', (ids: Buffer) => {
    taken = ids.toString().trimEnd().split('\n').at(-1) ?? taken;
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const whenExited = async (code: number | null, signal: string | null): Promise<void> => {
    isDead = true;
    // What it wrote before its death may still lie in the pipe.
    if (!takenPipe.readableEnded)
      await once(takenPipe, 'end', { signal: AbortSignal.timeout(250) }).catch(() => {});
    if (running !== undefined && running.id !== taken) {
      running.settle(undefined);
      finish();
    }
    const reason = `The function's process ended with ${signal ?? `exit code ${code}`}.`;
    started.resolve(errorResult('Runtime.ExitError', reason));
    end('Runtime.ExitError', reason);
    free(false);
    server.closeAllConnections();
    server.close();
    onExit();
    // A child of the function may outlive it for a moment and still write there.
    await rm(temporaryDirectory, { recursive: true, force: true, maxRetries: removalRetries }).catch(
      (error: unknown) =>
        console.error(`The temporary files of ${definition.name} could not be deleted.`, error),
    );
  };
  const exited = new Promise<void>((resolve) => {
    const leave = (code: number | null, signal: string | null) => void whenExited(code, signal).then(resolve);
    child.once('exit', leave);
    // It could not be started: the machine has no process or no memory left.
    child.once('error', () => child.pid === undefined && leave(null, null));
  });

  return {
    get pid() {
      return child.pid;
    },
    invoke: (id, payload) =>
      new Promise((resolve) => {
        if (isDead) return resolve(undefined);
        queued = { id, payload, settle: resolve };
        return deliver();
      }),
    started: started.promise,
    abandon: (id) => {
      if (running?.id !== id) return;
      child.stdin?.write(`${id}\n`);
      const patience = setTimeout(() => {
        if (running?.id === id) end('Runtime.Abandoned', 'The caller of this invocation has gone.');
      }, abandonedMs);
      patience.unref();
    },
    whenFree: () => {
      if (isDead) return Promise.resolve(false);
      if (waiting !== undefined && queued === undefined) return Promise.resolve(true);
      return new Promise((resolve) => freed.push(resolve));
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
