import TinyQueue from 'tinyqueue';

import { byPriority } from '#shared/crawl/frontier/frontier.ts';
import type { NewPage } from './collected-links.ts';

/** Pages whose URLs look alike: those of one folder, lists and articles apart. */
interface Group {
  readonly host: string;
  /** Groups are numbered as they are found. */
  readonly number: number;
  waiting: NewPage[];
  /** The most important waiting page; used until a page of the group is read. */
  best: NewPage;
  isSorted: boolean;
  reads: number;
  gained: number;
}

/** Links that a page is expected to add before any page was read. */
const firstExpectation = 2;
/** Once the site counts as known, an untried group whose pages are expected to add less is not read either. */
const minExpectation = 0.25;
/**
 * The site counts as known when this many pages in a row added no link, and no group is untried or promising. With
 * fewer, the pages of a menu would end the reading: their URLs do not show which of them leads to further pages.
 */
const idlePages = 12;
/** The same for a site whose sitemaps have every link of the start page: they are likely complete. */
const idlePagesOfListedSite = 4;
/** A group is given up when this many of its pages were read and none added a link; a map gives up large groups only. */
export const barrenPages = 4;
/** Waiting pages that make a group large. */
const largeGroup = 40;

/** Pages of one group have the same key. */
export function groupKey(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const folder = segments.slice(0, -1).map((segment) => segment.replaceAll(/\d+/g, '*'));
  const last = segments.at(-1) ?? '';
  const shape = [/\d/.test(last) ? 'numbered' : 'named', pathname.endsWith('/') ? 'folder' : 'page'];
  return [host, ...folder, ...shape, ...[...searchParams.keys()].toSorted()].join(' ');
}

function sorted(group: Group): Group {
  if (!group.isSorted) group.waiting.sort(byPriority);
  group.isSorted = true;
  return group;
}

/** A group and the most important of its pages. */
interface Candidate {
  readonly group: Group;
  readonly page: NewPage;
}

const byImportance = (a: Candidate, b: Candidate): number =>
  byPriority(a.page, b.page) || a.group.number - b.group.number;

export interface TakenPage {
  readonly page: NewPage;
  /** Says how many links the page has added. */
  readonly added: (links: number) => void;
}

/**
 * Links that a page of the group is expected to add: the mean of its pages that were read, in which the mean of all
 * pages that were read counts as one more page.
 */
const expectationOf = ({ gained, reads }: Group, all: Pick<Group, 'gained' | 'reads'>): number =>
  (gained + (all.gained + firstExpectation) / (all.reads + 1)) / (reads + 1);

const isBarren = ({ gained, reads, waiting }: Group): boolean =>
  gained === 0 && reads >= barrenPages && waiting.length >= largeGroup;

/** Pages that wait to be read, the most promising first. */
export function createWaitingPages({ isListed }: { readonly isListed: boolean }) {
  const maxIdle = isListed ? idlePagesOfListedSite : idlePages;
  const groups = new Map<string, Group>();
  /** Groups of which a page was read: never more than pages that were read. */
  const tried = new Set<Group>();
  /**
   * The other groups by host, the most important first; all have the same expectation. A group is queued again for each
   * page that is more important than its pages before.
   */
  const untried = new Map<string, TinyQueue<Candidate>>();
  const all = { gained: 0, reads: 0 };
  let idle = 0;

  function addUntried(candidate: Candidate): void {
    const ofHost = untried.get(candidate.group.host) ?? new TinyQueue<Candidate>([], byImportance);
    untried.set(candidate.group.host, ofHost);
    ofHost.push(candidate);
  }

  function firstUntried(candidates: TinyQueue<Candidate>): readonly Group[] {
    for (;;) {
      const first = candidates.peek();
      if (first === undefined) return [];
      if (first.group.reads === 0) return [first.group];
      candidates.pop();
    }
  }

  /** The next page of each tried group, and of the most important untried group of each host. */
  const candidates = (isWanted: (host: string) => boolean) =>
    [
      ...[...tried].filter((group) => isWanted(group.host) && !isBarren(group)),
      ...[...untried].flatMap(([host, ofHost]) => (isWanted(host) ? firstUntried(ofHost) : [])),
    ].flatMap((group) => {
      const [page] = sorted(group).waiting;
      return page === undefined ? [] : [{ group, page, expected: expectationOf(group, all) }];
    });

  /** However many small groups added nothing, a large one is known only after one of its pages was read. */
  function largeUntried(isWanted: (host: string) => boolean): Candidate | undefined {
    if (isListed) return undefined;
    const group = groups
      .values()
      .find(({ host, reads, waiting }) => reads === 0 && waiting.length >= largeGroup && isWanted(host));
    const [page] = group === undefined ? [] : sorted(group).waiting;
    return group === undefined || page === undefined ? undefined : { group, page };
  }

  /** The page that is expected to add most, the most important among equals; `undefined` when none is worth reading. */
  function bestCandidate(isWanted: (host: string) => boolean): Candidate | undefined {
    const best = candidates(isWanted).reduce<ReturnType<typeof candidates>[number] | undefined>(
      (found, next) => {
        if (found === undefined || next.expected > found.expected) return next;
        return next.expected === found.expected && byImportance(next, found) < 0 ? next : found;
      },
      undefined,
    );
    if (best === undefined || idle < maxIdle) return best;
    const isKnown = best.group.reads > 0 && best.expected < firstExpectation;
    return isKnown || best.expected < minExpectation ? largeUntried(isWanted) : best;
  }

  return {
    add: (pages: readonly NewPage[]): void => {
      for (const page of pages) {
        const key = groupKey(page.url);
        const group = groups.get(key) ?? {
          host: new URL(page.url).host,
          number: groups.size,
          waiting: [],
          best: page,
          isSorted: true,
          reads: 0,
          gained: 0,
        };
        const isBest = group.waiting.length === 0 || byPriority(page, group.best) < 0;
        if (isBest) group.best = page;
        if (isBest && group.reads === 0) addUntried({ group, page });
        group.waiting.push(page);
        group.isSorted = false;
        groups.set(key, group);
      }
    },
    all: (): readonly NewPage[] => [...groups.values()].flatMap((group) => group.waiting),
    /** The best page of the wanted hosts, which goes on waiting; `undefined` when none is worth reading at present. */
    best: (isWanted: (host: string) => boolean): NewPage | undefined => bestCandidate(isWanted)?.page,
    /** Takes the best page of a host; `undefined` when none is worth reading at present. */
    take: (wanted: string): TakenPage | undefined => {
      const best = bestCandidate((host) => host === wanted);
      if (best === undefined) return undefined;
      const { group, page } = best;
      group.waiting.shift();
      group.reads += 1;
      tried.add(group);
      all.reads += 1;
      return {
        page,
        added: (links) => {
          group.gained += links;
          all.gained += links;
          idle = links === 0 ? idle + 1 : 0;
        },
      };
    },
  };
}
