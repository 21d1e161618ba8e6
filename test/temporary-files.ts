import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What tests and the processes that they start write to the temporary folder goes when the run ends. */
export function setup(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-tests-'));
  process.env['TMPDIR'] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
