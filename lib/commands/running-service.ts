import { existsSync, rmSync } from 'node:fs';

import { isInUse, stateFileOf } from '../local/data-directory.ts';
import { readStateFile, writeStateFile } from '../local/state-file.ts';

/** How other commands reach the service that `npm start` runs: a state file in its data directory. */
export interface RunningService {
  readonly baseUrl: string;
  readonly table: string;
  readonly dynamodb: string;
  /** Absent in files of earlier versions. */
  readonly crawlTable?: string | undefined;
  readonly bucket?: string | undefined;
  readonly s3?: string | undefined;
  readonly sqs?: string | undefined;
  readonly region: string;
  readonly pid: number;
}

export const announceService = (directory: string, service: RunningService): void =>
  writeStateFile(stateFileOf(directory), service);

export const withdrawService = (directory: string): void => rmSync(stateFileOf(directory), { force: true });

/** Throws when no service runs on this data directory. `otherwise` says what else the command can be used with. */
export function findService(directory: string, otherwise = ''): RunningService {
  const file = stateFileOf(directory);
  if (!existsSync(file) || !isInUse(directory))
    throw new Error(`No service is running here. Start one with "npm start"${otherwise}.`);
  const state = readStateFile(file, 'Restart the service, which writes the file anew.');
  return state as unknown as RunningService;
}
