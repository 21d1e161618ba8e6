import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What Lambda gives an execution environment. */
export interface SandboxLimits {
  readonly memoryMb: number;
  /** The size of /tmp. */
  readonly temporaryMb: number;
  readonly temporaryDirectory: string;
}

type SandboxUse = Pick<SandboxLimits, 'memoryMb' | 'temporaryMb'>;

const kbPerMb = 1024;
const bytesPerMb = 1024 * 1024;
/** The unit of `blocks` (POSIX, sys/stat.h); a file with holes takes less than its size. */
const blockBytes = 512;
/** What a process takes and gives back within a second is not seen; Lambda would end it. */
const everyMs = 1_000;

/** A process and those that it started, directly or through others. */
async function processesFrom(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1').catch(() => '');
  const below = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(processesFrom));
  return [pid, ...below.flat()];
}

/** Memory of a process that no file backs, in kB (proc_pid_status(5)). */
const ownMemory = { file: 'status', kilobytes: /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm };
/**
 * The same, with shared memory divided among the processes that share it (proc_pid_smaps(5)). Reading it takes the kernel
 * 10 ms for 200 MB, a hundred times as long.
 */
const dividedMemory = { file: 'smaps_rollup', kilobytes: /^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm };

/** Memory that no file backs, of a process and its children, in MB. 0 for a process that has ended, and without /proc. */
async function memoryMbOf(pid: number): Promise<number> {
  const processes = await processesFrom(pid);
  // A function and one program that it starts share no memory; the processes of a browser do.
  const { file, kilobytes } = processes.length > 2 ? dividedMemory : ownMemory;
  const texts = await Promise.all(
    processes.map((each) => readFile(`/proc/${each}/${file}`, 'latin1').catch(() => '')),
  );
  const sizes = texts.flatMap((text) => [...text.matchAll(kilobytes)].map(([, size]) => Number(size)));
  return sizes.reduce((sum, size) => sum + size, 0) / kbPerMb;
}

/** The files below a folder, in MB. Files that disappear meanwhile count nothing. */
async function folderMbOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(folder, file)).then(
        (found) => (found.isFile() ? found.blocks * blockBytes : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / bytesPerMb;
}

/** Why Lambda ends an environment that uses so much, as it says so; undefined within the limits. */
const excess = (use: SandboxUse, limits: SandboxLimits): string | undefined => {
  if (use.memoryMb > limits.memoryMb)
    return `Runtime exited with error: signal: killed. It used ${Math.ceil(use.memoryMb)} of ${limits.memoryMb} MB.`;
  if (use.temporaryMb > limits.temporaryMb)
    return `No space is left in /tmp: its files take ${Math.ceil(use.temporaryMb)} of ${limits.temporaryMb} MB.`;
  return undefined;
};

/**
 * Looks at an environment each second while it works, and calls `end` when it uses more than its function has.
 */
export function watchSandbox(
  pid: number | undefined,
  limits: SandboxLimits,
  { isWorking, end }: { readonly isWorking: () => boolean; readonly end: (reason: string) => void },
) {
  let isLooking = false;
  let mostMb = 0;
  const look = async (): Promise<void> => {
    if (pid === undefined || isLooking || !isWorking()) return;
    isLooking = true;
    const [memoryMb, temporaryMb] = await Promise.all([
      memoryMbOf(pid),
      folderMbOf(limits.temporaryDirectory),
    ]);
    isLooking = false;
    mostMb = Math.max(mostMb, memoryMb);
    const reason = excess({ memoryMb, temporaryMb }, limits);
    if (reason !== undefined) end(reason);
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return {
    /** The most memory that was seen, in MB; 0 before the first look. */
    mostMb: () => Math.ceil(mostMb),
    stop: () => clearInterval(timer),
  };
}
