import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { type ChildProcesses, createChildProcesses } from '../../lib/local/child-processes.ts';
import { startDynamo } from '../../lib/local/dynamo-process.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'winnow-dynamo-process-'));

afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

test('a database that does not answer in time has ended before the next one is started on its file', async () => {
  const children = createChildProcesses();
  const started: ChildProcess[] = [];
  const runningAtStart: number[] = [];
  /** The second database hangs: its program only sleeps. */
  const oneHangs: ChildProcesses = {
    ...children,
    spawn: (command, words, options) => {
      runningAtStart.push(
        started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).length,
      );
      const child =
        started.length === 1
          ? children.spawn('/bin/sleep', ['600'], options)
          : children.spawn(command, words, options);
      started.push(child);
      return child;
    },
  };

  const dynamo = await startDynamo({
    dataDirectory,
    children: oneHangs,
    onFailure: (error) => expect.unreachable(error.message),
  });
  started[0]?.kill('SIGKILL');

  await expect.poll(() => runningAtStart, { timeout: 30_000 }).toEqual([0, 0, 0]);
  await expect.poll(async () => (await fetch(dynamo.url)).status, { timeout: 20_000 }).toBeLessThan(500);
  await dynamo.stop();
  await children.stop();
});
