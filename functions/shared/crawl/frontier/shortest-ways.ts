import { type CrawlRow, type Way, wayDigits } from '#shared/crawl/ledger/crawl.ts';

/** An address that a page was read at leads to what that page leads to. */
const waysOf = ({ leadsTo = [], readAs }: CrawlRow): readonly Way[] =>
  readAs === undefined ? leadsTo : [...leadsTo, { to: readAs.slice(0, wayDigits), hops: 0 }];

/**
 * Pages that were found by a long way and lie near enough by a shorter one. A page is read when it is found, so that
 * a slow page's links are found by detours first; what the detours led to counts from the slow page in the end.
 *
 * Dijkstra's algorithm over whole hops: each depth in turn hands on to what its pages lead to.
 */
export function nearEnough(rows: readonly CrawlRow[], maxDepth: number): readonly CrawlRow[] {
  if (!rows.some(({ state }) => state === 'tooDeep')) return [];
  const depths = new Map(rows.map(({ hash, depth }) => [hash.slice(0, wayDigits), depth]));
  const ways = new Map(rows.map((row) => [row.hash.slice(0, wayDigits), waysOf(row)]));
  const atDepth = Array.from({ length: maxDepth + 1 }, (): string[] => []);
  for (const [name, depth] of depths) atDepth[depth]?.push(name);
  for (const [depth, names] of atDepth.entries())
    // Redirects add to the list that is being walked.
    for (const name of names)
      if (depths.get(name) === depth)
        for (const { to, hops } of ways.get(name) ?? [])
          if (depth + hops < (depths.get(to) ?? 0)) {
            depths.set(to, depth + hops);
            atDepth[depth + hops]?.push(to);
          }
  return rows.flatMap((row): CrawlRow[] => {
    const depth = depths.get(row.hash.slice(0, wayDigits)) ?? row.depth;
    return row.state === 'tooDeep' && depth <= maxDepth ? [{ ...row, state: 'waiting', depth }] : [];
  });
}
