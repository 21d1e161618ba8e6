import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** SQLite's result code for a file that another connection has locked. */
const busy = 5;

/** How often a waiting process looks, in milliseconds. */
const interval = 100;

function openDatabase(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (cause) {
    throw new Error(`${file} cannot be opened. Its folder may belong to another user, or be read-only.`, {
      cause,
    });
  }
}

/**
 * Locks a file, for this connection alone, and returns how to release it; `undefined` when another one has it. The
 * operating system releases the lock when its process ends, in whatever way.
 */
export function lockFile(file: string): (() => void) | undefined {
  const database = openDatabase(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw new Error(`${file} cannot be locked. Delete it and start again.`, { cause: error });
  }
}

/**
 * Locks a file as soon as no other process has it, after a call of `waits` if one has; `undefined` when one still has it after
 * `patienceMs`.
 */
export async function lockFileWithin(
  file: string,
  patienceMs: number,
  waits: () => void = () => {},
): Promise<(() => void) | undefined> {
  const patience = AbortSignal.timeout(patienceMs);
  for (let attempt = 0; ; attempt += 1) {
    const release = lockFile(file);
    if (release !== undefined || patience.aborted) return release;
    if (attempt === 0) waits();
    await sleep(interval);
  }
}

/** As `lockFileWithin`; throws when another process still has the file. */
export async function lockFileWhenFree(
  file: string,
  patienceMs: number,
  waits?: () => void,
): Promise<() => void> {
  const release = await lockFileWithin(file, patienceMs, waits);
  if (release !== undefined) return release;
  throw new Error(`Another process has held ${file} for ${Math.round(patienceMs / 1_000)} seconds.`);
}
