import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

import { afterAll, expect, test } from 'vitest';

import { boundedLog } from '../../lib/local/bounded-log.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-log-'));
const pathOf = (name: string): string => join(directory, name);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function written(log: ReturnType<typeof boundedLog>, lines: readonly string[]): Promise<void> {
  for (const line of lines)
    await new Promise<void>((resolve, reject) => {
      log.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
    });
  log.end();
  await finished(log);
}

test('keeps the newest lines in two files of a bounded size, also of a log that it finds', async () => {
  const path = pathOf('grows.log');
  const lines = Array.from({ length: 100 }, (_line, index) => `line ${String(index).padStart(4, '0')}`);

  await written(boundedLog(path, 100), lines.slice(0, 50));
  await written(boundedLog(path, 100), lines.slice(50));

  const sizes = [path, `${path}.1`].map((file) => statSync(file).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(readFileSync(path, 'utf8')).toContain('line 0099');
  expect(readdirSync(directory).filter((file) => file.startsWith('grows'))).toEqual([
    'grows.log',
    'grows.log.1',
  ]);
});

test('takes every line and loses it on a full disk', async () => {
  const path = pathOf('full.log');
  symlinkSync('/dev/full', path);

  await expect(written(boundedLog(path), ['one', 'two'])).resolves.toBeUndefined();
});

test('takes every line where its file cannot be opened', async () => {
  const path = pathOf('directory.log');
  mkdirSync(path);

  await expect(written(boundedLog(path), ['one'])).resolves.toBeUndefined();
});
