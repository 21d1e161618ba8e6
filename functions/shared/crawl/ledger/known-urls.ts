import type { DiscoveredUrl } from './crawl.ts';
import type { CrawlStore, RecordedUrls } from './crawl-store.ts';

/** A process works for few crawls at once. */
const maxCrawls = 16;
/** Some 100 bytes each. */
const maxUrlsPerCrawl = 50_000;

/** The ledger has a row of this depth or a lower one. */
interface KnownUrl {
  readonly depth: number;
  /** The state with which the URL was found at that depth; `undefined` when the row was there before. */
  readonly state: DiscoveredUrl['state'] | undefined;
}

/**
 * Whether recording the URL again changes nothing: rows only get nearer, and at its depth only a URL that may be read
 * moves a row, one that was too deep.
 */
function isSettled(known: KnownUrl | undefined, { depth, state, readAs }: DiscoveredUrl): boolean {
  if (known === undefined || readAs !== undefined) return false;
  if (depth !== known.depth) return depth > known.depth;
  return state !== 'waiting' || state === known.state;
}

function remember(
  urls: Map<string, KnownUrl>,
  found: readonly DiscoveredUrl[],
  recorded: RecordedUrls,
): void {
  const fresh = new Set(recorded.fresh);
  for (const url of found) {
    const depth = recorded.knownDepths.get(url.hash);
    // Neither new nor known: there was no room for it.
    if (depth === undefined && !fresh.has(url)) continue;
    if (urls.size >= maxUrlsPerCrawl && !urls.has(url.hash)) return;
    const isNearest = depth === undefined || url.depth <= depth;
    urls.set(url.hash, isNearest ? { depth: url.depth, state: url.state } : { depth, state: undefined });
  }
}

/**
 * `record` that asks the ledger only about URLs that this process has not recorded before, or finds nearer: most links of
 * a page are the menu of its site. The depths of others may be older than the ledger's, and are never lower.
 */
export function rememberKnownUrls(record: CrawlStore['record']): CrawlStore['record'] {
  const crawls = new Map<string, Map<string, KnownUrl>>();
  const urlsOf = (id: string): Map<string, KnownUrl> => {
    const urls = crawls.get(id) ?? new Map<string, KnownUrl>();
    // Deleted and set again, so that the crawl used last is forgotten last.
    crawls.delete(id);
    crawls.set(id, urls);
    const [oldest] = crawls.keys();
    if (crawls.size > maxCrawls && oldest !== undefined) crawls.delete(oldest);
    return urls;
  };
  return async (crawl, found, room) => {
    const urls = urlsOf(crawl.id);
    const settledDepths = new Map<string, number>();
    const asked = found.filter((url) => {
      const known = urls.get(url.hash);
      const settled = isSettled(known, url);
      if (settled && known !== undefined) settledDepths.set(url.hash, known.depth);
      return !settled;
    });
    if (asked.length === 0) return { fresh: [], knownDepths: settledDepths };
    const recorded = await record(crawl, asked, room);
    remember(urls, asked, recorded);
    return { ...recorded, knownDepths: new Map([...settledDepths, ...recorded.knownDepths]) };
  };
}
