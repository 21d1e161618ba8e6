import { type CrawlRow, type Edge, edgeHashDigits, type Links } from '#shared/crawl/ledger/crawl.ts';

/** A URL at which another row's page was read leads where that row leads. */
const edgesOf = ({ hash, readAs }: CrawlRow, links: Links): readonly Edge[] => [
  ...(links.get(hash) ?? []),
  ...(readAs === undefined ? [] : [{ to: readAs.slice(0, edgeHashDigits), hops: 0 }]),
];

/**
 * Rows that were recorded as too deep but have a path that is short enough. Pages are read as they are found, so that
 * the links of a slow page may be found by detours first; their depth counts from the slow page in the end.
 *
 * Dijkstra's algorithm over whole hops: each depth in turn updates the pages that it links to.
 */
export function shallowEnough(
  rows: readonly CrawlRow[],
  links: Links,
  maxDepth: number,
): readonly CrawlRow[] {
  const depths = new Map(rows.map(({ hash, depth }) => [hash.slice(0, edgeHashDigits), depth]));
  const edges = new Map(rows.map((row) => [row.hash.slice(0, edgeHashDigits), edgesOf(row, links)]));
  const atDepth = Array.from({ length: maxDepth + 1 }, (): string[] => []);
  for (const [name, depth] of depths) atDepth[depth]?.push(name);
  for (const [depth, names] of atDepth.entries())
    // Redirects append to the list that is being walked.
    for (const name of names)
      if (depths.get(name) === depth)
        for (const { to, hops } of edges.get(name) ?? [])
          if (depth + hops < (depths.get(to) ?? 0)) {
            depths.set(to, depth + hops);
            atDepth[depth + hops]?.push(to);
          }
  return rows.flatMap((row): CrawlRow[] => {
    const depth = depths.get(row.hash.slice(0, edgeHashDigits)) ?? row.depth;
    return row.state === 'tooDeep' && depth <= maxDepth ? [{ ...row, state: 'waiting', depth }] : [];
  });
}
