import type { Example } from './training-set.ts';

const siteParts = 5;

/** One of `siteParts` parts of about equal size; pages of one host are in the same part. */
export function sitePart({ site }: Example): string {
  let hash = 2_166_136_261;
  for (const byte of Buffer.from(site)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return `sites-${hash % siteParts}`;
}

/** The language of the example, or the one of nearly all pages of its set. */
export function languagePart({ set, type, id }: Example): string {
  if (set === 'multilingual') return type;
  if (set === 'trafilatura') return 'German';
  return set === 'invented' && id.endsWith('-ru') ? 'Russian' : 'English';
}
