import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';

type Failure = readonly [ErrorCode, string];

const certificates: Readonly<Record<string, string>> = {
  ERR_CERT_DATE_INVALID: 'has expired',
  ERR_CERT_COMMON_NAME_INVALID: 'is for another host name',
  ERR_CERT_AUTHORITY_INVALID: 'comes from an issuer that is not trusted',
  ERR_CERT_REVOKED: 'has been revoked',
};

const failures: Readonly<Record<string, Failure>> = {
  ERR_TOO_MANY_REDIRECTS: ['TOO_MANY_REDIRECTS', 'The page redirects endlessly.'],
  ERR_UNSAFE_REDIRECT: ['FORBIDDEN_TARGET', 'The page redirects to a URL that cannot be read.'],
  ERR_ACCESS_DENIED: ['FORBIDDEN_TARGET', 'Only http and https URLs can be read.'],
  ERR_UNSAFE_PORT: ['FORBIDDEN_TARGET', 'The port is blocked: browsers do not open web pages on it.'],
  ERR_BLOCKED_BY_CLIENT: ['BLOCKED', 'The URL serves advertisements, and blockAds is on.'],
  ERR_ABORTED: ['INVALID_RESPONSE', "The page's server sent nothing that a browser can show."],
  ERR_EMPTY_RESPONSE: ['CONNECTION_FAILED', "The page's server closed the connection without a response."],
};

function failureOf(name: string): Failure {
  const certificate = certificates[name];
  if (certificate !== undefined) return ['TLS_ERROR', `The certificate of the page's server ${certificate}.`];
  if (name.startsWith('ERR_CERT_'))
    return ['TLS_ERROR', "The certificate of the page's server is not valid."];
  if (name.startsWith('ERR_SSL_') || name.startsWith('ERR_TLS_'))
    return ['TLS_ERROR', "No TLS connection could be established with the page's server."];
  if (/^ERR_(INVALID_RESPONSE|INVALID_HTTP|RESPONSE_HEADERS|CONTENT_|INCOMPLETE_)/.test(name))
    return ['INVALID_RESPONSE', "The page's server sent a response that is not HTTP."];
  return failures[name] ?? ['CONNECTION_FAILED', "The page's server could not be reached."];
}

/** Translates Chromium's reason for a failed navigation (`net::ERR_…`). */
export function navigationFailure(errorText: string): AppError {
  const [code, message] = failureOf(errorText.replace(/^net::/, ''));
  return new AppError(code, message, { cause: errorText });
}
