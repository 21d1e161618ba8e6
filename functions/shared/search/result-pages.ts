import type { ScoredEntry } from '#shared/search/providers/fusion.ts';
import { canonicalUrl } from '#shared/web/urls/canonical-url.ts';
import { similarityKey } from '#shared/web/urls/similar-url.ts';

/** A key that results of one page share: sources spell its URL in different ways. */
export function pageKey({ url }: Pick<ScoredEntry, 'url'>): string {
  const canonical = canonicalUrl(url);
  return canonical === undefined ? url : similarityKey(canonical);
}

/** The first result of each page. */
export const onePerPage = (entries: readonly ScoredEntry[]): readonly ScoredEntry[] =>
  [...Map.groupBy(entries, pageKey).values()].flatMap(([first]) => first ?? []);
