import { webUrlCandidates } from './fields.ts';

const mayHoldPassword = (text: string): boolean => text.includes('@') && !/^mailto:[^:/?#]*$/i.test(text);

/**
 * The URL that a caller asked for, as answers name it: spelled by the URL standard, without credentials. A text that
 * is no web URL is returned as it is, unless it may contain a password.
 */
export function reportedUrl(text: string): string {
  const [candidate = ''] = webUrlCandidates(text) ?? [];
  const url = URL.parse(candidate);
  if (url === null) return mayHoldPassword(text) ? '' : text;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The URL in a body that may not be valid: `url`, or the first of `urls`. Empty without one. */
export function requestedUrl(body: string | undefined): string {
  try {
    const { url, urls } = (JSON.parse(body ?? '') ?? {}) as {
      readonly url?: unknown;
      readonly urls?: unknown;
    };
    const asked: unknown = url ?? (Array.isArray(urls) ? urls[0] : undefined);
    return typeof asked === 'string' ? reportedUrl(asked) : '';
  } catch {
    // A body that is no JSON names no URL.
    return '';
  }
}
