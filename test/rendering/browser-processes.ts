import { readdirSync, readFileSync } from 'node:fs';

/** Numbers of the processes that were started from this folder. */
export const processesFrom = (directory: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(directory);
      } catch {
        // It ended while we were looking.
        return false;
      }
    })
    .map(Number);
