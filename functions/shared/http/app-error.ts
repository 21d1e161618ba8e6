import { isAwsUnavailable } from '#shared/kernel/aws-outage.ts';
import { AppError } from '#shared/kernel/errors.ts';

const retryAfterSeconds = 2;

/** What a caller learns of anything thrown: an error that is neither ours nor an outage of AWS is a bug, and not disclosed. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return isAwsUnavailable(thrown)
    ? new AppError('SERVICE_UNAVAILABLE', 'The service is busy. Repeat the request.', {
        cause: thrown,
        retryAfterSeconds,
      })
    : new AppError(
        'INTERNAL_ERROR',
        'The service failed to answer this request. Report the request id to the operator.',
        { cause: thrown },
      );
}
