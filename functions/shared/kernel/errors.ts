/**
 * Every failure that the service can report, with its HTTP status. A failed page is reported with 200 and
 * `success: false`: the request was valid and was carried out.
 */
export const errorStatuses = {
  INVALID_REQUEST: 400,
  FORBIDDEN_TARGET: 400,
  UNAUTHORIZED: 401,
  SIGNED_OUT: 401,
  PLAN_FORBIDS: 403,
  ACCOUNT_SUSPENDED: 403,
  FOREIGN_ORIGIN: 403,
  QUOTA_EXCEEDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  SCRAPE_TIMEOUT: 408,
  SEARCH_TIMEOUT: 408,
  EXTRACT_TIMEOUT: 408,
  IDEMPOTENCY_IN_PROGRESS: 409,
  BODY_TOO_LARGE: 413,
  IDEMPOTENCY_MISMATCH: 422,
  EXTRACTION_SCHEMA_ERROR: 422,
  MODEL_REFUSED: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  RENDERER_UNAVAILABLE: 503,
  RENDERER_BUSY: 503,
  SEARCH_UNAVAILABLE: 503,
  MODEL_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,

  BLOCKED: 200,
  EMPTY_PAGE: 200,
  DNS_ERROR: 200,
  TLS_ERROR: 200,
  CONNECTION_REFUSED: 200,
  CONNECTION_FAILED: 200,
  INVALID_RESPONSE: 200,
  TOO_LARGE: 200,
  UNSUPPORTED_TYPE: 200,
  TOO_MANY_REDIRECTS: 200,
  HTTP_ERROR: 200,
  PAGE_CRASHED: 200,
  ACTION_FAILED: 200,
  ROBOTS_FORBIDS: 200,
  CRAWL_CANCELLED: 200,
  CRAWL_DEADLINE: 200,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatuses;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorStatuses, code);

interface AppErrorOptions {
  readonly cause?: unknown;
  /** The parser that failed. */
  readonly source?: 'local' | 'cloud';
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Replaces the code's status (QUOTA_EXCEEDED: 429 for search, 403 elsewhere). */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The crawl or batch that failed. */
  readonly id?: string;
}

/** `message` is a sentence for the caller; details go into `cause`, which only the log shows. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly source: 'local' | 'cloud' | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly id: string | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? errorStatuses[code];
    this.source = options.source;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.id = options.id;
  }
}

/** The same failure with another HTTP status or parser. */
export const changedError = (
  error: AppError,
  changes: Pick<AppErrorOptions, 'status' | 'source'>,
): AppError =>
  new AppError(error.code, error.message, {
    cause: error.cause,
    headers: error.headers,
    status: error.status,
    ...(error.source === undefined ? {} : { source: error.source }),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(error.id === undefined ? {} : { id: error.id }),
    ...changes,
  });

/** No server answered: nothing of the site can be read, and another port or scheme may have one. */
export const connectionErrors = [
  'DNS_ERROR',
  'TLS_ERROR',
  'CONNECTION_REFUSED',
  'CONNECTION_FAILED',
] as const satisfies readonly ErrorCode[];

export const isAppError = (error: unknown, ...codes: readonly ErrorCode[]): error is AppError =>
  error instanceof AppError && (codes.length === 0 || codes.includes(error.code));

/** A URL in a message may be signed, so that it alone opens a file. */
const hostAlone = (address: string): string => URL.parse(address)?.origin ?? 'a URL';

/**
 * The message of anything thrown, as a log may have it: of URLs the host. That of an action may be a page's own text,
 * with cookies or what was typed, and is the code alone.
 */
export function loggedMessage(
  thrown: unknown,
  code: string | undefined = isAppError(thrown) ? thrown.code : undefined,
): string {
  if (code === 'ACTION_FAILED') return code;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/\bhttps?:\/\/\S+/gi, hostAlone);
}
