import { AppError, type ErrorCode, isAppError } from '#shared/kernel/errors.ts';

type Failure = readonly [ErrorCode, string];

const untrusted = 'comes from an issuer that is not trusted';

/** OpenSSL's certificate errors, as Node names them. */
const certificateProblems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'has been revoked',
  CERT_SIGNATURE_FAILURE: 'is not signed correctly',
  CERT_UNTRUSTED: untrusted,
  CERT_REJECTED: untrusted,
  INVALID_CA: untrusted,
  INVALID_PURPOSE: 'is not meant for web servers',
  HOSTNAME_MISMATCH: 'is for another host name',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by the server itself',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: 'comes without the certificates of its issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes without the certificates of its issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without the certificates of its issuer',
};

const closedEarly: Failure = [
  'CONNECTION_FAILED',
  "The page's server closed the connection without a response.",
];
const unreachable: Failure = ['CONNECTION_FAILED', "The page's server could not be reached."];
const tooSlow: Failure = ['CONNECTION_FAILED', "The page's server did not accept the connection in time."];

const systemFailures: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: ['CONNECTION_REFUSED', "The page's server refused the connection."],
  ECONNRESET: closedEarly,
  ECONNABORTED: closedEarly,
  EPIPE: closedEarly,
  ETIMEDOUT: tooSlow,
  ERR_SOCKET_CONNECTION_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: ['TOO_LARGE', "The page's response headers are too large."],
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const isTlsAlert = (error: unknown, code: string): boolean =>
  code === 'EPROTO' ||
  code.startsWith('ERR_SSL_') ||
  code.startsWith('ERR_TLS_') ||
  // Node reports a peer that hangs up during the handshake as an ordinary reset.
  (error instanceof Error && error.message.includes('before secure TLS connection'));

function failureOf(error: unknown): Failure {
  const code = codeOf(error);
  const certificateProblem = certificateProblems[code];
  if (certificateProblem !== undefined)
    return ['TLS_ERROR', `The certificate of the page's server ${certificateProblem}.`];
  if (isTlsAlert(error, code))
    return ['TLS_ERROR', "No TLS connection could be established with the page's server."];
  if (code.startsWith('HPE_') && code !== 'HPE_HEADER_OVERFLOW')
    return ['INVALID_RESPONSE', "The page's server sent a response that is not HTTP."];
  return systemFailures[code] ?? unreachable;
}

/** Among the errors of several addresses, a refusal says more about the server than a missing route. */
function mostInformative(error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error;
  return error.errors.find((attempt) => codeOf(attempt) === 'ECONNREFUSED') ?? error.errors.at(-1) ?? error;
}

/** The error for the caller when no response came. An `AppError` passes unchanged. */
export function connectionFailure(error: unknown): AppError {
  if (isAppError(error)) return error;
  const [code, message] = failureOf(mostInformative(error));
  return new AppError(code, message, { cause: error });
}

/** Whether the peer closed a kept connection while we wrote to it. */
export const isStaleConnection = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
