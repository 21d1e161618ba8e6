import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

/** Starts processes that end with this one, even when this one is killed and cannot end them itself. */
export interface ChildProcesses {
  readonly spawn: (command: string, words: readonly string[], options: SpawnOptions) => ChildProcess;
  /** Ends all processes. None can be started afterwards. */
  readonly stop: () => Promise<void>;
}

/**
 * A shell that reads the ids of all running children whenever one starts or ends. Its input closes when this process
 * ends, in whatever way; then it kills the children with their process groups. Children could notice their parent's
 * death only while their event loops are idle; a shell of one megabyte needs no help from them.
 */
const guardScript = `trap '' HUP INT TERM
while read -r line; do pids=$line; done
for pid in $pids; do kill -s KILL -- "-$pid"; done 2>/dev/null`;

export function createChildProcesses(): ChildProcesses {
  const running = new Map<number, ChildProcess>();
  let isStopped = false;
  const guard = spawn('/bin/sh', ['-c', guardScript], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  });
  const guardEnded = once(guard, 'exit').catch((error: unknown) => {
    console.error(
      'The guard of the child processes has ended: if this service is killed, they keep running.',
      error,
    );
  });
  // It was killed by hand: the children are no longer guarded, but run on.
  guard.stdin?.on('error', () => {});
  const tell = () => void guard.stdin?.write(`${[...running.keys()].join(' ')}\n`);

  return {
    spawn: (command, words, options) => {
      if (isStopped) throw new Error('The service is stopping; no process can be started.');
      // A session of its own: Ctrl-C in the terminal reaches this process only, which ends the others in order.
      const child = spawn(command, words, { ...options, detached: true });
      const { pid } = child;
      if (pid === undefined) return child;
      running.set(pid, child);
      tell();
      child.once('exit', () => {
        running.delete(pid);
        tell();
      });
      return child;
    },
    stop: async () => {
      isStopped = true;
      const ended = [...running.values()].map((child) => once(child, 'exit'));
      for (const child of running.values()) child.kill('SIGKILL');
      await Promise.all(ended);
      guard.stdin?.end();
      await guardEnded;
    },
  };
}
