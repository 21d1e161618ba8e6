import type { FoundEntry } from './search-provider.ts';

export interface ResultPage<Next> {
  readonly entries: readonly FoundEntry[];
  /** Parameters of the next page; absent on the last one. */
  readonly next?: Next | undefined;
}

/** No provider has more; it also stops a provider that announces more pages for ever. */
const maxPages = 12;

/**
 * Reads pages until `limit` entries, the last page, or a page without new entries. A failure after the first page
 * ends the list with the entries so far.
 */
export async function collectPages<Next>(
  limit: number,
  first: Next,
  signal: AbortSignal,
  readPage: (position: Next) => Promise<ResultPage<Next>>,
): Promise<readonly FoundEntry[]> {
  const found = new Map<string, FoundEntry>();
  let position: Next | undefined = first;
  for (let page = 0; page < maxPages && position !== undefined && found.size < limit; page += 1) {
    const before = found.size;
    try {
      const { entries, next } = await readPage(position);
      for (const entry of entries) {
        const key = entry.imageUrl ?? entry.url;
        if (!found.has(key)) found.set(key, entry);
      }
      position = next;
    } catch (error) {
      signal.throwIfAborted();
      if (found.size === 0) throw error;
      break;
    }
    if (found.size === before) break;
  }
  return [...found.values()].slice(0, limit);
}
