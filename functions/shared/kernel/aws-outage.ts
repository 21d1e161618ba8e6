import { isServerError, isThrottlingError, isTransientError } from '@smithy/core/retry';

/** Whether AWS refused or did not answer, so that the same request may succeed later. */
export const isAwsUnavailable = (error: unknown): boolean =>
  error instanceof Error &&
  '$metadata' in error &&
  [isThrottlingError, isTransientError, isServerError].some((is) => is(error as Parameters<typeof is>[0]));
