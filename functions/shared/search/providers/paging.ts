import type { FoundEntry, Listing } from './search-provider.ts';

export interface ResultPage<Next> {
  readonly entries: readonly FoundEntry[];
  /** Parameters of the next page; absent on the last one. */
  readonly next?: Next | undefined;
  /** Results of all pages, as this page states them; 0 when the provider does not know. */
  readonly statedTotal?: number | undefined;
}

/** No provider has more; it also stops a provider that announces more pages for ever. */
const maxPages = 12;

/**
 * Reads pages until `limit` entries, the last page, or a page without new entries. A failure after the first page, or
 * the end of the time, cuts the list: the entries so far are kept.
 */
export async function collectPages<Next>(
  limit: number,
  first: Next,
  signal: AbortSignal,
  readPage: (position: Next) => Promise<ResultPage<Next>>,
): Promise<Listing> {
  const found = new Map<string, FoundEntry>();
  let position: Next | undefined = first;
  let isCut = false;
  let stated: number | undefined;
  for (let page = 0; page < maxPages && position !== undefined && found.size < limit; page += 1) {
    const before = found.size;
    try {
      const { entries, next, statedTotal } = await readPage(position);
      if (statedTotal !== 0) stated ??= statedTotal;
      for (const entry of entries) {
        const key = entry.imageUrl ?? entry.url;
        if (!found.has(key)) found.set(key, entry);
      }
      position = next;
    } catch (error) {
      if (found.size === 0) throw signal.aborted ? signal.reason : error;
      isCut = true;
      break;
    }
    if (found.size === before) break;
  }
  return { entries: [...found.values()].slice(0, limit), isCut, statedTotal: stated };
}
