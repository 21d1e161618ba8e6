import { readdirSync, readFileSync } from 'node:fs';

/** What no file backs of a process, in MB: what Lambda and the local runner count. */
function memoryOf(pid: string): number {
  const maps = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  const kilobytes = [...maps.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm)].map(([, size]) => Number(size));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1_024;
}

/** Memory in MB of the largest process of each function, by the function's name. */
export function memoryByFunction(): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const name = /AWS_LAMBDA_FUNCTION_NAME=(\w+)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))?.[1];
      if (name !== undefined) most.set(name, Math.max(most.get(name) ?? 0, memoryOf(pid)));
    } catch {
      // It has ended.
    }
  }
  return most;
}
