import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const claimed = new Set<string>();

/**
 * Takes a data directory for this process: two services on one set of database files would corrupt them.
 * Returns how to give it back.
 */
export function claimDataDirectory(directory: string, fresh: boolean): () => void {
  mkdirSync(directory, { recursive: true });
  const lock = join(directory, 'pid');
  const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
  // After a restart of a container this process may have the number of the one before it.
  const isTaken = owner === process.pid ? claimed.has(directory) : owner > 0 && isAlive(owner);
  if (isTaken)
    throw new Error(
      `Winnow is already running on ${directory} (process ${owner}). Stop it, or give another --data folder.`,
    );
  for (const part of fresh ? ['data', 'logs', 'tmp', 'keys.json'] : ['tmp'])
    rmSync(join(directory, part), { recursive: true, force: true });
  writeFileSync(lock, String(process.pid));
  claimed.add(directory);
  return () => {
    claimed.delete(directory);
    rmSync(lock, { force: true });
  };
}
