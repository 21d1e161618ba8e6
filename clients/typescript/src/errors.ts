import type { ErrorCode } from './contract.ts';

/** Failures that the client itself finds. */
export type ClientErrorCode = 'UNREACHABLE' | 'NO_ANSWER_IN_TIME' | 'INVALID_ANSWER' | 'SCHEMA_MISMATCH';

/**
 * What kind of failure it is, and so what helps: another request (`request`), another key or plan (`access`), waiting
 * (`limit`), another page (`page`), the operator (`service`), the connection (`network`).
 */
export type ErrorKind = 'request' | 'access' | 'limit' | 'page' | 'service' | 'network';

export interface WinnowErrorOptions {
  readonly cause?: unknown;
  /** HTTP status; absent when there was no answer. */
  readonly status?: number | undefined;
  /** Names the request to the operator of the service. */
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The requested page. */
  readonly url?: string | undefined;
}

const kinds: Readonly<Record<string, ErrorKind>> = {
  INVALID_REQUEST: 'request',
  UNREACHABLE: 'network',
  NO_ANSWER_IN_TIME: 'network',
  INVALID_ANSWER: 'service',
  SCHEMA_MISMATCH: 'page',
  QUOTA_EXCEEDED: 'limit',
  RATE_LIMITED: 'limit',
  IDEMPOTENCY_IN_PROGRESS: 'limit',
  EXTRACTION_SCHEMA_ERROR: 'page',
  MODEL_REFUSED: 'page',
};

function kindOf(code: string, status: number | undefined): ErrorKind {
  const kind = kinds[code];
  if (kind !== undefined) return kind;
  if (status === undefined || status >= 500) return 'service';
  // A page that cannot be delivered has status 200, one that takes too long 408.
  if (status < 400 || status === 408) return 'page';
  if (status === 401 || status === 403) return 'access';
  return status === 429 ? 'limit' : 'request';
}

/** Every failure of the service, and of the way to it. `code` says which; `message` is a sentence for people. */
export class WinnowError extends Error {
  override readonly name = 'WinnowError';
  readonly code: ErrorCode | ClientErrorCode;
  readonly kind: ErrorKind;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly url: string | undefined;

  constructor(code: ErrorCode | ClientErrorCode, message: string, options: WinnowErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.kind = kindOf(code, options.status);
    this.status = options.status;
    this.requestId = options.requestId;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.url = options.url;
  }
}

/** Whether this is a failure with one of these codes; without codes, whether it is a failure of Winnow at all. */
export const isWinnowError = <Code extends ErrorCode | ClientErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is WinnowError & { readonly code: Code } =>
  error instanceof WinnowError && (codes.length === 0 || (codes as readonly string[]).includes(error.code));
