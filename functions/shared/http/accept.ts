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

/** How much a header wants a value: its own entry counts, then `type/*`, then the wildcard. */
function weightOf(preferences: readonly Preference[], value: string): number {
  const candidates = [value, value.replace(/\/.*/, '/*'), '*/*', '*'];
  for (const candidate of candidates) {
    const found = preferences.find((preference) => preference.value === candidate);
    if (found !== undefined) return found.weight;
  }
  return 0;
}

/** Whether a caller prefers JSON to the media type that others get: browsers and a plain curl take anything. */
export function wantsJson(accept: string | undefined, otherwise: 'text/html' | 'text/markdown'): boolean {
  if (accept === undefined) return false;
  const preferences = preferencesOf(accept);
  return weightOf(preferences, 'application/json') > weightOf(preferences, otherwise);
}

/** The content coding to send: brotli, gzip, or none, as far as `Accept-Encoding` allows. */
export function codingFor(acceptEncoding: string | undefined): Coding {
  const preferences = preferencesOf(acceptEncoding ?? '');
  return (['br', 'gzip'] as const).find((coding) => weightOf(preferences, coding) > 0) ?? 'identity';
}

/** Whether a caller asks for newline-delimited JSON. */
export const acceptsLines = (accept: string | undefined): boolean =>
  accept?.includes('application/x-ndjson') === true;
