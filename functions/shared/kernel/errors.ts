/** What happens next: tell the caller, let the queue bring the message back, or record the page as failed. */
export type Disposition = 'tell' | 'retry' | 'give-up';

interface ErrorKind {
  readonly status: number;
  readonly disposition: Disposition;
}

const tell = (status: number): ErrorKind => ({ status, disposition: 'tell' });
const giveUp = (status: number): ErrorKind => ({ status, disposition: 'give-up' });
const retry = (status: number): ErrorKind => ({ status, disposition: 'retry' });

/**
 * Every failure the service can report. A page failure answers 200 with `success: false`: the request was
 * sound and was carried out, the page is what failed (interface: Errors, failed scrape).
 */
export const errorKinds = {
  INVALID_REQUEST: tell(400),
  FORBIDDEN_TARGET: giveUp(400),
  UNAUTHORIZED: tell(401),
  PLAN_FORBIDS: tell(403),
  QUOTA_EXCEEDED: tell(403),
  NOT_FOUND: tell(404),
  METHOD_NOT_ALLOWED: tell(405),
  SCRAPE_TIMEOUT: giveUp(408),
  SEARCH_TIMEOUT: tell(408),
  EXTRACT_TIMEOUT: tell(408),
  IDEMPOTENCY_IN_PROGRESS: tell(409),
  BODY_TOO_LARGE: tell(413),
  IDEMPOTENCY_MISMATCH: tell(422),
  EXTRACTION_SCHEMA_ERROR: tell(422),
  MODEL_REFUSED: tell(422),
  RATE_LIMITED: tell(429),
  INTERNAL_ERROR: retry(500),
  RENDERER_UNAVAILABLE: retry(503),
  SEARCH_UNAVAILABLE: tell(503),
  MODEL_UNAVAILABLE: tell(503),
  SERVICE_UNAVAILABLE: retry(503),

  BLOCKED: giveUp(200),
  EMPTY_PAGE: giveUp(200),
  DNS_ERROR: giveUp(200),
  TLS_ERROR: giveUp(200),
  CONNECTION_REFUSED: giveUp(200),
  CONNECTION_FAILED: giveUp(200),
  INVALID_RESPONSE: giveUp(200),
  TOO_LARGE: giveUp(200),
  UNSUPPORTED_TYPE: giveUp(200),
  TOO_MANY_REDIRECTS: giveUp(200),
  HTTP_ERROR: giveUp(200),
  PAGE_CRASHED: giveUp(200),
  ROBOTS_FORBIDS: giveUp(200),
  CRAWL_CANCELLED: giveUp(200),
  CRAWL_DEADLINE: giveUp(200),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorKinds, code);

interface AppErrorOptions {
  readonly cause?: unknown;
  /** Which parser had the page when it failed. */
  readonly source?: 'local' | 'cloud';
  /** Answered as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Where one code has two statuses (QUOTA_EXCEEDED: 429 for search, 403 elsewhere). */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `message` is a sentence for the caller; what happened underneath goes into `cause` and stays in the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly source: 'local' | 'cloud' | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = options.status ?? errorKinds[code].status;
    this.source = options.source;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }

  get disposition(): Disposition {
    return errorKinds[this.code].disposition;
  }
}

export const isAppError = (error: unknown, ...codes: readonly ErrorCode[]): error is AppError =>
  error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
