import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (proc(5)). */
const tickMs = 10;

interface ProcessTime {
  readonly parent: number;
  readonly ms: number;
  /** Of children that have ended, with theirs. */
  readonly endedMs: number;
}

/** `undefined` for a process that has just ended. */
function timeOf(pid: number): ProcessTime | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it is in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [own = 0, system = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    return {
      parent: Number(fields[1]),
      ms: (own + system) * tickMs,
      endedMs: (ended + endedSystem) * tickMs,
    };
  } catch {
    return undefined;
  }
}

/** Processor time in milliseconds of a process and all that run below it or have ended there. */
export function processorMsBelow(root: number): number {
  const processes = new Map<number, ProcessTime>();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const time = timeOf(pid);
    if (time !== undefined) processes.set(pid, time);
  }
  const family = new Set([root]);
  // Sets hand on what is added while they are walked.
  for (const pid of family)
    for (const [child, { parent }] of processes) if (parent === pid) family.add(child);
  return [...family].reduce((sum, pid) => {
    const { ms, endedMs } = processes.get(pid) ?? { ms: 0, endedMs: 0 };
    return sum + ms + endedMs;
  }, 0);
}

/** Processor time in milliseconds of one process. */
export const processorMsOf = (pid: number): number => timeOf(pid)?.ms ?? 0;
