import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { ChildProcesses } from './child-processes.ts';

export interface DynamoProcess {
  readonly url: string;
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
}

export interface DynamoOptions {
  /** Without it, rows are kept in memory and lost with the process. */
  readonly dataDirectory: string | undefined;
  readonly children: ChildProcesses;
  /** Called once, when the database has ended and cannot be started again. */
  readonly onFailure: (error: Error) => void;
}

const startupMs = 10_000;
const exitMs = 2_000;
/** Restarts in a minute; a database that ends more often has a problem that restarts do not solve. */
const maxRestarts = 3;
const restartWindowMs = 60_000;

/** A port that was free a moment ago; another process could take it before it is used. */
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
      'The embedded DynamoDB is missing: npm ci installs it on Linux x64 only. Start a DynamoDB-compatible server and name its URL: npm start -- --dynamodb http://127.0.0.1:8000',
      { cause },
    );
  }
}

export interface AwaitedServer {
  readonly name: string;
  readonly url: string;
  readonly timeoutMs: number;
  /** Throws when the server will never answer. */
  readonly check?: () => void;
}

/** Waits until a server answers, which it does a while after its process has started. */
export async function untilAnswered({ name, url, timeoutMs, check }: AwaitedServer): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    check?.();
    try {
      await fetch(url, { signal: AbortSignal.timeout(500) });
      return;
    } catch {
      await setTimeout(20);
    }
  }
  throw new Error(`${name} did not answer within ${timeoutMs / 1000} seconds.`);
}

const embedded = 'The embedded DynamoDB';

function refuseEnded({ exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null)
    throw new Error(`${embedded} ended with ${signalCode ?? `exit code ${exitCode}`}.`);
}

/** Ends the database process of an earlier run that was killed together with its guard: it keeps the file open. */
function endLeftBehind(pidFile: string, databaseFile: string): void {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const commandLine = `/proc/${pid}/cmdline`;
  if (existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(databaseFile))
    process.kill(pid, 'SIGKILL');
  rmSync(pidFile, { force: true });
}

export const dynamoFile = (dataDirectory: string): string => join(dataDirectory, 'dynamodb.sqlite');

/** Runs the embedded DynamoDB and restarts it, on its port and its file, when it ends by itself. */
export async function startDynamo({
  dataDirectory,
  children,
  onFailure,
}: DynamoOptions): Promise<DynamoProcess> {
  const pidFile = dataDirectory === undefined ? undefined : join(dataDirectory, 'dynamodb.pid');
  if (dataDirectory !== undefined && pidFile !== undefined) endLeftBehind(pidFile, dynamoFile(dataDirectory));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const storage = dataDirectory === undefined ? [] : ['--db-path', dynamoFile(dataDirectory)];
  const restarts: number[] = [];
  let isStopping = false;
  let child: ChildProcess;
  let exited: Promise<void>;

  async function run(): Promise<void> {
    const started = children.spawn(
      dynamoBinary(),
      ['--host', '127.0.0.1', '--port', String(port), ...storage],
      {
        stdio: 'ignore',
        env: {},
      },
    );
    child = started;
    if (pidFile !== undefined) writeFileSync(pidFile, String(started.pid));
    exited = new Promise((resolve) => {
      started.once('exit', () => resolve());
      started.once('error', () => resolve());
    });
    try {
      await untilAnswered({
        name: embedded,
        url,
        timeoutMs: startupMs,
        check: () => refuseEnded(started),
      });
    } catch (error) {
      // It may only be slow; a second process would share its port and its file.
      started.kill('SIGKILL');
      await exited;
      throw error;
    }
    void exited.then(restart);
  }

  async function restart(): Promise<void> {
    if (isStopping) return undefined;
    const nowMs = performance.now();
    const recent = restarts.filter((atMs) => nowMs - atMs < restartWindowMs);
    if (dataDirectory === undefined || recent.length >= maxRestarts)
      return onFailure(
        new Error('The embedded DynamoDB has ended and cannot be restarted. The service needs it and stops.'),
      );
    restarts.push(nowMs);
    console.error('The embedded DynamoDB has ended and is restarted.');
    try {
      return await run();
    } catch (error) {
      console.error('The embedded DynamoDB could not be restarted.', String(error));
      return restart();
    }
  }

  await run();
  return {
    url,
    pid: () => child.pid,
    stop: async () => {
      isStopping = true;
      child.kill('SIGTERM');
      const forced = globalThis.setTimeout(() => child.kill('SIGKILL'), exitMs);
      await exited;
      clearTimeout(forced);
      if (pidFile !== undefined) rmSync(pidFile, { force: true });
    },
  };
}
