import type { Service } from '../local/service.ts';
import { announceService, type RunningService, withdrawService } from './running-service.ts';

export interface Lifetime {
  /** From now on `stop` stops this service too. */
  readonly started: (service: Service) => void;
  /** Tells other commands where the service is. */
  readonly announce: (state: RunningService) => void;
  readonly isStopping: () => boolean;
  readonly stop: (exitCode: number) => void;
}

/** An orderly stop takes a tenth of a second; after this time the guard of the child processes ends what hangs. */
const stopMs = 5_000;

/** Stops the service once and ends the process. Ctrl-C under npm arrives twice, from the terminal and from npm. */
export function createLifetime(directory: string, progress: (step: string) => void): Lifetime {
  let service: Service | undefined;
  let isStopping = false;
  // Until then the state file may be that of another service on the same data directory.
  let isAnnounced = false;
  return {
    started: (running) => {
      service = running;
    },
    announce: (state) => {
      announceService(directory, state);
      isAnnounced = true;
    },
    isStopping: () => isStopping,
    stop: (exitCode) => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => process.exit(exitCode), stopMs).unref();
      progress('stopping');
      if (isAnnounced) withdrawService(directory);
      // Before the service is ready, its child processes end with this one.
      Promise.resolve(service?.stop())
        .catch((error: Error) => console.error('Stopping failed.', error.message))
        .finally(() => process.exit(exitCode));
    },
  };
}

const parentCheckMs = 250;

/** Stops on signals, and when npm ends: npm passes on some signals only, and none when it is killed. */
export function stopWithParent(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && stop(), parentCheckMs).unref();
}
