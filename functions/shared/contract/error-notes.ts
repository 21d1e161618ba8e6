import { type ErrorCode, errorStatuses } from '#shared/kernel/errors.ts';

/** Why a failure happens and what the caller can do about it, each as Markdown. */
interface ErrorNote {
  readonly cause: string;
  readonly cure: string;
}

const later = 'Repeat the request later; nothing was charged.';
const longer = 'Repeat the request with a longer `timeout`, or ask for less.';
const hostCure = 'Check the URL in a browser; repeat the request later if the host is down.';

/** Every error code with its cause and cure: the source of docs/api.md, of the OpenAPI document and of /docs. */
const errorNotes: Readonly<Record<ErrorCode, ErrorNote>> = {
  INVALID_REQUEST: {
    cause: 'The request is not valid; `error` names up to five fields.',
    cure: 'Correct the named fields.',
  },
  FORBIDDEN_TARGET: {
    cause:
      'The URL leads to a private or reserved IP address, to `localhost`, or to a port that browsers block.',
    cure: 'Use a URL of a public host and a usual port; an operator allows private hosts with `EGRESS_ALLOW`.',
  },
  UNAUTHORIZED: {
    cause: 'The API key is missing or not valid. The body is `{error, message, statusCode}`.',
    cure: 'Send a valid key as `X-API-Key`.',
  },
  PLAN_FORBIDS: {
    cause: 'The plan or the key does not include this operation.',
    cure: 'Use another key, or change the plan.',
  },
  SIGNED_OUT: {
    cause: 'A request of the account page without a session, or with one that has ended.',
    cure: 'Sign in at `/account`. Programs use an API key and `/api/v1`.',
  },
  FOREIGN_ORIGIN: {
    cause: 'A change of an account that was not sent by its own page.',
    cure: 'Send it from the account page: browsers name the origin themselves.',
  },
  ACCOUNT_SUSPENDED: {
    cause: 'The operator has suspended the account, or it is being deleted.',
    cure: 'Ask the operator.',
  },
  QUOTA_EXCEEDED: {
    cause: 'The requests left of this month, or of the key’s budget, do not cover what the request may cost.',
    cure: 'Ask for less (`limit`, fewer URLs), wait for running requests or the next month (UTC), change the plan, or use another key.',
  },
  NOT_FOUND: {
    cause: 'There is no such path, or no such crawl in this account.',
    cure: 'Check the path and the id; a crawl is kept for seven days.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path has other methods.',
    cure: 'Use a method that the header `Allow` names.',
  },
  SCRAPE_TIMEOUT: { cause: '`timeout` ended the scrape.', cure: longer },
  SEARCH_TIMEOUT: { cause: '`timeout` ended the search.', cure: longer },
  EXTRACT_TIMEOUT: { cause: '`timeout` ended the extraction.', cure: longer },
  IDEMPOTENCY_IN_PROGRESS: {
    cause: 'The first request with this `Idempotency-Key` is still running.',
    cure: 'Repeat after `Retry-After`.',
  },
  BODY_TOO_LARGE: { cause: 'The request body is larger than 1 MB.', cure: 'Send a smaller body.' },
  IDEMPOTENCY_MISMATCH: {
    cause: 'This `Idempotency-Key` was used with another request.',
    cure: 'Use a new key for each new request.',
  },
  EXTRACTION_SCHEMA_ERROR: {
    cause: 'The pages give no result that fits the schema.',
    cure: 'Make fields optional, or allow null.',
  },
  MODEL_REFUSED: {
    cause: 'The model refused to answer.',
    cure: 'Change the prompt; nothing was charged.',
  },
  RATE_LIMITED: {
    cause: 'Too many requests in this minute, or in flight.',
    cure: 'Repeat after `Retry-After`.',
  },
  INTERNAL_ERROR: { cause: 'A bug.', cure: 'Report the `X-Request-Id` to the operator.' },
  RENDERER_UNAVAILABLE: { cause: 'The browser is not available.', cure: later },
  RENDERER_BUSY: { cause: 'All browsers were busy for as long as the request could wait.', cure: later },
  SEARCH_UNAVAILABLE: { cause: 'No search provider answered.', cure: later },
  MODEL_UNAVAILABLE: { cause: 'The model is not available.', cure: later },
  SERVICE_UNAVAILABLE: { cause: 'The service is not available.', cure: later },

  BLOCKED: {
    cause: 'The site blocked the request with bot protection.',
    cure: 'Try `proxy: "stealth"`.',
  },
  EMPTY_PAGE: {
    cause:
      'The page or file has no text, as a PDF of scanned pages, or needs JavaScript that has not run, as with `forceLocal` or `html`.',
    cure: 'Leave `forceLocal` out; send `html` as a browser has rendered it; give a slow page time with `waitFor`.',
  },
  DNS_ERROR: { cause: 'The name of the host does not resolve.', cure: hostCure },
  TLS_ERROR: {
    cause: 'The certificate of the host is not valid.',
    cure: 'Set `skipTlsVerification` if you trust the host without it.',
  },
  CONNECTION_REFUSED: { cause: 'The host refuses connections.', cure: hostCure },
  CONNECTION_FAILED: { cause: 'The connection to the host broke.', cure: hostCure },
  INVALID_RESPONSE: {
    cause: 'The server’s response is not valid HTTP, or has too many nested content encodings.',
    cure: 'Try `forceCloud`.',
  },
  TOO_LARGE: {
    cause: 'The page or document exceeds a limit, which `error` names.',
    cure: 'Ask for a part of it, such as one page of a list.',
  },
  UNSUPPORTED_TYPE: {
    cause:
      'This content type has no text, or only the browser was allowed, which cannot read files, or the page only leads to a file.',
    cure: 'Use the URL of a page or document, such as one that `error` names; for a document leave out `forceCloud` and `actions`, and ask for more than a screenshot.',
  },
  TOO_MANY_REDIRECTS: { cause: 'The page redirects too often.', cure: 'Use the URL of its final page.' },
  HTTP_ERROR: {
    cause:
      'A page of an extraction, a crawl, a batch or a map is an error page, by its status or by what it says.',
    cure: 'Check the URL; `includeErrorPages` of extract reads such pages too.',
  },
  PAGE_CRASHED: { cause: 'The page made the browser crash.', cure: 'Try `forceLocal`.' },
  ACTION_FAILED: {
    cause: 'An action could not be carried out; `error` names its place in `actions` and the reason.',
    cure: 'Check the selector in a browser; put a `wait` for the element before the action.',
  },
  ROBOTS_FORBIDS: { cause: 'robots.txt forbids the URL.', cure: 'Ask the owner of the site.' },
  CRAWL_CANCELLED: {
    cause: 'The crawl was cancelled.',
    cure: 'Its pages so far are kept; start another crawl for the others.',
  },
  CRAWL_DEADLINE: {
    cause: 'The crawl did not end within its time.',
    cure: 'Its pages so far are kept; crawl the rest with `includes`, or with a smaller `delay`.',
  },
};

/** Codes whose status depends on the operation. */
const furtherStatus: Partial<Record<ErrorCode, string>> = { QUOTA_EXCEEDED: '403, for a search 429' };

const codes = Object.keys(errorNotes) as ErrorCode[];

const lineOf = (code: ErrorCode): string => {
  const { cause, cure } = errorNotes[code];
  const status = errorStatuses[code] === 200 ? '' : ` (${furtherStatus[code] ?? errorStatuses[code]})`;
  return `- \`${code}\`${status}: ${cause} **Cure**: ${cure}`;
};

/** The codes as two Markdown lists: requests that were refused, and pages and crawls that failed. */
export const errorsMarkdown = (): string =>
  [
    'Requests that cannot be carried out:\n',
    ...codes.filter((code) => errorStatuses[code] !== 200).map(lineOf),
    '\nPages and crawls that failed, with status 200, because the request itself was carried out:\n',
    ...codes.filter((code) => errorStatuses[code] === 200).map(lineOf),
  ].join('\n');
