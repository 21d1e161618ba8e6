import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';

/** Refused for as long as it was repeated, because of the transactions of others. */
const isConflict = (
  error: Error & { readonly CancellationReasons?: readonly { readonly Code?: string }[] },
) =>
  error.name === 'TransactionConflictException' ||
  (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict');

/** Whether AWS refused or did not answer, so that the same request may succeed later. */
export const isAwsUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  '$metadata' in error &&
  [isThrottlingError, isTransientError, isServerError, isConflict].some((is) =>
    is(error as Parameters<typeof isServerError>[0]),
  );
