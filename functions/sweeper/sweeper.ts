import type { Clock } from '#shared/kernel/clock.ts';
import type { Logger } from '#shared/kernel/logger.ts';
import { nothingConsumed, type UsageLedger } from '#shared/usage/usage-ledger.ts';

export interface SweeperDeps {
  readonly usage: Pick<UsageLedger, 'overdue' | 'settle'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One run handles at most this many; the next minute's run goes on. */
const batchSize = 200;

/** Gives back what was reserved by processes that died before they settled. */
export const createSweeper =
  ({ usage, clock, logger }: SweeperDeps) =>
  async (): Promise<{ readonly refunded: number }> => {
    const overdue = await usage.overdue(clock.now(), batchSize);
    let refunded = 0;
    for (const reservation of overdue) if (await usage.settle(reservation, nothingConsumed)) refunded += 1;
    if (overdue.length > 0) logger.warn('gave back reservations of dead requests', { refunded });
    return { refunded };
  };
