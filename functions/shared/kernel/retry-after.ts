/**
 * The delay of a Retry-After header (RFC 9110, section 10.2.3: a number of seconds, or a date), in seconds; `undefined`
 * without a valid one.
 */
export function retryAfterSeconds(header: string | null | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // Without the name of a month it is no HTTP-date, but `Date.parse` reads `5.5` and `-1` as days.
  const atMs = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
