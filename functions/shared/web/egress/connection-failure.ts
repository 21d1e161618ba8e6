import { AppError, type ErrorCode, isAppError } from '#shared/kernel/errors.ts';

type Failure = readonly [ErrorCode, string];

const untrusted = 'comes from an issuer that is not trusted';

/** OpenSSL's verdicts on a certificate, as Node names them. */
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
  "The page's server closed the connection without an answer.",
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
  // Node gives a peer that hangs up during the handshake the code of any reset.
  (error instanceof Error && error.message.includes('before secure TLS connection'));

function failureOf(error: unknown): Failure {
  const code = codeOf(error);
  const certificateProblem = certificateProblems[code];
  if (certificateProblem !== undefined)
    return ['TLS_ERROR', `The certificate of the page's server ${certificateProblem}.`];
  if (isTlsAlert(error, code))
    return ['TLS_ERROR', "No secure connection could be agreed on with the page's server."];
  if (code.startsWith('HPE_') && code !== 'HPE_HEADER_OVERFLOW')
    return ['INVALID_RESPONSE', "The page's server answered with something that is not HTTP."];
  return systemFailures[code] ?? unreachable;
}

/** Several addresses were tried: a refusal says more about the server than an address without a route. */
function mostInformative(error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error;
  return error.errors.find((attempt) => codeOf(attempt) === 'ECONNREFUSED') ?? error.errors.at(-1) ?? error;
}

/** Tells the caller why no answer came. An `AppError` is already told and passes unchanged. */
export function connectionFailure(error: unknown): AppError {
  if (isAppError(error)) return error;
  const [code, message] = failureOf(mostInformative(error));
  return new AppError(code, message, { cause: error });
}

/** Whether a kept connection was closed by its peer just as we wrote to it. */
export const isStaleConnection = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
