/**
 * Loaded into a process under measurement (NODE_OPTIONS): the first SIGUSR2 starts a recording of where its threads spend
 * processor time, the second writes a profile for each of them to PROFILE_DIRECTORY. A file with the process's id tells
 * that it can be asked.
 */
import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CPUProfileHandle, startCpuProfile, type SyncCPUProfileHandle } from 'node:v8';
import type { Worker } from 'node:worker_threads';

const directory = process.env['PROFILE_DIRECTORY'] ?? '';
const program = process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? basename(process.argv[1] ?? '');

let ownRecording: SyncCPUProfileHandle | undefined;
/** The running threads beside the main one, each with its recording. */
const recordings = new Map<Worker, Promise<CPUProfileHandle> | undefined>();

subscribe('worker_threads', (message) => {
  const { worker } = message as { readonly worker: Worker };
  recordings.set(worker, undefined);
  worker.once('online', () => {
    if (ownRecording !== undefined) recordings.set(worker, worker.startCpuProfile());
  });
  worker.once('exit', () => recordings.delete(worker));
});

function start(): void {
  ownRecording = startCpuProfile();
  for (const worker of recordings.keys()) recordings.set(worker, worker.startCpuProfile());
}

async function stop(own: SyncCPUProfileHandle): Promise<void> {
  ownRecording = undefined;
  const profiles = [{ name: `${program}, main thread`, profile: own.stop() }];
  for (const recording of recordings.values())
    if (recording !== undefined)
      profiles.push({ name: `${program}, other threads`, profile: await (await recording).stop() });
  const file = join(directory, `${process.pid}.profiles`);
  // The bench reads it as soon as it is there.
  writeFileSync(`${file}.part`, JSON.stringify(profiles));
  renameSync(`${file}.part`, file);
}

process.on('SIGUSR2', () => {
  if (ownRecording === undefined) start();
  else stop(ownRecording).catch((error: unknown) => console.error('The recording failed.', error));
});
writeFileSync(join(directory, `${process.pid}.process`), '');
