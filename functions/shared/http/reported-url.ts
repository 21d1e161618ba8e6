import { webUrlCandidates } from '#shared/contract/fields.ts';

const mayHoldPassword = (text: string): boolean => text.includes('@') && !/^mailto:[^:/?#]*$/i.test(text);

/**
 * The address that a caller asked for, as answers name it: spelled by the URL standard, without credentials. A text
 * that is no web address is named as it is, unless there may be a password in it.
 */
export function reportedUrl(text: string): string {
  const [candidate = ''] = webUrlCandidates(text) ?? [];
  const url = URL.parse(candidate);
  if (url === null) return mayHoldPassword(text) ? '' : text;
  url.username = '';
  url.password = '';
  return url.href;
}

/** The address in a request's body, as far as it can be read: `url`, or the first of `urls`. Empty without one. */
export function requestedUrl(body: string | undefined): string {
  try {
    const { url, urls } = (JSON.parse(body ?? '') ?? {}) as {
      readonly url?: unknown;
      readonly urls?: unknown;
    };
    const asked: unknown = url ?? (Array.isArray(urls) ? urls[0] : undefined);
    return typeof asked === 'string' ? reportedUrl(asked) : '';
  } catch {
    // A body that is no JSON names no address.
    return '';
  }
}
