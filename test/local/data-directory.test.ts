import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { claimDataDirectory } from '../../lib/local/data-directory.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-data-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const claimed = (isFresh = false): void => claimDataDirectory(directory, isFresh)();

describe('a data folder', () => {
  test.for([[false], [true]])(
    'with the files of somebody else is refused, and nothing in it is deleted (fresh: %s)',
    ([isFresh]) => {
      mkdirSync(join(directory, 'tmp'));
      writeFileSync(join(directory, 'tmp', 'mine.txt'), 'precious');

      expect(() => claimed(isFresh)).toThrow('is no data folder of Winnow, and its "tmp" would be deleted.');
      expect(existsSync(join(directory, 'tmp', 'mine.txt'))).toBe(true);
    },
  );

  test('may have other files of the operator', () => {
    writeFileSync(join(directory, 'plans.json'), '{}');

    claimed(true);

    expect(existsSync(join(directory, 'plans.json'))).toBe(true);
  });

  test('keeps its rows from start to start, but for a fresh one', () => {
    const rows = join(directory, 'data', 'rows.db');
    claimed();
    mkdirSync(join(directory, 'data'));
    writeFileSync(rows, '');

    claimed();
    expect(existsSync(rows)).toBe(true);
    claimed(true);
    expect(existsSync(rows)).toBe(false);
  });

  test('that cannot be opened says so with its path', () => {
    mkdirSync(join(directory, 'lock'));

    expect(() => claimed()).toThrow(`${join(directory, 'lock')} cannot be opened.`);
  });
});
