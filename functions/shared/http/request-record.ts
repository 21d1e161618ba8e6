import type { Operation } from '#shared/contract/usage.ts';
import type { Asked, UsageLedger } from '#shared/accounts/usage/usage-ledger.ts';
import { type Clock, minuteOf } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Authenticated } from './access.ts';
import type { Arrival, Step } from './chain.ts';
import type { Telemetry } from './frame.ts';

/** What the account's list of recent requests will say of a request; steps fill it in. */
export interface Recorded {
  readonly record: {
    /** Host of the requested URL, known once the body is decoded. */
    host?: string | undefined;
    /** Its reservation becomes its record. */
    isReserved: boolean;
  };
}

/** Callers can choose request ids. */
const maxRequestIdLength = 128;
/** A program that repeats a bad request must neither fill the list nor cost a write each time. */
const maxRefusalsPerMinute = 60;

export const askedBy = ({ request, startedAtMs, record: { host } }: Arrival & Recorded): Asked => ({
  requestId: request.requestId.slice(0, maxRequestIdLength),
  host,
  startedAtMs,
});

/** Whether the refusals of an account may be recorded: so many a minute in this process. */
function refusalLimit(): (accountId: string, nowMs: number) => boolean {
  let minute = 0;
  const counts = new Map<string, number>();
  return (accountId, nowMs) => {
    if (minuteOf(nowMs) !== minute) counts.clear();
    minute = minuteOf(nowMs);
    const count = (counts.get(accountId) ?? 0) + 1;
    counts.set(accountId, count);
    return count <= maxRefusalsPerMinute;
  };
}

/** Refusals that are worth a line: a request that comes too often or too early would fill the list. */
const isWorthRecording = (error: unknown): error is AppError =>
  error instanceof AppError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.code !== 'RATE_LIMITED' &&
  error.code !== 'IDEMPOTENCY_IN_PROGRESS';

/** Records requests that are refused before anything is reserved for them. */
export const requestRecord = (
  operation: Operation,
  usage: Pick<UsageLedger, 'refuse'>,
  { logger }: Telemetry,
  clock: Clock,
): Step<Authenticated, Recorded> => {
  const mayRecord = refusalLimit();
  return {
    before: () => ({ record: { isReserved: false } }),
    onError: async (known, error) => {
      const { caller, record, invocationId: id } = known;
      const { accountId, countedAs: keyId } = caller.key;
      const nowMs = clock.now();
      if (record.isReserved || !isWorthRecording(error) || !mayRecord(accountId, nowMs)) return;
      const { status, code } = error;
      const refused = { id, accountId, keyId, operation, ...askedBy(known), endedAtMs: nowMs, status, code };
      try {
        await usage.refuse(refused);
      } catch (failure) {
        logger.error('failed to record a refused request', failure, { invocationId: id });
      }
    },
  };
};
