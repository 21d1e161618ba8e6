import { readdirSync, readFileSync } from 'node:fs';

/** A file of /proc, empty when its process ended while we were looking. */
function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

const processes = (): readonly string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** Numbers of the processes that were started from this folder or file. */
export const processesFrom = (path: string): readonly number[] =>
  processes()
    .filter((pid) => procFile(pid, 'cmdline').startsWith(path))
    .map(Number);

/** Those of them that this process started. */
export const ownProcessesFrom = (path: string): readonly number[] =>
  processesFrom(path).filter((pid) => procFile(String(pid), 'status').includes(`\nPPid:\t${process.pid}\n`));
