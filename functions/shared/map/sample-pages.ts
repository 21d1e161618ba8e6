import type { CollectedLinks, NewPage, SeenLink } from './collected-links.ts';
import { findingsOf } from './explore-pages.ts';
import {
  createDescents,
  type Descent,
  errorOfGroup,
  type SampledPage,
  sizeByDescents,
} from './random-descents.ts';
import type { SiteReader } from './read-site.ts';
import { groupKey } from './waiting-pages.ts';

export interface SampleOptions {
  readonly reader: Pick<SiteReader, 'page'>;
  readonly links: CollectedLinks;
  readonly maxPages: number;
  readonly pagesAtOnce: number;
  /** At least 0, less than 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

export interface Sampled {
  /** Pages of the site that are expected beyond those that are known. */
  readonly beyond: number;
  readonly read: number;
  readonly failed: number;
}

/** Minimum of sampled pages for each group, however small: lists are few, and lead to most pages. */
const minOfGroup = 4;
/** Links that a third of the sample has are navigation. */
const navigationShare = 1 / 3;
const minNavigation = 3;
/** A smaller share of known links says too little about how many are unknown. */
const minKnownShare = 0.05;
/** When so many new links occur on two pages of the sample, pages link to each other across the site. */
const minOverlap = 3;
/** Pages by group, in random order; the smallest group first. */
type Groups = ReadonlyMap<string, readonly NewPage[]>;

function shuffledGroups(unread: readonly NewPage[], random: () => number): Groups {
  const groups = [...Map.groupBy(unread, ({ url }) => groupKey(url))].toSorted(
    ([, a], [, b]) => a.length - b.length,
  );
  const shuffled = (pages: readonly NewPage[]): readonly NewPage[] =>
    pages
      .map((page) => ({ page, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ page }) => page);
  return new Map(groups.map(([group, pages]) => [group, shuffled(pages)]));
}

/** The first pages of each group, in proportion to its size. */
function choosePages(groups: Groups, count: number): readonly NewPage[] {
  const all = [...groups.values()];
  const total = all.reduce((sum, pages) => sum + pages.length, 0);
  const wanted = (pages: readonly NewPage[]): number =>
    Math.max(minOfGroup, Math.round((count * pages.length) / total));
  return all.flatMap((pages) => pages.slice(0, wanted(pages))).slice(0, count);
}

/** The size of a set of which so many random draws hit so many different members. */
function sizeOfSet(draws: number, distinct: number): number {
  let low = distinct;
  let high = draws * draws + distinct;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (middle * (1 - Math.exp(-draws / middle)) < distinct) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The number of a site's pages, if different pages of the sample lead to the same new ones: from that overlap (capture
 * and recapture), and from the share of links that lead to known pages. The two err in opposite directions.
 */
function sizeByOverlap(sampled: readonly SampledPage[], known: number): number | undefined {
  const counts = new Map<string, number>();
  for (const { hash } of sampled.flatMap(({ links }) => links)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const navigation = Math.max(minNavigation, sampled.length * navigationShare);
  const found = sampled.flatMap(({ links }) =>
    links.filter(({ hash }) => (counts.get(hash) ?? 0) < navigation),
  );
  const fresh = found.filter(({ isKnown }) => !isKnown);
  const distinct = new Set(fresh.map(({ hash }) => hash)).size;
  if (fresh.length - distinct < minOverlap) return undefined;
  const byShare = known / Math.max(minKnownShare, 1 - fresh.length / found.length);
  return Math.sqrt((known + sizeOfSet(fresh.length, distinct)) * byShare);
}

/** A group that adds a smaller error, as a share of the site, needs no further pages. */
const minError = 0.01;

/**
 * How many pages a site has beyond those that are known, from a random sample of its unread pages. A site whose pages do
 * not lead to each other is a tree, whose size random descents estimate (Knuth 1975, Chen 1992).
 */
export async function samplePages(
  unread: readonly NewPage[],
  { reader, links, maxPages, pagesAtOnce, random, signal }: SampleOptions,
): Promise<Sampled> {
  let read = 0;
  let failed = 0;

  async function linksOf(url: string, depth: number): Promise<readonly SeenLink[]> {
    const mapped = await reader.page(url, { signal, mayRender: false }).catch(() => undefined);
    if (mapped === undefined) failed += Number(!signal.aborted);
    else read += 1;
    return mapped === undefined
      ? []
      : links.look(findingsOf(mapped, depth)).filter((link) => link.url !== url);
  }

  const unreadOf = shuffledGroups(unread, random);
  const sampledPage = async ({ url, depth }: NewPage): Promise<SampledPage> => ({
    group: groupKey(url),
    depth,
    links: await linksOf(url, depth),
  });

  /** In the order of their choice: groups of few pages, such as lists, come first. */
  async function readFirst(): Promise<readonly SampledPage[]> {
    const chosen = choosePages(unreadOf, Math.floor(maxPages / 2));
    const sampled: SampledPage[] = [];
    for (let start = 0; start < chosen.length && !signal.aborted; start += pagesAtOnce) {
      const some = chosen.slice(start, start + pagesAtOnce);
      sampled.push(...(await Promise.all(some.map(sampledPage))));
    }
    return sampled;
  }

  const sampled = await readFirst();
  const size = sizeByOverlap(sampled, links.count());
  if (size !== undefined) return { beyond: size - links.count(), read, failed };

  const mayRead = (): boolean => read < maxPages && !signal.aborted;
  const descend = createDescents({ linksOf, random, mayRead });
  const descents: Descent[] = [];
  async function descendFrom(pages: readonly SampledPage[]): Promise<void> {
    for (const page of pages) {
      // The time is over: a page that could not be read leads to nothing.
      if (signal.aborted) return;
      descents.push(await descend(page));
    }
  }

  /** Pages of the group that makes the estimate least certain; none when it is certain enough, or no page may be read. */
  function nextPages(): readonly NewPage[] {
    const left = Math.min(pagesAtOnce, maxPages - read - failed);
    if (left <= 0 || signal.aborted) return [];
    const found = Map.groupBy(descents, ({ group }) => group);
    const [next] = [...unreadOf]
      .map(([group, all]) => {
        const pages = (found.get(group) ?? []).map((descent) => descent.pages);
        return {
          unread: all.slice(pages.length, pages.length + left),
          error: errorOfGroup(pages, all.length),
        };
      })
      .filter(({ unread: pages }) => pages.length > 0)
      .toSorted((a, b) => b.error - a.error);
    const size = links.count() + sizeByDescents(descents, unreadOf);
    return next === undefined || next.error < minError * size ? [] : next.unread;
  }

  await descendFrom(sampled);
  for (let pages = nextPages(); pages.length > 0; pages = nextPages())
    await descendFrom(await Promise.all(pages.map(sampledPage)));
  return { beyond: sizeByDescents(descents, unreadOf), read, failed };
}
