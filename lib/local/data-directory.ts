import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { lockFile } from '../file-lock.ts';

const lockOf = (directory: string): string => join(directory, 'lock');

/** Whether a service runs on this data directory: one that was killed has left its files, but no lock. */
export function isInUse(directory: string): boolean {
  const release = lockFile(lockOf(directory));
  release?.();
  return release === undefined;
}

/**
 * Locks a data directory for this process: two services would corrupt its database files.
 * Returns how to release it.
 */
export function claimDataDirectory(directory: string, fresh: boolean): () => void {
  // Rows, keys and the ARNs of secrets are for the operator, not for other users of the machine.
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const release = lockFile(lockOf(directory));
  const pidFile = join(directory, 'pid');
  if (release === undefined) {
    const owner = existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : 'unknown';
    throw new Error(
      `Winnow is already running on ${directory} (process ${owner}). Stop it, or give another --data folder.`,
    );
  }
  for (const part of fresh ? ['data', 'logs', 'tmp', 'keys.json'] : ['tmp'])
    rmSync(join(directory, part), { recursive: true, force: true });
  writeFileSync(pidFile, String(process.pid));
  return () => {
    rmSync(pidFile, { force: true });
    release();
  };
}
