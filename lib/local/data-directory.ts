import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { lockFile, lockFileWithin } from '../file-lock.ts';

const lockOf = (directory: string): string => join(directory, 'lock');

/** Others may look at the same moment, for less than a millisecond. */
const looks = 5;
const betweenLooksMs = 20;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Whether a service runs on this data directory: one that was killed has left its files, but no lock. */
export function isInUse(directory: string): boolean {
  if (!existsSync(lockOf(directory))) return false;
  for (let look = 0; look < looks; look++) {
    const release = lockFile(lockOf(directory));
    release?.();
    if (release !== undefined) return false;
    Atomics.wait(pause, 0, 0, betweenLooksMs);
  }
  return true;
}

/** Where the service that runs says how it is reached. */
export const stateFileOf = (directory: string): string => join(directory, 'service.json');

/** What a start deletes; the state file is that of a service that was killed. */
const temporary = ['tmp', 'service.json'];
/** What a fresh start deletes. */
const all = [...temporary, 'data', 'logs', 'keys.json'];
/** Files by which a data directory is known, also without the lock, which its own message may say to delete. */
const signs = ['lock', join('data', 'queues', 'fauxqs.db'), join('data', 'dynamodb.sqlite')];

/** Throws for a folder in which somebody else has files of the names that a start deletes, this one or a later one. */
function demandOwn(directory: string): void {
  if (signs.some((name) => existsSync(join(directory, name)))) return;
  const foreign = all.find((name) => existsSync(join(directory, name)));
  if (foreign === undefined) return;
  throw new Error(
    `${directory} is no data folder of Winnow, and its "${foreign}" would be deleted. Give --data another folder.`,
  );
}

/** Commands that look whether a service runs hold the lock for a moment. */
const lookMs = 500;

/**
 * Locks a data directory for this process: two services would corrupt its database files.
 * Returns how to release it.
 */
export async function claimDataDirectory(directory: string, fresh: boolean): Promise<() => void> {
  // Rows, keys and the ARNs of secrets are for the operator, not for other users of the machine.
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  demandOwn(directory);
  const release = await lockFileWithin(lockOf(directory), lookMs);
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
