import type { CrawlRequest } from '#shared/contract/crawl.ts';
import { type MapLink, maxMapLinks } from '#shared/contract/map.ts';
import type { DiscoveredUrl } from '#shared/crawl/ledger/crawl.ts';
import { boundOf, createFrontier, type FoundLink, unbounded } from '#shared/crawl/frontier/frontier.ts';

/** A link that somebody found, with what is known about it. */
export type Finding = Pick<FoundLink, 'href' | 'baseUrl'> &
  Pick<MapLink, 'title' | 'lastModified'> & {
    /** Hops from the start page. */
    readonly depth?: number;
  };

/** A page that is new, as the reader of pages needs it. */
export interface NewPage {
  /** With its query, also when the list ignores queries: the next page of a list is often a parameter. */
  readonly url: string;
  readonly depth: number;
  /** Sorts the pages that are most likely important first. */
  readonly priority: string;
}

/** A link within the scope, and whether it was added before. */
export interface SeenLink {
  readonly hash: string;
  readonly url: string;
  readonly isKnown: boolean;
}

/** The links of one site: each page once, within the scope of the request. */
export interface CollectedLinks {
  /** Adds links, and returns the pages that are new. Known links only learn their titles and dates. */
  readonly add: (source: MapLink['source'], found: readonly Finding[]) => readonly NewPage[];
  /** Adds what is known about a link that was added before. */
  readonly describe: (url: string, about: Pick<MapLink, 'title'>) => void;
  /** Looks at links without adding them; each once. */
  readonly look: (found: readonly Finding[]) => readonly SeenLink[];
  readonly all: () => readonly MapLink[];
  readonly count: () => number;
  /** Whether the patterns of the request have kept a URL of the site from the list. */
  readonly hasRefusedByPattern: () => boolean;
  /** No further links are taken. */
  readonly isFull: () => boolean;
}

/** Links whose matching is bounded together. */
const linksAtOnce = 1_000;

interface CollectOptions {
  /** The URL of the start page. */
  readonly scopeUrl: string;
  readonly nowMs: number;
  /** Lists URLs without their query, and reads them with it. */
  readonly withoutQueries?: boolean;
  /** Called with each new link, and what is known about it at that time. */
  readonly onNew?: ((link: MapLink) => void) | undefined;
}

/** Collects links by the rules of a crawl. Throws RangeError for an invalid expression. */
export function collectLinks(
  rules: CrawlRequest,
  { scopeUrl, nowMs, withoutQueries = false, onNew }: CollectOptions,
): CollectedLinks {
  const bound = boundOf(rules);
  // Links are looked at one by one, and bounded by the thousand.
  const frontierOf = (request: CrawlRequest) =>
    createFrontier({ request, createdAtMs: nowMs }, scopeUrl, unbounded);
  const read = frontierOf(rules);
  const listed = withoutQueries ? frontierOf({ ...rules, ignoreQueryParameters: true }) : read;
  const links = new Map<string, MapLink>();
  const pages = new Set<string>();
  let hasRefusedByPattern = false;

  const isRefusedByPattern = ({ url, state }: DiscoveredUrl): boolean => {
    // URLs that look endless are excluded, too.
    const decision = state === 'excluded' ? listed.scope.admits(url) : undefined;
    return decision?.allowed === false && decision.state === 'excluded';
  };

  const learn = (hash: string, { title, lastModified }: Pick<MapLink, 'title' | 'lastModified'>): void => {
    const known = links.get(hash);
    if (known === undefined || (title === undefined && lastModified === undefined)) return;
    const { url, source, ...before } = known;
    links.set(hash, {
      url,
      ...(title === undefined ? {} : { title }),
      ...(lastModified === undefined ? {} : { lastModified }),
      ...before,
      source,
    });
  };

  const list = (source: MapLink['source'], found: FoundLink, about: Finding): void => {
    const [link] = listed.discover([found]);
    if (link === undefined) return;
    hasRefusedByPattern ||= isRefusedByPattern(link);
    if (link.state !== 'waiting') return;
    const isNew = !links.has(link.hash) && links.size < maxMapLinks;
    if (isNew) links.set(link.hash, { url: link.url, source });
    learn(link.hash, about);
    const listedLink = isNew ? links.get(link.hash) : undefined;
    if (listedLink !== undefined) onNew?.(listedLink);
  };

  /** A sitemap has up to fifty thousand links, which take longer than the bound together. */
  const inParts = <T>(
    findings: readonly Finding[],
    each: (finding: Finding, position: number) => T[],
  ): T[] => {
    const found: T[] = [];
    for (let start = 0; start < findings.length; start += linksAtOnce) {
      const part = findings.slice(start, start + linksAtOnce);
      for (const one of bound(() => part.flatMap((finding, at) => each(finding, start + at))))
        found.push(one);
    }
    return found;
  };

  return {
    add: (source, findings) =>
      inParts(findings, (finding, position) => {
        const { href, baseUrl, depth = 0 } = finding;
        const isListed = source === 'sitemap';
        const found: FoundLink = { href, baseUrl, depth, kind: 'page', position, isListed };
        list(source, found, finding);
        const [page] = read.discover([found]);
        if (page?.state !== 'waiting' || pages.has(page.hash)) return [];
        pages.add(page.hash);
        return [{ url: page.url, depth, priority: page.priority }];
      }),
    describe: (url, about) => {
      const hash = listed.hashOf(url);
      if (hash !== undefined) learn(hash, about);
    },
    look: (findings) => {
      const seen = inParts(findings, ({ href, baseUrl, depth = 0 }) => {
        const [page] = read.discover([{ href, baseUrl, depth, kind: 'page' }]);
        return page?.state === 'waiting'
          ? [{ hash: page.hash, url: page.url, isKnown: pages.has(page.hash) }]
          : [];
      });
      return [...new Map(seen.map((link) => [link.hash, link])).values()];
    },
    all: () => [...links.values()],
    count: () => links.size,
    hasRefusedByPattern: () => hasRefusedByPattern,
    isFull: () => links.size >= maxMapLinks,
  };
}
