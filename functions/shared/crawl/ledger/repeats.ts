import { type RepeatPattern, repeatPatterns } from './repeat-patterns.ts';
import type { FinishedRow, Repeats } from './crawl.ts';

/** A pattern with fewer new pages than one in this many only repeats known ones. */
const repeatsPerNewPage = 25;
/** Pages of one path depth have less in common than siblings. */
const wideFactor = 4;
/** The crawl's row holds the counts, and every commit pays for its size. */
const maxPatterns = 40;

const weightOf = ({ state, leadsToNew = false }: FinishedRow): number => {
  if (state === 'delivered' || leadsToNew) return -repeatsPerNewPage;
  return state === 'duplicate' ? 1 : 0;
};

/** The counts after these rows. The patterns that repeat most are kept, and the latest among equals. */
export function withRepeats(repeats: Repeats, finished: readonly FinishedRow[]): Repeats {
  const isQuiet = Object.keys(repeats).length === 0;
  if (isQuiet && !finished.some((row) => weightOf(row) > 0)) return repeats;
  const counts = new Map(Object.entries(repeats));
  for (const row of finished) {
    const weight = row.kind === 'page' ? weightOf(row) : 0;
    if (weight === 0) continue;
    for (const { key } of repeatPatterns(row.url)) {
      const count = Math.max(0, (counts.get(key) ?? 0) + weight);
      // Deleted and set again, so that the latest come last.
      counts.delete(key);
      if (count > 0) counts.set(key, count);
    }
  }
  const kept = [...counts].toReversed().toSorted(([, a], [, b]) => b - a);
  return Object.fromEntries(kept.slice(0, maxPatterns));
}

const isWorn = (repeats: Repeats, { key, isWide }: RepeatPattern): boolean =>
  (repeats[key] ?? 0) >= repeatsPerNewPage * (isWide ? wideFactor : 1);

/** Why a page is not worth reading: its pattern only repeats known pages. `undefined` for all other pages. */
export function repeatingReason(repeats: Repeats, url: string): string | undefined {
  // True for most crawls, and checked for each of their links.
  if (!Object.values(repeats).some((count) => count >= repeatsPerNewPage)) return undefined;
  const worn = repeatPatterns(url).find((pattern) => isWorn(repeats, pattern));
  return worn === undefined ? undefined : `looks endless: URLs like ${worn.text} only repeat known pages`;
}
