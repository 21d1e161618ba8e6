import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { startFauxqs } from 'fauxqs';

import { withCheckpointSyncs } from './checkpoint-syncs.ts';

/** Where the AWS services of this run are: embedded emulators, or whatever the operator's environment names. */
export interface EmulatorEndpoints {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly s3: string;
}

export interface Emulators {
  readonly endpoints: EmulatorEndpoints;
  readonly stop: () => Promise<void>;
}

const startupMs = 10_000;

/** Asks the operating system for a port and gives it back; somebody else could take it in between. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No free port was found.');
  return address.port;
}

function dynamoBinary(): string {
  try {
    return createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide');
  } catch (cause) {
    throw new Error(
      'The embedded DynamoDB runs on Linux x64 only. Elsewhere start a DynamoDB-compatible server and set AWS_ENDPOINT_URL_DYNAMODB to its address.',
      { cause },
    );
  }
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + startupMs;
  while (performance.now() < until) {
    if (child.exitCode !== null)
      throw new Error(`The embedded DynamoDB stopped with exit code ${child.exitCode}.`);
    try {
      await fetch(url, { signal: AbortSignal.timeout(500) });
      return;
    } catch {
      await setTimeout(20);
    }
  }
  throw new Error('The embedded DynamoDB did not start within 10 seconds.');
}

/** A runner that was killed leaves its database process behind, with the file open. */
function endLeftBehind(dataDirectory: string): void {
  const pidFile = join(dataDirectory, 'dynamodb.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const commandLine = `/proc/${pid}/cmdline`;
  if (existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('dynoxide'))
    process.kill(pid, 'SIGKILL');
  rmSync(pidFile, { force: true });
}

async function startDynamo(
  dataDirectory: string | undefined,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (dataDirectory !== undefined) endLeftBehind(dataDirectory);
  const port = await freePort();
  const storage = dataDirectory === undefined ? [] : ['--db-path', join(dataDirectory, 'dynamodb.sqlite')];
  const child = spawn(dynamoBinary(), ['--host', '127.0.0.1', '--port', String(port), ...storage], {
    stdio: 'ignore',
  });
  const pidFile = dataDirectory === undefined ? undefined : join(dataDirectory, 'dynamodb.pid');
  if (pidFile !== undefined) writeFileSync(pidFile, String(child.pid));
  const url = `http://127.0.0.1:${port}`;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await answers(url, child);
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      const forced = globalThis.setTimeout(() => child.kill('SIGKILL'), 2_000);
      await exited;
      clearTimeout(forced);
      if (pidFile !== undefined) rmSync(pidFile, { force: true });
    },
  };
}

type Fauxqs = Awaited<ReturnType<typeof startFauxqs>>;

const fauxqsOptions = (dataDir: string | undefined) => ({
  port: 0,
  host: '127.0.0.1',
  logger: false,
  ...(dataDir === undefined ? {} : { dataDir }),
});

const urlOf = (server: Fauxqs | undefined): string => `http://127.0.0.1:${server?.port ?? 0}`;

/**
 * Starts what the environment does not already provide. `dataDirectory` undefined keeps everything in memory.
 * Rows and objects are on disk before their writes are answered. Messages may go with the machine's power: the
 * ledger of crawls finds out which are missing.
 */
export async function startEmulators(
  dataDirectory: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Emulators> {
  const given = {
    dynamodb: environment['AWS_ENDPOINT_URL_DYNAMODB'],
    sqs: environment['AWS_ENDPOINT_URL_SQS'],
    s3: environment['AWS_ENDPOINT_URL_S3'],
  };
  if (dataDirectory !== undefined) mkdirSync(dataDirectory, { recursive: true });
  const dynamo = given.dynamodb === undefined ? await startDynamo(dataDirectory) : undefined;
  const queues =
    given.sqs === undefined
      ? await withCheckpointSyncs(() =>
          startFauxqs(fauxqsOptions(dataDirectory && join(dataDirectory, 'queues'))),
        )
      : undefined;
  const bucket = given.s3 === undefined ? await startFauxqs(fauxqsOptions(dataDirectory)) : undefined;
  return {
    endpoints: {
      dynamodb: given.dynamodb ?? dynamo?.url ?? '',
      sqs: given.sqs ?? urlOf(queues),
      s3: given.s3 ?? urlOf(bucket),
    },
    stop: async () => {
      await Promise.all([dynamo?.stop(), queues?.stop(), bucket?.stop()]);
    },
  };
}
