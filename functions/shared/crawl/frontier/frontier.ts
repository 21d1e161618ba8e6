import type { CrawlRequest } from '#shared/contract/crawl.ts';
import { maxUrlCharacters } from '#shared/contract/fields.ts';
import type { Crawl, DiscoveredUrl, WorkKind } from '#shared/crawl/ledger/crawl.ts';
import { boundedRun, isOutOfTime } from '#shared/kernel/bounded-run.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { sha256 } from '#shared/kernel/ids.ts';
import { canonicalUrl, type CanonicalUrl } from '#shared/web/urls/canonical-url.ts';
import { type CrawlScope, crawlScope } from '#shared/web/urls/crawl-scope.ts';
import { parametersByName, similarityKey } from '#shared/web/urls/similar-url.ts';
import { createQueryCombinations, endlessReason, tooLongReason } from './spider-traps.ts';

/** A link as its page or sitemap spells it. */
export interface FoundLink {
  readonly href: string;
  /** Absolute URL that resolves `href`. */
  readonly baseUrl: string;
  /** Hops from the seed; sitemap entries are 0. */
  readonly depth: number;
  readonly kind: WorkKind;
  /** A sitemap or feed lists it. */
  readonly isListed?: boolean;
  /** Rank among the links that are found with it; by default its index. */
  readonly position?: number;
  readonly discoveredFrom?: string;
}

/** Turns links into rows of the ledger: canonical URL, state by the crawl's scope, priority by likely importance. */
export interface Frontier {
  /** Throws TOO_LARGE when the request's expressions take too long to match. */
  readonly discover: (links: readonly FoundLink[]) => readonly DiscoveredUrl[];
  /** The ledger's hash of a URL; `undefined` for URLs that no crawl can read. */
  readonly hashOf: (url: string) => string | undefined;
  readonly scope: CrawlScope;
}

/** Files without text. They are resources of pages and are not counted as discovered. */
const resource =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|mjs|map|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|ogg|og[av]|wav|flac|avi|mov|mkv|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|msi|dmg|pkg|apk|deb|rpm|iso|bin|jar|torrent)$/i;
/** Elsewhere `.js` ends the name of a page, as of `Node.js`. */
const scriptFolder = /\/(?:js|scripts?|static|assets|dist|vendor)\//i;
const scriptName = /\.(?:min|bundle)\.js$/i;
/** In the last segment of MediaWiki's page about a file: `/wiki/File:Mill.jpg`. */
const namespace = /[^:](?::|%3A)/i;

const isScript = (path: string): boolean =>
  /\.js$/i.test(path) && (scriptName.test(path) || scriptFolder.test(path));

const isResourcePath = (path: string): boolean =>
  (resource.test(path) && !namespace.test(path.slice(path.lastIndexOf('/') + 1))) || isScript(path);

/** Listings, archives and alternative views. The pages that they link to are more important than they are. */
const secondary =
  /\/(?:tag|tags|author|archive|archives|category|page|feed|print|login|signin|register|search|cart)(?:\/|$)|[?&](?:page|sort|order|filter|view|replytocom)=/i;

const identityOf = (url: CanonicalUrl, { deduplicateSimilarURLs }: CrawlRequest): string =>
  sha256(deduplicateSimilarURLs ? similarityKey(url) : parametersByName(url)).slice(0, 32);

const padded = (value: number, width: number): string =>
  String(Math.min(value, 10 ** width - 1)).padStart(width, '0');

/** Sitemaps of an index that are read before any page; the rest are read only when shallow pages do not suffice. */
const sitemapsFirst = 20;

const combined = 'looks endless: the same few values of the query combined again';

/** A query with many parameters is usually a view of pages that have URLs of their own. */
const queryRank = ({ searchParams }: URL): number => Math.min(2 * searchParams.size + 1, 9);

/** Short and plain URLs have low ranks. */
function rankOf(url: URL): number {
  const segments = url.pathname.split('/').filter((part) => part !== '').length;
  const query = url.search === '' ? 0 : queryRank(url);
  return Math.min(segments, 6) + query + (secondary.test(url.href) ? 4 : 0);
}

/** Sorts best first: a few sitemaps, then shallow pages, then those of a low rank, then the order on the page. */
const priorityOf = (rank: number, { depth, kind }: FoundLink, position: number): string =>
  kind === 'sitemap'
    ? `${position < sitemapsFirst ? '000' : '100'}-${padded(position, 6)}`
    : `${padded(1 + depth * 4 + rank, 3)}-${padded(position, 6)}`;

interface Prioritised {
  readonly priority: string;
}

/** Sorts best first: priorities are made to be compared as texts. */
export const byPriority = (a: Prioritised, b: Prioritised): number => {
  if (a.priority === b.priority) return 0;
  return a.priority < b.priority ? -1 : 1;
};

/** The position from which a priority was made. */
export const positionOf = (priority: string): number => Number(priority.split('-')[1] ?? 0);

const scopeOf = (request: CrawlRequest, scopeUrl: string): CrawlScope =>
  crawlScope({
    seedUrl: scopeUrl,
    includes: request.includes,
    excludes: request.excludes,
    includePaths: request.includePaths,
    excludePaths: request.excludePaths,
    regexOnFullURL: request.regexOnFullURL,
    crawlEntireDomain: request.crawlEntireDomain,
    allowSubdomains: request.allowSubdomains,
    allowExternalLinks: request.allowExternalLinks,
    maxDepth: request.maxDepth,
  });

type Judgement = Pick<DiscoveredUrl, 'state' | 'reason'>;

/** A canonical URL, with what is made of it for each link to it. */
interface Address {
  readonly url: CanonicalUrl;
  readonly hash: string;
  readonly parsed: URL;
  readonly isResource: boolean;
  readonly rank: number;
  /** Why no link to it is followed. */
  readonly refusal: Judgement | undefined;
  /** Why it looks like one of endlessly many. */
  readonly endless: string | undefined;
}

/** What a link's URL depends on beside `href`; `undefined` where that is the whole URL of its page. */
function baseOf({ href, baseUrl }: FoundLink): string | undefined {
  if (/^https?:\/\//i.test(href)) return '';
  return /^\/(?!\/)/.test(href) ? /^[^/]*\/\/[^/?#]*/.exec(baseUrl)?.[0] : undefined;
}

/** Addresses in each of the two maps of a frontier, some 800 bytes each. */
const maxAddresses = 2_000;

/**
 * `addressOf` with its results remembered by the spelling of the link: the links of a menu are on every page. A full map takes the
 * place of the earlier one, and addresses that are asked for again move into the new one.
 */
function rememberingAddresses(addressOf: (link: FoundLink) => Address | undefined): typeof addressOf {
  let recent = new Map<string, Address | undefined>();
  let earlier = recent;
  return (link) => {
    const base = baseOf(link);
    if (base === undefined || link.href.length > maxUrlCharacters) return addressOf(link);
    const spelling = `${base} ${link.href}`;
    if (recent.has(spelling)) return recent.get(spelling);
    const address = earlier.has(spelling) ? earlier.get(spelling) : addressOf(link);
    if (recent.size >= maxAddresses) [earlier, recent] = [recent, new Map()];
    recent.set(spelling, address);
    return address;
  };
}

/** Why its length or the scope keeps a crawl from reading a URL. */
function refusalOf(url: CanonicalUrl, scope: CrawlScope): Judgement | undefined {
  const tooLong = tooLongReason(url);
  if (tooLong !== undefined) return { state: 'excluded', reason: tooLong };
  const decision = scope.admits(url);
  return decision.allowed ? undefined : { state: decision.state, reason: decision.reason };
}

/** Decides whether a link is read, and why not. Learns which queries only recombine the same values. */
function createJudge({ maxDiscoveryDepth }: CrawlRequest): (address: Address, link: FoundLink) => Judgement {
  const combinesEndlessly = createQueryCombinations();
  return ({ parsed, refusal, endless }, { depth, kind, isListed = false }) => {
    // A sitemap may be on any host; its entries are judged one by one.
    if (kind === 'sitemap') return { state: 'waiting' };
    if (refusal !== undefined) return refusal;
    // What a sitemap lists has an end.
    const reason = isListed ? undefined : (endless ?? (combinesEndlessly(parsed) ? combined : undefined));
    if (reason !== undefined) return { state: 'excluded', reason };
    return depth > maxDiscoveryDepth
      ? { state: 'tooDeep', reason: `more than ${maxDiscoveryDepth} links from the seed URL` }
      : { state: 'waiting' };
  };
}

/** The links of one page take milliseconds; expressions made to be slow would hold up all other work of the process. */
const maxMatchingMs = 5_000;

/** Runs work that matches links. */
export type Bound = <T>(match: () => T) => T;

/** For callers that bound several calls together. */
export const unbounded: Bound = (match) => match();

/** Throws TOO_LARGE when the work takes too long. */
const inTime: Bound = (match) => {
  try {
    return boundedRun(match, maxMatchingMs);
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    throw new AppError(
      'TOO_LARGE',
      'Matching the links of the page against includePaths and excludePaths takes too long.',
      { cause: error },
    );
  }
};

/** Bounds the time of work that matches links against the expressions of a request; others need no timer. */
export const boundOf = ({ includePaths, excludePaths }: CrawlRequest): Bound =>
  includePaths.length + excludePaths.length > 0 ? inTime : unbounded;

type CrawlOfFrontier = Pick<Crawl, 'request' | 'createdAtMs'>;

export function createFrontier(
  crawl: CrawlOfFrontier,
  scopeUrl: string,
  bound: Bound = boundOf(crawl.request),
): Frontier {
  const { request } = crawl;
  const scope = scopeOf(request, scopeUrl);
  const judge = createJudge(request);
  const thisYear = new Date(crawl.createdAtMs).getUTCFullYear();
  const canonical = (href: string, baseUrl?: string) =>
    canonicalUrl(href, baseUrl, { ignoreQueryParameters: request.ignoreQueryParameters });

  const addressAt = ({ href, baseUrl }: FoundLink): Address | undefined => {
    const url = href.length > maxUrlCharacters ? undefined : canonical(href, baseUrl);
    if (url === undefined) return undefined;
    const parsed = new URL(url);
    const refusal = refusalOf(url, scope);
    return {
      url,
      hash: identityOf(url, request),
      parsed,
      isResource: isResourcePath(parsed.pathname),
      rank: rankOf(parsed),
      refusal,
      endless: refusal === undefined ? endlessReason(parsed, thisYear) : undefined,
    };
  };
  const addressOf = rememberingAddresses(addressAt);

  const discover: Frontier['discover'] = (links) => {
    const found = new Map<string, DiscoveredUrl>();
    for (const [index, link] of links.entries()) {
      const address = addressOf(link);
      if (address === undefined || found.has(address.hash)) continue;
      const { hash, url, rank, isResource } = address;
      if (link.kind === 'page' && isResource) continue;
      const { kind, depth, position = index, discoveredFrom } = link;
      found.set(hash, {
        hash,
        url,
        kind,
        depth,
        priority: priorityOf(rank, link, position),
        ...(discoveredFrom === undefined ? {} : { discoveredFrom }),
        ...judge(address, link),
      });
    }
    return [...found.values()];
  };

  return {
    scope,
    hashOf: (url) => {
      const found = canonical(url);
      return found === undefined ? undefined : identityOf(found, request);
    },
    discover: (links) => bound(() => discover(links)),
  };
}
