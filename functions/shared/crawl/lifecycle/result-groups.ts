import type { Crawl, ResultGroup } from '#shared/crawl/ledger/crawl.ts';
import type { CrawlStore } from '#shared/crawl/ledger/crawl-store.ts';

/** Groups of results in one query: several hundred pages. */
const groupsAtOnce = 32;

type Groups = Pick<CrawlStore, 'groups'>;
type Delivered = Pick<Crawl, 'id' | 'groups' | 'delivered'>;

/**
 * The number of a group that is at or a little before the one that holds the page at `position`. Groups are about equally
 * large, so the first guess is mostly near (interpolation search); each second guess halves the rest, whatever their sizes.
 */
export async function groupNear(
  { id, groups, delivered }: Delivered,
  position: number,
  store: Groups,
): Promise<number> {
  let low = { sequence: 1, pagesBefore: 0 };
  let high = { sequence: groups + 1, pagesBefore: delivered };
  for (let guesses = 0; high.sequence - low.sequence > 1; guesses += 1) {
    const between = high.sequence - low.sequence;
    const share = (position - low.pagesBefore) / Math.max(1, high.pagesBefore - low.pagesBefore);
    const distance = Math.floor(Math.min(1, share) * between);
    if (distance < groupsAtOnce / 2) break;
    // A guess that is a little too low ends the search, one that is too high does not.
    const steps = guesses % 2 === 0 ? distance - groupsAtOnce / 4 : between >> 1;
    const [group] = await store.groups(id, low.sequence + steps, 1);
    if (group === undefined) break;
    const found = { sequence: group.sequence, pagesBefore: group.deliveredBefore };
    if (group.deliveredBefore <= position) low = found;
    else high = found;
  }
  return low.sequence;
}

/** The groups from about the page at `position` on, queried as they are needed: a reply seldom holds all of them. */
export async function* groupsFrom(
  crawl: Delivered,
  position: number,
  store: Groups,
): AsyncGenerator<readonly ResultGroup[]> {
  let next = await groupNear(crawl, position, store);
  let groups: readonly ResultGroup[];
  do {
    groups = await store.groups(crawl.id, next, groupsAtOnce);
    yield groups;
    next += groups.length;
  } while (groups.length === groupsAtOnce);
}
