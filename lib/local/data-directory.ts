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

/** What a start deletes. */
const temporary = ['tmp'];
/** What a fresh start deletes. */
const all = [...temporary, 'data', 'logs', 'keys.json'];

/** Throws for a folder in which somebody else has files of the names that a start deletes. */
function demandOwn(directory: string): void {
  if (existsSync(lockOf(directory))) return;
  const foreign = all.find((name) => existsSync(join(directory, name)));
  if (foreign === undefined) return;
  throw new Error(
    `${directory} is no data folder of Winnow, and its "${foreign}" would be deleted. Give --data another folder.`,
  );
}

/**
 * Locks a data directory for this process: two services would corrupt its database files.
 * Returns how to release it.
 */
export function claimDataDirectory(directory: string, fresh: boolean): () => void {
  // Rows, keys and the ARNs of secrets are for the operator, not for other users of the machine.
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  demandOwn(directory);
  const release = lockFile(lockOf(directory));
  const pidFile = join(directory, 'pid');
  if (release === undefined) {
    const owner = existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : 'unknown';
    throw new Error(
      `Winnow is already running on ${directory} (process ${owner}). Stop it, or give another --data folder.`,
    );
  }
  for (const part of fresh ? all : temporary) rmSync(join(directory, part), { recursive: true, force: true });
  writeFileSync(pidFile, String(process.pid));
  return () => {
    rmSync(pidFile, { force: true });
    release();
  };
}
