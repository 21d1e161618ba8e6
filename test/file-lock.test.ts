import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, test } from 'vitest';

import { lockFile, lockFileWhenFree } from '../lib/file-lock.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-lock-'));

afterAll(() => rmSync(directory, { recursive: true }));

describe('a locked file', () => {
  test('has one holder at a time', async () => {
    const file = join(directory, 'one-holder');
    const release = lockFile(file);
    expect(release).toBeDefined();
    expect(lockFile(file)).toBeUndefined();

    let waits = 0;
    const waiting = lockFileWhenFree(file, 10_000, () => (waits += 1));
    release?.();
    (await waiting)();
    expect(waits).toBe(1);
    expect(lockFile(file)).toBeDefined();
  });

  test('keeps a process waiting for the time that it allows, and no longer', async () => {
    const file = join(directory, 'held');
    const release = lockFile(file);

    await expect(lockFileWhenFree(file, 1)).rejects.toThrow(`Another process has held ${file}`);
    release?.();
  });

  test('must be one that this program has written', () => {
    const file = join(directory, 'damaged');
    writeFileSync(file, 'something else');

    expect(() => lockFile(file)).toThrow(`${file} cannot be locked. Delete it and start again.`);
  });
});
