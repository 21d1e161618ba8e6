import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { lockFile } from '../../lib/file-lock.ts';
import { claimDataDirectory, isInUse, stateFileOf } from '../../lib/local/data-directory.ts';

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
      mkdirSync(join(directory, 'data', 'queues'), { recursive: true });
      writeFileSync(join(directory, 'data', 'mine.txt'), 'precious');

      await expect(claimed(isFresh)).rejects.toThrow(
        'is no data folder of Winnow, and its "data" would be deleted.',
      );
      expect(existsSync(join(directory, 'data', 'mine.txt'))).toBe(true);
    },
  );

  test('is not made one by a look whether a service runs', () => {
    writeFileSync(stateFileOf(directory), '{}');

    expect(isInUse(directory)).toBe(false);
    expect(existsSync(join(directory, 'lock'))).toBe(false);
  });

  test('is not in use because somebody else looks at the same moment', async () => {
    await claimed();
    const lock = join(directory, 'lock');
    const look = `import { lockFile } from '${resolve('lib/file-lock.ts')}'; const release = lockFile(${JSON.stringify(lock)}); console.log(''); setTimeout(() => process.exit(), 30);`;
    const other = spawn(process.execPath, ['--input-type=module', '--eval', look]);
    await once(other.stdout, 'data');

    expect(isInUse(directory)).toBe(false);
  });

  test('may have other files of the operator', async () => {
    writeFileSync(join(directory, 'plans.json'), '{}');

    await claimed(true);

    expect(existsSync(join(directory, 'plans.json'))).toBe(true);
  });

  test('keeps its rows until a fresh start, also when its lock file was deleted', async () => {
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
