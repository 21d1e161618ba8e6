import type { CollectedLinks, NewPage } from './collected-links.ts';
import type { MappedPage, SiteReader } from './read-site.ts';
import { type SmallestFirst, smallestFirst } from './smallest-first.ts';

export interface ExploreOptions {
  readonly pagesAtOnce: number;
  readonly maxPages: number;
  readonly mayRender: boolean;
  /** Ends the exploration before its maximum of pages. */
  readonly isEnough: () => boolean;
  readonly signal: AbortSignal;
}

/** Pages whose URLs look alike: those of one folder, lists and articles apart. */
interface Group {
  readonly host: string;
  /** Groups are numbered as they are found. */
  readonly number: number;
  waiting: NewPage[];
  /** The most important page, until one is read. */
  best: NewPage;
  isSorted: boolean;
  reads: number;
  gained: number;
}

/** What a page is expected to add before any was read. */
const firstExpectation = 2;
/** A page that is expected to add less is not worth reading. */
const minExpectation = 0.25;
/** When so many pages in a row added nothing, and no kind of page is untried or promising, the site is known. */
const idlePages = 8;
/** Of a large group, so many pages that led to nothing new stand for the others. */
const barrenPages = 4;
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

const byPriority = (a: NewPage, b: NewPage): number => {
  if (a.priority === b.priority) return 0;
  return a.priority < b.priority ? -1 : 1;
};

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

interface TakenPage {
  readonly page: NewPage;
  /** Says how many links the page has added. */
  readonly added: (links: number) => void;
}

/** What a page of this group is expected to add: what those before it did, and untried ones as much as all on average. */
const expectationOf = ({ gained, reads }: Group, all: Pick<Group, 'gained' | 'reads'>): number =>
  (gained + (all.gained + firstExpectation) / (all.reads + 1)) / (reads + 1);

const isBarren = ({ gained, reads, waiting }: Group): boolean =>
  gained === 0 && reads >= barrenPages && waiting.length >= largeGroup;

/** Pages that wait to be read, the most promising first. */
function createWaitingPages() {
  const groups = new Map<string, Group>();
  /** Groups of which pages were read: as few as those. */
  const tried = new Set<Group>();
  /**
   * All others promise the same, by their hosts. A group is here once more for each page that is more important than
   * those before.
   */
  const untried = new Map<string, SmallestFirst<Candidate>>();
  const all = { gained: 0, reads: 0 };
  let idle = 0;

  function addUntried(candidate: Candidate): void {
    const ofHost = untried.get(candidate.group.host) ?? smallestFirst(byImportance);
    untried.set(candidate.group.host, ofHost);
    ofHost.add(candidate);
  }

  function firstUntried(candidates: SmallestFirst<Candidate>): readonly Group[] {
    for (;;) {
      const first = candidates.first();
      if (first === undefined) return [];
      if (first.group.reads === 0) return [first.group];
      candidates.removeFirst();
    }
  }

  /** The next page of each group that was tried, and of the most important other one of each host. */
  const candidates = (isWanted: (host: string) => boolean) =>
    [
      ...[...tried].filter((group) => isWanted(group.host) && !isBarren(group)),
      ...[...untried].flatMap(([host, ofHost]) => (isWanted(host) ? firstUntried(ofHost) : [])),
    ].flatMap((group) => {
      const [page] = sorted(group).waiting;
      return page === undefined ? [] : [{ group, page, expected: expectationOf(group, all) }];
    });

  /** Of the group whose pages promise most; among equals the most important. Nothing when no page is worth reading. */
  function bestCandidate(isWanted: (host: string) => boolean): Candidate | undefined {
    const best = candidates(isWanted).reduce<ReturnType<typeof candidates>[number] | undefined>(
      (found, next) => {
        if (found === undefined || next.expected > found.expected) return next;
        return next.expected === found.expected && byImportance(next, found) < 0 ? next : found;
      },
      undefined,
    );
    if (best === undefined || best.expected < minExpectation) return undefined;
    const isKnown = idle >= idlePages && best.group.reads > 0 && best.expected < firstExpectation;
    return isKnown ? undefined : best;
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
    /** The best page of the hosts that are wanted; it stays. `undefined` when none is worth reading, as far as is known now. */
    best: (isWanted: (host: string) => boolean): NewPage | undefined => bestCandidate(isWanted)?.page,
    /** Takes the best page of a host. */
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
  { pagesAtOnce, maxPages, mayRender, isEnough, signal }: ExploreOptions,
): Promise<Exploration> {
  const waiting = createWaitingPages();
  waiting.add(first);
  let begun = 0;
  let read = 0;
  let failed = 0;
  const reads = new Set<Promise<void>>();
  /** By host. */
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

  async function readAtTurn({ url }: NewPage, host: string): Promise<void> {
    await reader.turn(url, either).catch(() => undefined);
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
