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

      // With pydantic 1, which the client supports as well, the tests of lists have no models to read into.
      expect([status, stderr]).toEqual([
        0,
        expect.stringMatching(/^Ran \d+ tests[^]+OK(?: \(skipped=2\))?$/m),
      ]);
    });
  },
);
