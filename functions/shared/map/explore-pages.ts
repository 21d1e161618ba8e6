import type { CollectedLinks, NewPage } from './collected-links.ts';
import type { MappedPage, SiteReader } from './read-site.ts';
import { smallestFirst } from './smallest-first.ts';

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

/** Pages that wait to be read, the most promising first. */
function createWaitingPages() {
  const groups = new Map<string, Group>();
  /** Groups of which pages were read: as few as those. */
  const tried = new Set<Group>();
  /** All others promise the same. A group is here once more for each page that is more important than those before. */
  const untried = smallestFirst(byImportance);
  const all = { gained: 0, reads: 0 };
  let idle = 0;

  function firstUntried(): Candidate | undefined {
    for (;;) {
      const first = untried.first();
      if (first === undefined || first.group.reads === 0) return first;
      untried.removeFirst();
    }
  }

  /** The next page of each group that was tried, and of the most important other one. */
  const candidates = () => {
    const other = firstUntried();
    return [...tried, ...(other === undefined ? [] : [other.group])].flatMap((group) => {
      const [page] = sorted(group).waiting;
      return page === undefined ? [] : [{ group, page, expected: expectationOf(group, all) }];
    });
  };
  /** Of the group whose pages promise most; among equals the most important. */
  const bestCandidate = () =>
    candidates().reduce<ReturnType<typeof candidates>[number] | undefined>((best, next) => {
      if (best === undefined || next.expected > best.expected) return next;
      return next.expected === best.expected && byImportance(next, best) < 0 ? next : best;
    }, undefined);

  return {
    add: (pages: readonly NewPage[]): void => {
      for (const page of pages) {
        const key = groupKey(page.url);
        const group = groups.get(key) ?? {
          number: groups.size,
          waiting: [],
          best: page,
          isSorted: true,
          reads: 0,
          gained: 0,
        };
        const isBest = group.waiting.length === 0 || byPriority(page, group.best) < 0;
        if (isBest) group.best = page;
        if (isBest && group.reads === 0) untried.add({ group, page });
        group.waiting.push(page);
        group.isSorted = false;
        groups.set(key, group);
      }
    },
    all: (): readonly NewPage[] => [...groups.values()].flatMap((group) => group.waiting),
    /** `undefined` when no page is worth reading, as far as is known now. */
    take: (): TakenPage | undefined => {
      const best = bestCandidate();
      if (best === undefined) return undefined;
      const { group, page, expected } = best;
      const isKnown = idle >= idlePages && group.reads > 0 && expected < firstExpectation;
      if (isKnown || expected < minExpectation) return undefined;
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
 * Reads pages side by side for their links. Pages that cannot be read are passed
 * over: their addresses are in the list all the same.
 */
export async function explorePages(
  first: readonly NewPage[],
  links: CollectedLinks,
  reader: Pick<SiteReader, 'page'>,
  { pagesAtOnce, maxPages, mayRender, isEnough, signal }: ExploreOptions,
): Promise<Exploration> {
  const waiting = createWaitingPages();
  waiting.add(first);
  let begun = 0;
  let read = 0;
  let failed = 0;
  const running = new Set<Promise<void>>();
  const enough = new AbortController();
  const either = AbortSignal.any([signal, enough.signal]);

  async function readPage({ page, added }: TakenPage): Promise<void> {
    const mapped = await reader.page(page.url, { signal: either, mayRender }).catch(() => undefined);
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

  const isOver = (): boolean => either.aborted || begun >= maxPages || isEnough();
  for (;;) {
    const taken = isOver() || running.size >= pagesAtOnce ? undefined : waiting.take();
    if (taken === undefined) {
      // Pages that are being read may lead to further ones.
      if (running.size === 0) {
        const isComplete = !isOver() && waiting.take() === undefined;
        return { read, failed, unread: waiting.all(), isComplete };
      }
      await Promise.race(running);
      continue;
    }
    begun += 1;
    const reading = readPage(taken).finally(() => running.delete(reading));
    running.add(reading);
  }
}
