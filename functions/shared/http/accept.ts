import type { Coding } from '#shared/contract/site-files.ts';

interface Preference {
  readonly value: string;
  readonly weight: number;
}

/** The entries of a header such as `text/html, application/json;q=0.8`. */
const preferencesOf = (header: string): readonly Preference[] =>
  header
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [value = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const weight = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
      return { value, weight: Number.isFinite(weight) ? weight : 0 };
    });

/** How much a header wants a value, and by which entry: 0 is its own, then come `type/*` and the wildcards. */
function wishFor(preferences: readonly Preference[], value: string) {
  const candidates = [value, value.replace(/\/.*/, '/*'), '*/*', '*'];
  for (const [breadth, candidate] of candidates.entries()) {
    const found = preferences.find((preference) => preference.value === candidate);
    if (found !== undefined) return { weight: found.weight, breadth };
  }
  return { weight: 0, breadth: candidates.length };
}

/**
 * Whether a caller prefers JSON to the media type that others get: browsers and a plain curl take anything. Of equal weights the one
 * that is named counts: axios sends `application/json, text/plain, *\/*`.
 */
export function wantsJson(accept: string | undefined, otherwise: 'text/html' | 'text/markdown'): boolean {
  if (accept === undefined) return false;
  const preferences = preferencesOf(accept);
  const [json, other] = [wishFor(preferences, 'application/json'), wishFor(preferences, otherwise)];
  const isNamed = json.weight === other.weight && json.weight > 0 && json.breadth < other.breadth;
  return json.weight > other.weight || isNamed;
}

/** The content coding to send: brotli, gzip, or none, as far as `Accept-Encoding` allows. */
export function codingFor(acceptEncoding: string | undefined): Coding {
  const preferences = preferencesOf(acceptEncoding ?? '');
  return (['br', 'gzip'] as const).find((coding) => wishFor(preferences, coding).weight > 0) ?? 'identity';
}

/** Whether a caller asks for newline-delimited JSON. */
export const acceptsLines = (accept: string | undefined): boolean =>
  accept?.includes('application/x-ndjson') === true;
