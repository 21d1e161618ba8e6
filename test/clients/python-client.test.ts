import { spawnSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { pythonEnvironment, pythonWithPackages } from './python.ts';

describe.skipIf(pythonWithPackages === undefined)(
  'the Python client, where a Python has httpx and pydantic',
  () => {
    test('passes its own tests', { timeout: 60_000 }, () => {
      const { status, stderr } = spawnSync(
        pythonWithPackages ?? '',
        ['-m', 'unittest', 'discover', 'clients/python/tests'],
        { env: pythonEnvironment(), encoding: 'utf8' },
      );

      expect([status, stderr]).toEqual([0, expect.stringMatching(/^Ran \d+ tests[^]+OK$/m)]);
    });
  },
);
