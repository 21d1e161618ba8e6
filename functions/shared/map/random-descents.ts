import type { SeenLink } from './collected-links.ts';
import { barrenPages, groupKey } from './waiting-pages.ts';

/** A page of the sample and the links that it shares with few others. */
export interface SampledPage {
  readonly group: string;
  readonly depth: number;
  readonly links: readonly SeenLink[];
}

/** Pages that were found below a page of the sample. */
export interface Descent {
  readonly group: string;
  readonly pages: number;
  /** Nothing ended it early. */
  readonly isWhole: boolean;
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** Pages below all unread pages, given by group, when those of the sample stand for their groups. */
export function sizeByDescents(
  descents: readonly Descent[],
  unreadOf: ReadonlyMap<string, { readonly length: number }>,
): number {
  return [...Map.groupBy(descents, ({ group }) => group)].reduce((sum, [group, found]) => {
    const whole = found.filter(({ isWhole }) => isWhole);
    const counted = whole.length > 0 ? whole : found;
    return sum + meanOf(counted.map(({ pages }) => pages)) * (unreadOf.get(group)?.length ?? 0);
  }, 0);
}

/**
 * Standard error that a group adds to the estimate; its size when none of its pages was read. One page that leads to a
 * further one is assumed beyond the sample: equal descents do not prove that all are equal.
 */
export function errorOfGroup(pages: readonly number[], size: number): number {
  if (pages.length === 0) return size;
  const mean = meanOf(pages);
  const squares = pages.reduce((sum, number) => sum + (number - mean) ** 2, 1);
  return (size * Math.sqrt(squares)) / pages.length;
}

/** Bounds of one descent. */
const maxDepth = 60;
const maxBelow = 10_000;

interface DescentDeps {
  /** The links of a page; reads it. */
  readonly linksOf: (url: string, depth: number) => Promise<readonly SeenLink[]>;
  /** At least 0, less than 1. */
  readonly random: () => number;
  /** Whether the maximum of pages and the time allow another page. */
  readonly mayRead: () => boolean;
}

/**
 * Random descents from pages of a sample, one after the other (Knuth 1975, Chen 1992). Where one must end early, the mean
 * of the group's whole descents stands for the rest.
 */
export function createDescents({
  linksOf,
  random,
  mayRead,
}: DescentDeps): (page: SampledPage) => Promise<Descent> {
  const groupMeans = new Map<string, { readonly pages: number; readonly sum: number }>();

  /** One random child of each group stands for the others of its group. */
  async function below({ group, depth, links }: SampledPage, own: Set<string>): Promise<Descent> {
    const fresh = links.filter(({ hash, isKnown }) => !isKnown && !own.has(hash));
    for (const { hash } of fresh) own.add(hash);
    let pages = 0;
    let isWhole = true;
    // Lists before articles: what articles link to is then known.
    const smallestFirst = [...Map.groupBy(fresh, ({ url }) => groupKey(url))].toSorted(
      ([, one], [, other]) => one.length - other.length,
    );
    for (const [key, children] of smallestFirst) {
      const child = children[Math.floor(random() * children.length)];
      if (child === undefined) continue;
      const descent = await belowUnread(key, child.url, depth + 1, own);
      pages += children.length * (1 + descent.pages);
      isWhole &&= descent.isWhole;
    }
    if (!isWhole) return { group, pages, isWhole };
    const mean = groupMeans.get(group) ?? { pages: 0, sum: 0 };
    groupMeans.set(group, { pages: mean.pages + 1, sum: mean.sum + pages });
    return { group, pages, isWhole };
  }

  async function belowUnread(group: string, url: string, depth: number, own: Set<string>): Promise<Descent> {
    const mean = groupMeans.get(group);
    const isBarren = mean !== undefined && mean.pages >= barrenPages && mean.sum === 0;
    if (isBarren) return { group, pages: 0, isWhole: true };
    const average = mean === undefined ? 0 : mean.sum / mean.pages;
    if (own.size > maxBelow || depth > maxDepth || !mayRead())
      return { group, pages: average, isWhole: false };
    return below({ group, depth, links: await linksOf(url, depth) }, own);
  }

  return (page) => below(page, new Set());
}
