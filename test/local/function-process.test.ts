import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

import { afterAll, expect, test } from 'vitest';

import { createChildProcesses } from '../../lib/local/child-processes.ts';
import { startFunctionProcess } from '../../lib/local/function-process.ts';
import { functionNamed } from './function-named.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-function-process-'));
const bundle = join(directory, 'bundle');
const temporaryDirectory = join(directory, 'tmp');
const stopFile = join(directory, 'stop');
const writers = 4;
/** Longer than one try to delete their files takes. */
const writtenOnMs = 500;

/** Starts shells that go on writing temporary files after the function's process has been killed. */
const handlerModule = `
import { spawn } from 'node:child_process';
const script = 'n=0; while [ ! -e "$0" ]; do n=$((n+1)); mkdir -p "$TMPDIR/$1/$n" && : > "$TMPDIR/$1/$n/file"; done';
for (let n = 0; n < ${writers}; n += 1)
  spawn('/bin/sh', ['-c', script, ${JSON.stringify(stopFile)}, String(n)], { detached: true, stdio: 'ignore' }).unref();
export const handler = () => 'done';
`;

afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));

test('a killed function has ended although its children still write temporary files', async () => {
  mkdirSync(bundle);
  writeFileSync(join(bundle, 'index.mjs'), handlerModule);
  const children = createChildProcesses();
  let exits = 0;
  const started = await startFunctionProcess({
    definition: functionNamed('Writer', { directory: bundle, timeoutSeconds: 10 }),
    environment: {},
    temporaryDirectory,
    children,
    log: new PassThrough().resume(),
    onExit: () => (exits += 1),
  });
  await started.started;
  for (let n = 0; n < writers; n += 1)
    await expect
      .poll(() => existsSync(join(temporaryDirectory, String(n), '200')), { timeout: 20_000 })
      .toBe(true);

  const killed = started.kill().then(
    () => 'ended',
    (error: unknown) => String(error),
  );
  await setTimeout(writtenOnMs);
  writeFileSync(stopFile, '');
  const ended = await killed;
  await children.stop();

  expect([ended, exits]).toEqual(['ended', 1]);
});
