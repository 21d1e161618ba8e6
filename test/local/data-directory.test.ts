import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { lockFile } from '../../lib/file-lock.ts';
import { claimDataDirectory, stateFileOf } from '../../lib/local/data-directory.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-data-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const claimed = async (isFresh = false): Promise<void> => (await claimDataDirectory(directory, isFresh))();

describe('a data folder', () => {
  test.for([[false], [true]])(
    'with the files of somebody else is refused, and nothing in it is deleted (fresh: %s)',
    async ([isFresh]) => {
      mkdirSync(join(directory, 'tmp'));
      writeFileSync(join(directory, 'tmp', 'mine.txt'), 'precious');

      await expect(claimed(isFresh)).rejects.toThrow(
        'is no data folder of Winnow, and its "tmp" would be deleted.',
      );
      expect(existsSync(join(directory, 'tmp', 'mine.txt'))).toBe(true);
    },
  );

  test('may have other files of the operator', async () => {
    writeFileSync(join(directory, 'plans.json'), '{}');

    await claimed(true);

    expect(existsSync(join(directory, 'plans.json'))).toBe(true);
  });

  test('keeps its rows from start to start, also when its lock was deleted, but for a fresh one', async () => {
    const rows = join(directory, 'data', 'dynamodb.sqlite');
    await claimed();
    mkdirSync(join(directory, 'data'));
    writeFileSync(rows, '');

    rmSync(join(directory, 'lock'));
    await claimed();
    expect(existsSync(rows)).toBe(true);
    await claimed(true);
    expect(existsSync(rows)).toBe(false);
  });

  test('of a service that was killed no longer says how to reach it once another one starts', async () => {
    await claimed();
    writeFileSync(stateFileOf(directory), '{}');

    const release = await claimDataDirectory(directory, false);

    expect(existsSync(stateFileOf(directory))).toBe(false);
    release();
  });

  test('is claimed while somebody looks whether it is in use', async () => {
    const releaseLook = lockFile(join(directory, 'lock'));
    setTimeout(() => releaseLook?.(), 50);

    await expect(claimed()).resolves.toBeUndefined();
  });

  test('that cannot be opened says so with its path', async () => {
    mkdirSync(join(directory, 'lock'));

    await expect(claimed()).rejects.toThrow(`${join(directory, 'lock')} cannot be opened.`);
  });
});
