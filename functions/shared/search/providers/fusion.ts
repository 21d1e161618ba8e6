import { lexicalMatch } from '#shared/search/answer/query-words.ts';
import { canonicalUrl } from '#shared/web/urls/canonical-url.ts';
import { parametersByName, similarityKey } from '#shared/web/urls/similar-url.ts';
import type { SearchTerms } from './list-requests.ts';
import type { FoundEntry } from './search-provider.ts';

export interface ScoredEntry extends FoundEntry {
  /** 0 to 1, descending within a list. */
  readonly score: number;
}

/** Cormack, Clarke and Büttcher, “Reciprocal Rank Fusion…” (SIGIR 2009): 60 worked best over their collections. */
const rankConstant = 60;
/** Small: words decide between neighbours, and never against the provider's order of a whole page. */
const lexicalShare = 0.1;

/** Images of one page are different results. A page in web and news is one, unless the sources stay apart. */
function keyOf(
  { url, imageUrl, source }: FoundEntry,
  { mergeSources }: Pick<SearchTerms, 'mergeSources'>,
): string | undefined {
  const canonical = canonicalUrl(imageUrl ?? url);
  if (canonical === undefined) return undefined;
  if (imageUrl !== undefined) return `image ${parametersByName(canonical)}`;
  const page = similarityKey(canonical);
  return mergeSources ? page : `${source} ${page}`;
}

/**
 * Merges lists into one, each URL once (without `mergeSources` once in each source), best first, at most
 * `limit` of each source:
 *
 *     score = 0.9 · Σ 61 / (60 + rank) / lists + 0.1 · (share of the query's words in title and snippet)
 *
 * summed over the lists of the entry's source; rank is 1 for the first. An entry that leads all of them and
 * has every word scores 1.
 */
export function fuse(
  terms: Pick<SearchTerms, 'query' | 'limit' | 'mergeSources'>,
  lists: readonly (readonly FoundEntry[])[],
): readonly ScoredEntry[] {
  const found = new Map<string, { entry: FoundEntry; rankSum: number }>();
  for (const list of lists)
    for (const [index, entry] of list.entries()) {
      const key = keyOf(entry, terms);
      if (key === undefined) continue;
      const known = found.get(key);
      const rankSum = (rankConstant + 1) / (rankConstant + 1 + index);
      found.set(key, {
        entry: known === undefined ? entry : { ...entry, ...known.entry },
        rankSum: (known?.rankSum ?? 0) + rankSum,
      });
    }
  const listsOf = (entry: FoundEntry): number =>
    Math.max(1, lists.filter((list) => list[0]?.source === entry.source).length);
  const scored = [...found.values()].map(({ entry, rankSum }) => {
    const rank = Math.min(1, rankSum / listsOf(entry));
    const words = lexicalMatch(terms.query, `${entry.title} ${entry.description}`);
    const score = (1 - lexicalShare) * rank + lexicalShare * words;
    return { ...entry, score: Math.round(score * 10_000) / 10_000 };
  });
  const taken = new Map<string, number>();
  return scored
    .toSorted((a, b) => b.score - a.score)
    .filter(({ source }) => {
      const count = (taken.get(source) ?? 0) + 1;
      taken.set(source, count);
      return count <= terms.limit;
    });
}
