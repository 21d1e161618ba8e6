import * as z from 'zod';

/** Adds the scheme that a caller left out; `undefined` when the text cannot name a web page at all. */
export function webUrlCandidates(text: string): readonly string[] | undefined {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) return URL.canParse(trimmed) ? [trimmed] : undefined;
  // `localhost:3000/a` has a port, `mailto:a@b` has a scheme.
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(trimmed) || trimmed.startsWith('/')) return undefined;
  const candidates = [`https://${trimmed}`, `http://${trimmed}`];
  return candidates.every((candidate) => URL.canParse(candidate)) ? candidates : undefined;
}

/** Why a text is no address of a page; `undefined` when it is one. */
export const webUrlProblem = (text: string): string | undefined => {
  const [first] = webUrlCandidates(text) ?? [];
  if (first === undefined) return 'must be an http or https address of a page';
  const url = new URL(first);
  if (url.username !== '' || url.password !== '') return 'must not carry credentials';
  if (
    !url.hostname.includes('.') &&
    !url.hostname.includes(':') &&
    !/^https?:/i.test(text.trim()) &&
    url.port === ''
  )
    return 'must be an http or https address of a page';
  return undefined;
};

/** An address as callers write it: with or without scheme, never with credentials. */
export const webUrl = z
  .string()
  .min(1)
  .max(8_192)
  .superRefine((text, context) => {
    const message = webUrlProblem(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .meta({
    description: 'Address of a page; without a scheme https:// is tried, then http://',
    format: 'uri',
  });

export const milliseconds = (min: number, max: number) =>
  z.int(`must be a whole number of milliseconds from ${min} to ${max}`).min(min).max(max);

/** Words for a model. */
export const promptText = z.string().min(1).max(10_000).regex(/\S/, 'must not be blank');

/** Repeats are ignored, the first mention keeps its place. */
export const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
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

/** Request headers for a target. What frames the message or picks the host is ours (RFC 9110 §7.6.1). */
export const requestHeaders = z
  .record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'is not a header name'),
    z
      .string()
      .max(8_192)
      .regex(/^[^\u0000-\u0008\u000a-\u001f\u007f]*$/, 'holds a character that no header may'),
  )
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > 20) context.addIssue({ code: 'custom', message: 'must have at most 20 headers' });
    const lowered = names.map((name) => name.toLowerCase());
    if (new Set(lowered).size < lowered.length)
      context.addIssue({ code: 'custom', message: 'names a header twice' });
    for (const name of names)
      if (hopByHop.has(name.toLowerCase()))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'is set by the service and cannot be replaced',
        });
  });

export const sourceOfResult = z.enum(['local', 'cloud']).meta({
  description: 'The parser whose result this is: local = static fetch, cloud = headless browser',
});
export type Source = z.infer<typeof sourceOfResult>;
