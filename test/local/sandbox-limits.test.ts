import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

import { afterAll, test } from 'vitest';

import { createChildProcesses } from '../../lib/local/child-processes.ts';
import { startFunctionProcess } from '../../lib/local/function-process.ts';
import { functionNamed } from './function-named.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-sandbox-limits-'));
const bundle = join(directory, 'bundle');
mkdirSync(bundle);

/** Takes memory outside of the heap, as decoders and children do, or fills /tmp, and keeps it for three seconds. */
const handlerModule = `
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
const megabyte = 1024 * 1024;
const fill = 'const kept = Buffer.alloc(Number(process.argv[1]) * 1048576, 1); setTimeout(() => kept, 3000);';
export const handler = async ({ buffers = 0, child = 0, children = 1, files = 0 }) => {
  const kept = Buffer.alloc(buffers * megabyte, 1);
  const start = () => once(spawn(process.execPath, ['-e', fill, String(child)]), 'exit');
  if (child > 0) await Promise.all(Array.from({ length: children }, start));
  if (files > 0) writeFileSync(join(process.env.TMPDIR, 'file'), Buffer.alloc(files * megabyte));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return kept.length / megabyte;
};
`;
writeFileSync(join(bundle, 'index.mjs'), handlerModule);

afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));

/** The result and the log of one invocation of a function with 300 MB of memory and 20 MB of /tmp. */
async function invoked(event: object) {
  const children = createChildProcesses();
  const log = new PassThrough();
  const logged = text(log);
  const started = await startFunctionProcess({
    definition: functionNamed('Greedy', {
      directory: bundle,
      memoryMb: 300,
      temporaryMb: 20,
      timeoutSeconds: 20,
    }),
    environment: {},
    temporaryDirectory: mkdtempSync(join(directory, 'tmp-')),
    children,
    log,
    onExit: () => {},
  });
  const result = await started.invoke('one', JSON.stringify(event));
  await started.kill();
  await children.stop();
  log.end();
  return { answer: result?.kind === 'buffered' ? result.body.toString() : '', log: await logged };
}

test.concurrent.for([
  ['memory', { buffers: 400 }, 'signal: killed'],
  ['memory through a child', { child: 400 }, 'signal: killed'],
  ['memory through several children', { child: 110, children: 3 }, 'signal: killed'],
  ['/tmp', { files: 30 }, 'No space is left in /tmp'],
] as const)('a function that takes more %s than it has is ended', async ([, event, reason], { expect }) => {
  expect((await invoked(event)).answer).toContain(reason);
});

test('a function within its limits works, and its report says how much memory it took', async ({
  expect,
}) => {
  const { answer, log } = await invoked({ buffers: 100, files: 10 });

  expect(answer).toBe('100');
  const [, used] = /"maxMemoryUsedMB":(\d+)/.exec(log) ?? [];
  expect(Number(used)).toBeGreaterThan(100);
  expect(Number(used)).toBeLessThan(300);
});
