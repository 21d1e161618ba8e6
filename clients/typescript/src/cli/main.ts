import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { setFlagsFromString } from 'node:v8';

import { runCli } from './cli.ts';
import { exitCodes } from './exit-codes.ts';
import type { Io } from './io.ts';

// A crawl makes much garbage and keeps little: the young generation need not grow by 100 MB before it is collected.
setFlagsFromString('--semi-space-growth-factor=1');

const interruption = new AbortController();
process.on('SIGINT', () => {
  // A second Ctrl-C does not wait for what the first one has begun.
  if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
  interruption.abort();
});

// `head` has read what it wanted: the rest is not an error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.unexpected),
  );

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

function openBrowser(url: string): void {
  const [program, ...options] = openers[process.platform] ?? ['xdg-open'];
  // Without a browser the person uses the printed URL.
  const child = spawn(program, [...options, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

const io: Io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  platform: process.platform,
  home: homedir(),
  interrupted: interruption.signal,
  openBrowser,
};

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

process.exitCode = await runCli(io, version, process.argv.slice(2));
process.stdin.unref?.();
