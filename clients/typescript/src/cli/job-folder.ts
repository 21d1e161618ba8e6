import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CommandError, exitCodes } from './exit-codes.ts';

/** Where a crawl or a batch into a folder is: enough to go on with it tomorrow. */
export interface JobState {
  /** Absent while the service has not answered that the job has started. */
  readonly id?: string | undefined;
  /** Idempotency key of the start: with it, a start that was not answered is repeated without paying twice. */
  readonly idempotencyKey?: string | undefined;
  /** When that key was sent first, in milliseconds since 1970: the service forgets it after a day. */
  readonly keySinceMs?: number | undefined;
  readonly baseUrl: string;
  /** What was asked for; another request is another job. */
  readonly request: unknown;
  /** Pages that are in the folder. */
  readonly position: number;
  readonly isDone: boolean;
}

const stateName = '.winnow.json';

/** The state of the last job into this folder. */
export async function readJobState(folder: string): Promise<JobState | undefined> {
  const file = join(folder, stateName);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text) as JobState;
  } catch {
    throw new CommandError(`${file} is not valid JSON: delete it to start anew.`, exitCodes.unexpected);
  }
}

/** Replaces the state in one step: a process that ends while it writes leaves the old one. */
export async function writeJobState(folder: string, state: JobState): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, stateName);
  await writeFile(`${file}.new`, `${JSON.stringify(state, undefined, 2)}\n`);
  await rename(`${file}.new`, file);
}
