import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';

import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { createChildProcesses } from '../../lib/local/child-processes.ts';
import { startDynamo } from '../../lib/local/dynamo-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-npm-start-'));
const secret = 'a-secret-of-the-shell';
const stateFile = join(directory, 'service.json');
const startupMs = 120_000;
/** Starts of the service on a busy machine, and what it is asked then. */
const testMs = 3 * startupMs;
const command = ['start', '--', '--json', '--port', '0', '--data', directory];
const environment = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  AWS_ACCESS_KEY_ID: secret,
  AWS_SECRET_ACCESS_KEY: secret,
  AWS_SESSION_TOKEN: secret,
};

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly commandLine: string;
  readonly environment: string;
}

const read = (pid: string, file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** The processes of this service: those that name its data directory, and the children of those. */
function serviceProcesses(): readonly Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): (Process & { readonly isOwn: boolean })[] => {
      try {
        const stat = read(name, 'stat');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (state === 'Z') return [];
        const environment = read(name, 'environ');
        const commandLine = read(name, 'cmdline');
        const isOwn = [environment, commandLine, readlinkSync(`/proc/${name}/cwd`)].some((part) =>
          part.includes(directory),
        );
        return [{ pid: Number(name), parent: Number(parent), commandLine, environment, isOwn }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const own = new Set(all.filter(({ isOwn }) => isOwn).map(({ pid }) => pid));
  for (const pid of own) for (const candidate of all) if (candidate.parent === pid) own.add(candidate.pid);
  return all.filter(({ pid }) => own.has(pid));
}

const commandOf = ({ commandLine }: Process): string => commandLine.replaceAll('\0', ' ');
const nodeProcess = (): number =>
  serviceProcesses().find((each) => /^\S*node bin\/dev\.ts/.test(commandOf(each)))?.pid ?? 0;

function memoryMb(): number {
  const kilobytes = serviceProcesses().map(({ pid }) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(String(pid), 'smaps_rollup'))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

async function start(...options: readonly string[]) {
  const npm = spawn('npm', [...command, ...options], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = createInterface({ input: npm.stdout });
  const complaints = text(npm.stderr);
  for (;;) {
    const [line] = (await Promise.race([
      once(lines, 'line', { signal: AbortSignal.timeout(startupMs) }),
      once(npm, 'exit').then(async () => Promise.reject(new Error(await complaints))),
    ])) as [string];
    // npm says first what it runs.
    if (line.startsWith('{'))
      return { npm, ...(JSON.parse(line) as { baseUrl: string; keys: Record<string, string> }) };
  }
}

/** A request that starts a function's process. */
const ask = async ({ baseUrl, keys }: Awaited<ReturnType<typeof start>>): Promise<number> =>
  (await fetch(`${baseUrl}/api/v1/usage`, { headers: { 'x-api-key': keys['starter'] ?? '' } })).status;

async function noneLeft(): Promise<void> {
  await expect.poll(() => serviceProcesses().map(commandOf), { timeout: 30_000 }).toEqual([]);
}

afterEach(() => {
  for (const { pid } of serviceProcesses()) process.kill(pid, 'SIGKILL');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('npm start', { timeout: testMs }, () => {
  test('is small, keeps the shell’s secrets to itself, refuses a second one, and ends with npm', async () => {
    const service = await start();

    expect(memoryMb()).toBeLessThan(700);
    expect(await ask(service)).toBe(200);
    const told = serviceProcesses().filter((each) => each.environment.includes(secret));
    expect(new Set(told.map(({ pid }) => pid))).toEqual(new Set([service.npm.pid, nodeProcess()]));

    const template = join(directory, 'cdk.out', 'Winnow.template.json');
    const writtenAtMs = statSync(template).mtimeMs;
    const second = spawnSync('npm', command, { env: environment, encoding: 'utf8' });
    expect([second.status, second.stderr]).toEqual([
      1,
      expect.stringContaining('Winnow is already running on'),
    ]);
    expect(statSync(template).mtimeMs).toBe(writtenAtMs);

    service.npm.kill('SIGHUP');
    await noneLeft();
  });

  test('leaves the running service its state file when a second one is ended before it is refused', async () => {
    const service = await start();
    const state = readFileSync(stateFile, 'utf8');
    // It asks this endpoint for its models before it looks at the data directory.
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const asked = once(silent, 'request');

    const second = spawn(
      process.execPath,
      ['bin/dev.ts', '--json', '--data', directory, '--llm', `http://127.0.0.1:${port}`],
      { env: environment, stdio: 'ignore' },
    );
    const ended = once(second, 'exit');
    await asked;
    second.kill('SIGTERM');
    await ended;
    silent.closeAllConnections();
    silent.close();

    expect(readFileSync(stateFile, 'utf8')).toBe(state);
    service.npm.kill('SIGTERM');
    await noneLeft();
    expect(existsSync(stateFile)).toBe(false);
  });

  test('ends at SIGTERM to npm, and leaves no process when it is killed itself', async () => {
    const first = await start();
    expect(await ask(first)).toBe(200);
    first.npm.kill('SIGTERM');
    await noneLeft();

    const second = await start();
    expect(await ask(second)).toBe(200);
    process.kill(nodeProcess(), 'SIGKILL');
    await noneLeft();
  });

  test('uses the DynamoDB that --dynamodb names, and replaces keys that it does not have', async () => {
    const children = createChildProcesses();
    const inMemory = await startDynamo({
      dataDirectory: undefined,
      children,
      onFailure: (error) => expect.unreachable(error.message),
    });

    const service = await start('--dynamodb', inMemory.url);

    expect(await ask(service)).toBe(200);
    expect(serviceProcesses().filter((each) => commandOf(each).includes('dynoxide'))).toEqual([]);
    service.npm.kill('SIGTERM');
    await noneLeft();
    await inMemory.stop();
    await children.stop();
  });

  test('moves to a free port, leaves the port of the sign-in alone, and keeps its port behind a proxy', async () => {
    // Written by the first start on this data folder.
    const { port } = JSON.parse(readFileSync(join(directory, 'data', 'sign-in.json'), 'utf8')) as {
      port: number;
    };
    const other = createServer().listen(port - 1, '127.0.0.1');
    await once(other, 'listening');

    const moved = await start('--port', String(port - 1));
    const people = await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`);
    moved.npm.kill('SIGTERM');
    await noneLeft();
    expect([port - 1, port]).not.toContain(Number(new URL(moved.baseUrl).port));
    expect(await people.json()).toMatchObject({ issuer: `http://127.0.0.1:${port}` });

    const proxies = ['--url', 'https://winnow.example', '--sign-in-url', 'https://people.example'];
    const behindProxy = ['--port', String(port - 1), ...proxies];
    await expect(start(...behindProxy)).rejects.toThrow(`Port ${port - 1} is taken.`);
    other.close();
    const proxied = await start(...behindProxy);
    const { baseUrl } = JSON.parse(readFileSync(stateFile, 'utf8')) as { baseUrl: string };
    const issuers = await Promise.all(
      [
        `${baseUrl}/.well-known/oauth-authorization-server`,
        `http://127.0.0.1:${port}/.well-known/openid-configuration`,
      ].map(async (url) => ((await (await fetch(url)).json()) as { issuer: string }).issuer),
    );
    proxied.npm.kill('SIGTERM');
    await noneLeft();
    expect([proxied.baseUrl, ...issuers]).toEqual([
      'https://winnow.example',
      'https://winnow.example',
      'https://people.example',
    ]);
  });

  test('ends at SIGINT while it starts', async () => {
    const npm = spawn('npm', command, { env: environment, stdio: 'ignore' });
    await expect.poll(() => serviceProcesses().length, { timeout: startupMs }).toBeGreaterThan(3);

    npm.kill('SIGINT');

    await noneLeft();
  });

  test.for([
    ['keys.json', 'is damaged or cut short. Delete it and start again'],
    [
      'data/queues/fauxqs.db',
      'is damaged or cut short. Put a copy of its folder back, or start with --fresh',
    ],
  ] as const)('names a damaged %s in a sentence, and leaves no process', async ([file, sentence]) => {
    const path = join(directory, file);
    const whole = readFileSync(path);
    writeFileSync(path, '{"hobby": "wn');
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });

    const { status, stderr } = spawnSync('npm', command, { env: environment, encoding: 'utf8' });
    writeFileSync(path, whole);

    expect([status, stderr]).toEqual([1, expect.stringContaining(`${path} ${sentence}`)]);
    expect(stderr).not.toContain('    at ');
    expect(serviceProcesses()).toEqual([]);
  });

  test('ends with a sentence when a setting cannot be used', () => {
    const { status, stderr } = spawnSync('npm', command, {
      env: { ...environment, POLITENESS_DELAY_MS: 'soon' },
      encoding: 'utf8',
    });

    expect([status, stderr]).toEqual([1, expect.stringContaining('POLITENESS_DELAY_MS')]);
    expect(stderr).not.toContain('    at ');
  });
});
