import * as z from 'zod';

/** The URLs that a text may mean: a missing scheme is https, then http. `undefined` when it can be no web page. */
export function webUrlCandidates(text: string): readonly string[] | undefined {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return URL.canParse(trimmed) ? [trimmed] : undefined;
  // `localhost:3000/a` has a port, `mailto:a@b` has a scheme.
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed) || trimmed.startsWith('/')) return undefined;
  const candidates = [`https://${trimmed}`, `http://${trimmed}`];
  return candidates.every((candidate) => URL.canParse(candidate)) ? candidates : undefined;
}

const noPageUrl = 'must be an http or https URL, such as https://example.com/page';

/** The problem of a text that is no URL of a page; `undefined` for a valid one. */
export const webUrlProblem = (text: string): string | undefined => {
  const [first] = webUrlCandidates(text) ?? [];
  if (first === undefined) return noPageUrl;
  const url = new URL(first);
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (
    !url.hostname.includes('.') &&
    !url.hostname.includes(':') &&
    !/^https?:/i.test(text.trim()) &&
    url.port === ''
  )
    return noPageUrl;
  return undefined;
};

/** Servers refuse longer URLs, and a row of a crawl must stay small. */
export const maxUrlCharacters = 8_192;

/** A URL as callers write it: with or without a scheme, never with credentials. */
export const webUrl = z
  .string()
  // A text that is too short or too long has one problem, not two.
  .min(1, { abort: true })
  .max(maxUrlCharacters, { abort: true })
  .superRefine((text, context) => {
    const message = webUrlProblem(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({
    description: 'URL of a page; without a scheme https:// is tried, then http://',
    format: 'uri',
  });

/** Where a list goes on: a text in the form in which this service returns it. */
export const listCursor = (form: RegExp) =>
  z.string().max(200).regex(form, 'must be one that this service has returned');

/** A CSS selector as callers write it; `requireValidSelectors` tells whether it can be used. */
export const cssSelector = z.string().min(1).max(500);

export const milliseconds = (min: number, max: number) =>
  z.int(`must be a whole number of milliseconds from ${min} to ${max}`).min(min).max(max);

export const promptText = z
  .string()
  // An empty text has one problem, not two.
  .min(1, { abort: true })
  .max(10_000)
  .regex(/\S/, 'must not be blank');

/** Tokens that a model read and wrote for one request of a caller. */
export const modelTokens = z.object({ input: z.int().min(0), output: z.int().min(0) }).meta({
  description:
    'Tokens of all questions to the configured model and of its answers; absent when it was not asked',
});
export type ModelTokens = z.output<typeof modelTokens>;

/** Without repeats, in order of first occurrence. */
export const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
  'http2-settings',
  'accept-encoding',
]);

const isHopByHop = (name: string): boolean => hopByHop.has(name) || name.startsWith('proxy-');

/** Why a page must not be sent this header, whose name is in lower case; `undefined` for one that may be sent. */
function headerProblem(name: string): string | undefined {
  if (isHopByHop(name)) return 'is set by the service and cannot be replaced';
  // RFC 6265 §4: a server sets cookies, a client sends them. Cookie2 is of RFC 2965, which it obsoletes.
  return name === 'set-cookie' || name === 'cookie2' ? 'is not sent to pages: use Cookie' : undefined;
}

/** Request headers for a page. Headers that frame the message or select the host are set by the service (RFC 9110 §7.6.1). */
export const requestHeaders = z
  .record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'is not a header name'),
    z
      .string()
      .max(8_192)
      .regex(/^[^\u0000-\u0008\u000a-\u001f\u007f]*$/, 'contains a character that headers must not have'),
  )
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > 20) context.addIssue({ code: 'custom', message: 'must have at most 20 headers' });
    const lowered = names.map((name) => name.toLowerCase());
    if (new Set(lowered).size < lowered.length)
      context.addIssue({ code: 'custom', message: 'must not name a header twice' });
    for (const name of names) {
      const message = headerProblem(name.toLowerCase());
      if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
    }
  });

export const sourceOfResult = z.enum(['local', 'cloud']).meta({
  description:
    'The parser whose result this is: local = static fetch, or the `html` of the request; cloud = headless browser',
});
export type Source = z.infer<typeof sourceOfResult>;
