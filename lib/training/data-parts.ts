import type { Example } from './training-set.ts';

const siteParts = 5;

/** One of `siteParts` parts of about equal size; pages of one host are in the same part. */
export function sitePart({ site }: Example): string {
  let hash = 2_166_136_261;
  for (const byte of Buffer.from(site)) hash = Math.imul(hash ^ byte, 16_777_619) >>> 0;
  return `sites-${hash % siteParts}`;
}

/** The set of the example: its pages were chosen and annotated by the same people in the same way. */
export const corpusPart = ({ set }: Example): string => `corpus-${set}`;
