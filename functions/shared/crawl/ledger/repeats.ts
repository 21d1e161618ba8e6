import { type AddressPattern, addressPatterns } from './address-patterns.ts';
import type { FinishedRow } from './crawl.ts';

/**
 * By the key of an address pattern, how often its pages repeated known ones, less `repeatsPerNewPage` for each page
 * that was new. Patterns at zero are left out, so that most crawls keep none.
 */
export type Repeats = Readonly<Record<string, number>>;

/** A pattern that gives fewer new pages than one in so many only repeats. */
const repeatsPerNewPage = 25;
/** Pages as deep as each other have less in common than siblings have. */
const wideFactor = 4;
/** The crawl's own row keeps the counts, and every commit pays for its size. */
const mostPatterns = 40;

const weightOf = ({ state, leadsToNew = false }: FinishedRow): number => {
  if (state === 'delivered' || leadsToNew) return -repeatsPerNewPage;
  return state === 'duplicate' ? 1 : 0;
};

/** The counts after these rows. Of too many patterns those that repeat most are kept, and the latest of equals. */
export function withRepeats(repeats: Repeats, finished: readonly FinishedRow[]): Repeats {
  const isQuiet = Object.keys(repeats).length === 0;
  if (isQuiet && !finished.some((row) => weightOf(row) > 0)) return repeats;
  const counts = new Map(Object.entries(repeats));
  for (const row of finished) {
    const weight = row.kind === 'page' ? weightOf(row) : 0;
    if (weight === 0) continue;
    for (const { key } of addressPatterns(row.url)) {
      const count = Math.max(0, (counts.get(key) ?? 0) + weight);
      // Set anew, so that the latest come last.
      counts.delete(key);
      if (count > 0) counts.set(key, count);
    }
  }
  const kept = [...counts].toReversed().toSorted(([, a], [, b]) => b - a);
  return Object.fromEntries(kept.slice(0, mostPatterns));
}

const isWorn = (repeats: Repeats, { key, isWide }: AddressPattern): boolean =>
  (repeats[key] ?? 0) >= repeatsPerNewPage * (isWide ? wideFactor : 1);

/** Why a page need not be read: its pattern only repeats known pages. `undefined` for all others. */
export function repeatingReason(repeats: Repeats, url: string): string | undefined {
  // The rule for most crawls, asked for each of their links.
  if (!Object.values(repeats).some((count) => count >= repeatsPerNewPage)) return undefined;
  const worn = addressPatterns(url).find((pattern) => isWorn(repeats, pattern));
  return worn === undefined
    ? undefined
    : `looks endless: addresses like ${worn.text} only repeat pages that are known`;
}
