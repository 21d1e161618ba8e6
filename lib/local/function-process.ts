import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { createInvocations, errorResult, type InvocationResult } from './invocations.ts';
import { serveRuntimeApi } from './runtime-api.ts';
import type { ChildProcesses } from './child-processes.ts';
import { accountId, region } from './intrinsics.ts';
import type { LocalFunction } from './local-stack.ts';
import { watchSandbox } from './sandbox-limits.ts';

export interface FunctionProcess {
  readonly pid: number | undefined;
  /**
   * One invocation at a time, as in Lambda. The result may still be streaming when this resolves. `undefined`
   * when the process died before its handler saw the invocation, which another process may then take.
   */
  readonly invoke: (id: string, payload: string) => Promise<InvocationResult | undefined>;
  /** Resolves when the process asks for its first invocation, or with an error result when it could not start. */
  readonly started: Promise<InvocationResult | undefined>;
  /** Resolves to true when the process can take the next invocation, to false when it died. */
  readonly whenFree: () => Promise<boolean>;
  /** Tells the function that the caller has gone, and kills the process if the invocation does not end soon. */
  readonly abandon: (id: string) => void;
  readonly kill: () => Promise<void>;
}

export interface FunctionProcessOptions {
  readonly definition: LocalFunction;
  readonly environment: Readonly<Record<string, string>>;
  readonly temporaryDirectory: string;
  readonly children: ChildProcesses;
  /** Another client of the Runtime API than the runner's, such as AWS's. It knows nothing but that API, as on Lambda. */
  readonly runtimeClient?: string | undefined;
  readonly log: Writable;
  readonly onExit: () => void;
}

const bootstrap = fileURLToPath(new URL('runtime/bootstrap.ts', import.meta.url));
/** The folder in which Node keeps compiled code; `npm start` sets it. */
const { NODE_COMPILE_CACHE: compileCache } = process.env;
/** Time for refunding the reservation of a caller who has gone. */
const abandonedMs = 2_000;
/** Time for reading what an ended process has written. */
const pipeDrainMs = 250;
/** Each waits a tenth of a second longer than the one before; the next start deletes the rest. */
const removalRetries = 5;

/** The template's variables and those of Lambda's runtime, but none of this process's own environment. */
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
    // The AWS clients read ~/.aws: not the operator's, and a user without an entry in /etc/passwd has no other home.
    HOME: temporaryDirectory,
    // Lambda has no such variable: this bootstrap is TypeScript, which Node would compile at each start. Code in a
    // temporary folder is not found again.
    ...(compileCache === undefined || directory.startsWith(tmpdir())
      ? {}
      : { NODE_COMPILE_CACHE: resolve(compileCache) }),
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
  };
}

function spawnFunction(options: FunctionProcessOptions, runtimeApi: string): ChildProcess {
  const { definition, children, runtimeClient, log } = options;
  const heapMb = Math.max(64, Math.floor(definition.memoryMb * 0.8));
  const child = children.spawn(
    process.execPath,
    [`--max-old-space-size=${heapMb}`, runtimeClient ?? bootstrap],
    {
      cwd: definition.directory,
      env: environmentOf(options, runtimeApi),
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    },
  );
  // The process may end while something is written to it.
  child.stdin?.on('error', () => {});
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  return child;
}

/** Follows the pipe to which the process writes the id of an invocation before it calls the handler. */
function watchTaken(child: ChildProcess) {
  const pipe = child.stdio[3] as Readable;
  let taken = '';
  pipe.on('data', (ids: Buffer) => {
    taken = ids.toString().trimEnd().split('\n').at(-1) ?? taken;
  });
  return {
    /** The last id, also one that an ended process left in the pipe. */
    last: async (): Promise<string> => {
      if (!pipe.readableEnded)
        await once(pipe, 'end', { signal: AbortSignal.timeout(pipeDrainMs) }).catch(() => {});
      return taken;
    },
  };
}

/** Resolves to why a process ended, or could not be started because the machine has no process or memory left. */
const endOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    const leave = (code: number | null, signal: string | null) =>
      resolve(`The function's process ended with ${signal ?? `exit code ${code}`}.`);
    child.once('exit', leave);
    child.once('error', () => child.pid === undefined && leave(null, null));
  });

/**
 * What Lambda logs of each invocation, and bills: the time until its result was sent (docs: Lambda log format, platform
 * events).
 */
const reportLine = (
  { memoryMb }: LocalFunction,
  requestId: string,
  { durationMs, mostMb }: { readonly durationMs: number; readonly mostMb: number },
): string =>
  `${JSON.stringify({
    time: new Date().toISOString(),
    type: 'platform.report',
    record: {
      requestId,
      metrics: {
        durationMs,
        billedDurationMs: Math.ceil(durationMs),
        memorySizeMB: memoryMb,
        ...(mostMb === 0 ? {} : { maxMemoryUsedMB: mostMb }),
      },
    },
  })}\n`;

/** Retries, because a child of the function may outlive it for a moment and still write there. */
const deleteTemporaryFiles = ({ temporaryDirectory, definition }: FunctionProcessOptions): Promise<void> =>
  rm(temporaryDirectory, { recursive: true, force: true, maxRetries: removalRetries }).catch(
    (error: unknown) =>
      console.error(`The temporary files of ${definition.name} could not be deleted.`, error),
  );

/** Starts one execution environment: a process with the function's bundle, and the Runtime API that drives it. */
export async function startFunctionProcess(options: FunctionProcessOptions): Promise<FunctionProcess> {
  const { definition, temporaryDirectory, runtimeClient, onExit } = options;
  const { timeoutSeconds } = definition;
  const started = Promise.withResolvers<InvocationResult | undefined>();
  const invocations = createInvocations(timeoutSeconds * 1000, {
    onTimeout: () => crash('Sandbox.Timedout', `Task timed out after ${timeoutSeconds} seconds`),
    onEnd: (id, durationMs) =>
      options.log.write(reportLine(definition, id, { durationMs, mostMb: sandbox.mostMb() })),
  });
  const api = await serveRuntimeApi({ definition, invocations, onStarted: started.resolve });
  mkdirSync(temporaryDirectory, { recursive: true });
  const child = spawnFunction(options, api.address);
  const taken = watchTaken(child);
  const { memoryMb, temporaryMb } = definition;
  const sandbox = watchSandbox(
    child.pid,
    { memoryMb, temporaryMb, temporaryDirectory },
    {
      isWorking: () => invocations.running() !== undefined,
      end: (reason) => crash('Runtime.ExitError', reason),
    },
  );

  /** The process is in an unknown state: its invocation fails, and it is killed. */
  function crash(errorType: string, errorMessage: string): void {
    invocations.fail(errorType, errorMessage);
    api.breakStream(new Error(errorMessage));
    child.kill('SIGKILL');
  }

  const cleanUp = async (reason: string): Promise<void> => {
    sandbox.stop();
    invocations.close();
    const running = invocations.running();
    const reports = runtimeClient === undefined;
    if (reports && running !== undefined && running.id !== (await taken.last())) {
      running.settle(undefined);
      invocations.finish();
    }
    started.resolve(errorResult('Runtime.ExitError', reason));
    crash('Runtime.ExitError', reason);
    api.close();
    onExit();
    await deleteTemporaryFiles(options);
  };
  const exited = endOf(child).then(cleanUp);

  return {
    get pid() {
      return child.pid;
    },
    invoke: (id, payload) => new Promise((settle) => invocations.add({ id, payload, settle })),
    started: started.promise,
    abandon: (id) => {
      // On Lambda the work of a caller who has gone goes on.
      if (runtimeClient !== undefined || invocations.running()?.id !== id) return;
      child.stdin?.write(`${id}\n`);
      const patience = setTimeout(() => {
        if (invocations.running()?.id === id)
          crash('Runtime.Abandoned', 'The caller of this invocation has gone.');
      }, abandonedMs);
      patience.unref();
    },
    whenFree: invocations.whenFree,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
