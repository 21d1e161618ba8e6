import type { Clock } from '#shared/kernel/clock.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import type { DeletionMarks } from './deletion-marks.ts';

/** Has an account deleted by the function that may do it, without waiting for it. */
export type StartDeletion = (accountId: string) => Promise<void>;

export interface StartDeletionsDeps {
  readonly marks: Pick<DeletionMarks, 'due' | 'postpone'>;
  readonly startDeletion: StartDeletion;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Deletions of one run; the next minute's run takes the others. */
const batchSize = 20;
/** Longer than the function runs: an attempt that dies is repeated, and none begins beside another. */
const repeatMs = 6 * 60_000;

/** Starts the deletions that are due, and returns how many they were. */
export async function startDeletions({
  marks,
  startDeletion,
  clock,
  logger,
}: StartDeletionsDeps): Promise<number> {
  const due = await marks.due(clock.now(), batchSize);
  for (const accountId of due)
    try {
      await marks.postpone(accountId, clock.now() + repeatMs);
      await startDeletion(accountId);
    } catch (error) {
      logger.error('failed to start the deletion of an account', error, { accountId });
    }
  return due.length;
}
