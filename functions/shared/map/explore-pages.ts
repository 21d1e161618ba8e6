import type { CollectedLinks, NewPage } from './collected-links.ts';
import type { MappedPage, SiteReader } from './read-site.ts';
import { createWaitingPages, type TakenPage } from './waiting-pages.ts';

export interface ExploreOptions {
  readonly pagesAtOnce: number;
  readonly maxPages: number;
  readonly mayRender: boolean;
  /** The sitemaps have every link of the start page. */
  readonly isListed: boolean;
  /** Ends the exploration before its maximum of pages. */
  readonly isEnough: () => boolean;
  readonly signal: AbortSignal;
}

/** The links of a page, as findings. */
export const findingsOf = ({ finalUrl, links: { canonicalUrl, pages } }: MappedPage, depth: number) =>
  [...(canonicalUrl === undefined ? [] : [canonicalUrl]), ...pages].map((href) => ({
    href,
    baseUrl: finalUrl,
    depth: depth + 1,
  }));

export interface Exploration {
  /** Pages that were read, and pages that could not be. */
  readonly read: number;
  readonly failed: number;
  /** Pages that were found and not read. */
  readonly unread: readonly NewPage[];
  /** No unread page is expected to add links. */
  readonly isComplete: boolean;
}

/**
 * Reads pages side by side for their links. Each is chosen when its host's turn has come, so that what was learned
 * meanwhile counts. Pages that cannot be read are passed over: their addresses are in the list all the same.
 */
export async function explorePages(
  first: readonly NewPage[],
  links: CollectedLinks,
  reader: Pick<SiteReader, 'page' | 'turn' | 'allows'>,
  { pagesAtOnce, maxPages, mayRender, isListed, isEnough, signal }: ExploreOptions,
): Promise<Exploration> {
  const waiting = createWaitingPages({ isListed });
  waiting.add(first);
  let begun = 0;
  let read = 0;
  let failed = 0;
  const reads = new Set<Promise<void>>();
  /** Hosts whose turn is being waited for, one wait for each. */
  const turns = new Map<string, Promise<void>>();
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);
  const isOver = (): boolean => either.aborted || begun >= maxPages || isEnough();

  async function readPage({ page, added }: TakenPage): Promise<void> {
    const options = { signal: either, mayRender, hasTurn: true };
    const mapped = await reader.page(page.url, options).catch(() => undefined);
    if (mapped === undefined) {
      if (!either.aborted) failed += 1;
      return;
    }
    read += 1;
    links.describe(page.url, mapped.title === undefined ? {} : { title: mapped.title });
    const before = links.count();
    waiting.add(links.add('page', findingsOf(mapped, page.depth)));
    added(links.count() - before);
    // Pages that wait for their host need not be read any more.
    if (isEnough()) enough.abort(new Error('The map has enough links.'));
  }

  /** The best page of a host that robots.txt allows. */
  async function takeAllowed(host: string): Promise<TakenPage | undefined> {
    for (;;) {
      const taken = isOver() ? undefined : waiting.take(host);
      if (taken === undefined) return undefined;
      begun += 1;
      if (await reader.allows(taken.page.url, either).catch(() => false)) return taken;
      if (!either.aborted) failed += 1;
    }
  }

  /** Counts a host's best page as failed: without a turn it is not read. */
  function passOver(host: string): void {
    if (isOver() || waiting.take(host) === undefined) return;
    begun += 1;
    failed += 1;
  }

  async function readAtTurn({ url }: NewPage, host: string): Promise<void> {
    const hasTurn = await reader.turn(url, either).then(
      () => true,
      () => false,
    );
    if (!hasTurn) {
      passOver(host);
      return;
    }
    const taken = await takeAllowed(host);
    if (taken === undefined) return;
    const reading = readPage(taken).finally(() => reads.delete(reading));
    reads.add(reading);
  }

  for (;;) {
    const isFull = isOver() || reads.size + turns.size >= pagesAtOnce;
    const next = isFull ? undefined : waiting.best((host) => !turns.has(host));
    if (next !== undefined) {
      const { host } = new URL(next.url);
      turns.set(
        host,
        readAtTurn(next, host).finally(() => turns.delete(host)),
      );
      continue;
    }
    // Pages that are being read may lead to further ones.
    if (reads.size + turns.size === 0) {
      const isComplete = !isOver() && waiting.best(() => true) === undefined;
      return { read, failed, unread: waiting.all(), isComplete };
    }
    await Promise.race([...reads, ...turns.values()]);
  }
}
