/** A call that failed. `message` is the sentence of the API, which the page shows as it is. */
export class ApiFailure extends Error {
  /** Such as QUOTA_EXCEEDED; UNREACHABLE when no answer came, NO_ANSWER when none came to an action. */
  readonly code: string;
  readonly requestId: string | undefined;

  constructor(code: string, message: string, requestId?: string) {
    super(message);
    this.name = 'ApiFailure';
    this.code = code;
    this.requestId = requestId;
  }
}

/** The session has ended, or there was none. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'SIGNED_OUT';

export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'UNREACHABLE';

/** The failure of something that a person started: without an answer, it may have been done all the same. */
export const failureOfAction = (error: unknown): unknown =>
  isUnreachable(error) ? new ApiFailure('NO_ANSWER', (error as ApiFailure).message) : error;
