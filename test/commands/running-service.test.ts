import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { announceService, findService } from '../../lib/commands/running-service.ts';
import { claimDataDirectory } from '../../lib/local/data-directory.ts';

test('a service that was killed is not found, though it left its state file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-state-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const state = { baseUrl: 'http://a.test', table: 't', dynamodb: 'http://d.test', region: 'r', pid: 1 };

  const release = await claimDataDirectory(directory, false);
  announceService(directory, state);
  expect(findService(directory)).toEqual(state);
  release();

  expect(() => findService(directory)).toThrow('No service is running here.');
});
