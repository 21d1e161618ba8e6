import { isObject } from '#shared/kernel/json.ts';
import { webUrlCandidates, webUrlProblem } from './fields.ts';

const mayHoldPassword = (text: string): boolean => text.includes('@') && !/^mailto:[^:/?#]*$/i.test(text);

/**
 * The URL that a caller asked for, as answers name it: spelled by the URL standard, without credentials. A text that
 * is no web URL is returned as it is, unless it may contain a password.
 */
export function reportedUrl(text: string): string {
  const [candidate = ''] = webUrlCandidates(text) ?? [];
  const url = URL.parse(candidate);
  if (url === null) return mayHoldPassword(text) ? '' : text;
  const hasCredentials = url.username !== '' || url.password !== '';
  if (!hasCredentials && webUrlProblem(text) !== undefined) return text;
  url.username = '';
  url.password = '';
  return url.href;
}

const bareHost = (url: URL): string => url.hostname.replace(/^www\./, '');

/**
 * The URL that a caller asked for, with the scheme under which its page was read: of a text without a scheme the one of
 * `finalUrl`, where the same host served the page.
 */
export function answeredUrl(text: string, finalUrl: string): string {
  const final = new URL(finalUrl);
  const read = webUrlCandidates(text)?.find((candidate) => {
    const url = new URL(candidate);
    return url.protocol === final.protocol && bareHost(url) === bareHost(final);
  });
  return reportedUrl(read ?? text);
}

/** `url`, or the first of `urls`, of a body that may not be valid. The URLs of a batch may have options. */
function urlIn(body: unknown): string | undefined {
  const { url, urls } = (body ?? {}) as { readonly url?: unknown; readonly urls?: unknown };
  const asked: unknown = url ?? (Array.isArray(urls) ? urls[0] : undefined);
  const text = isObject(asked) ? asked['url'] : asked;
  return typeof text === 'string' ? text : undefined;
}

/** Longer ones are in no name service. */
const maxHostLength = 260;

/** The host of the URL in a decoded body, with its port when it is not the usual one. `undefined` without a web URL. */
export function requestedHost(body: unknown): string | undefined {
  const [candidate = ''] = webUrlCandidates(urlIn(body) ?? '') ?? [];
  const host = URL.parse(candidate)?.host ?? '';
  return host === '' || host.length > maxHostLength ? undefined : host;
}

/** The URL in a body that may not be valid: `url`, or the first of `urls`. Empty without one. */
export function requestedUrl(body: string | undefined): string {
  try {
    return reportedUrl(urlIn(JSON.parse(body ?? '')) ?? '');
  } catch {
    // A body that is no JSON names no URL.
    return '';
  }
}
