import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { createChildProcesses } from '../../lib/local/child-processes.ts';
import { createLambdaHost, TooManyRequests } from '../../lib/local/lambda-host.ts';
import { functionNamed } from './function-named.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-lambda-host-'));
const bundle = join(directory, 'bundle');
mkdirSync(bundle);
writeFileSync(
  join(bundle, 'index.mjs'),
  `import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
export const handler = async ({ until }) => {
  while (!existsSync(until)) await setTimeout(20);
};`,
);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const functionOf = (name: string, memoryMb: number) => functionNamed(name, { directory: bundle, memoryMb });

test('an idle environment is kept when ending it would not make room for the one that is wanted', async () => {
  const children = createChildProcesses();
  // Counted with 64 and 128 MB: two environments of the small function and one of the large one.
  const host = createLambdaHost({
    functions: [functionOf('Small', 256), functionOf('Large', 1_024)],
    environment: {},
    logDirectory: join(directory, 'logs'),
    temporaryDirectory: join(directory, 'tmp'),
    children,
    maxConcurrency: 10,
    memoryMb: 2 * 64 + 128,
  });
  const running: Promise<unknown>[] = [];
  const run = (name: string, file: string) => {
    const invoked = host.invoke(name, JSON.stringify({ until: join(directory, file) }));
    running.push(invoked);
    return invoked;
  };
  const small = [run('Small', 'small ends'), run('Small', 'small ends')];
  await expect.poll(() => host.processIds().length, { timeout: 20_000 }).toBe(2);
  writeFileSync(join(directory, 'small ends'), '');
  await Promise.all(small);
  void run('Large', 'large ends');
  await expect.poll(() => host.processIds().length, { timeout: 20_000 }).toBe(3);
  const before = host.processIds();

  await expect(host.invoke('Large', '{}', { isThrottled: true })).rejects.toThrow(TooManyRequests);

  expect(host.processIds()).toEqual(before);
  writeFileSync(join(directory, 'large ends'), '');
  await Promise.all(running);
  await host.stop();
  await children.stop();
});
