import type { Example } from './training-set.ts';

const siteParts = 5;

/** Parts of about equal size; pages of one host share theirs. */
export function sitePart({ site }: Example): string {
  let hash = 2_166_136_261;
  for (const byte of Buffer.from(site)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return `sites-${hash % siteParts}`;
}

/** The language that nearly all pages of the example's set are in. */
export function languagePart({ set, type, id }: Example): string {
  if (set === 'multilingual') return type;
  if (set === 'trafilatura') return 'German';
  return set === 'invented' && id.endsWith('-ru') ? 'Russian' : 'English';
}
