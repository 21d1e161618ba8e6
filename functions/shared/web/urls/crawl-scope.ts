import { getDomain } from 'tldts';

import { bareHost } from './similar-url.ts';
import { globMatcher, regexMatchers, type UrlMatcher } from './url-pattern.ts';

export type ScopeDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly state: 'outOfScope' | 'excluded'; readonly reason: string };

export interface CrawlScopeOptions {
  /** Where the seed URL ended after its redirects. */
  readonly seedUrl: string;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
  readonly regexOnFullURL: boolean;
  readonly crawlEntireDomain: boolean;
  readonly allowSubdomains: boolean;
  readonly allowExternalLinks: boolean;
  /** Path segments below the seed's; `undefined` = no bound. */
  readonly maxDepth?: number | undefined;
}

export interface CrawlScope {
  /** Whether the crawl may read this URL at all. */
  readonly admits: (url: string) => ScopeDecision;
  /** Whether the page is one of those that the caller wants. */
  readonly delivers: (url: string) => ScopeDecision;
}

const allowed: ScopeDecision = { allowed: true };
const outOfScope = (reason: string): ScopeDecision => ({ allowed: false, state: 'outOfScope', reason });
const excluded = (reason: string): ScopeDecision => ({ allowed: false, state: 'excluded', reason });

interface NamedMatcher {
  readonly text: string;
  readonly matches: UrlMatcher;
}

const segmentsOf = ({ pathname }: URL): string[] => pathname.split('/').filter((part) => part !== '');

/** `.html`, `.php`: the last segment names a file, and others of its folder are beside it. */
const fileName = /\.[a-z][a-z\d]{1,4}$/i;

/** The path below which a crawl stays: of `/docs` and `/docs/` that is `/docs/`, of `/docs/index.html` as well. */
function pathBelow({ pathname }: URL): string {
  if (pathname.endsWith('/')) return pathname;
  return fileName.test(pathname) ? pathname.slice(0, pathname.lastIndexOf('/') + 1) : `${pathname}/`;
}

function isBelow(url: URL, seed: URL): boolean {
  const path = pathBelow(seed);
  return url.pathname.startsWith(path) || url.pathname === path.slice(0, -1);
}

/** Compiles the patterns and bounds of a crawl request. Throws RangeError for expressions that are wrong or too large. */
export function crawlScope(options: CrawlScopeOptions): CrawlScope {
  const seed = new URL(options.seedUrl);
  const seedHost = bareHost(seed.hostname);
  const seedDomain = getDomain(seed.hostname, { allowPrivateDomains: true });
  const globs = (texts: readonly string[]): NamedMatcher[] =>
    texts.map((text) => ({ text, matches: globMatcher(text) }));
  const { includePaths, excludePaths } = options;
  const expressions = [...includePaths, ...excludePaths];
  const matchers = regexMatchers(expressions, { onFullUrl: options.regexOnFullURL });
  const regexes = matchers.map((matches, at): NamedMatcher => ({ text: expressions[at] ?? '', matches }));
  const includes = [...globs(options.includes), ...regexes.slice(0, includePaths.length)];
  const excludes = [...globs(options.excludes), ...regexes.slice(includePaths.length)];

  const hostDecision = (url: URL): ScopeDecision => {
    if (options.allowExternalLinks) return allowed;
    if (bareHost(url.hostname) === seedHost && url.port === seed.port) return allowed;
    const isSibling =
      seedDomain !== null && getDomain(url.hostname, { allowPrivateDomains: true }) === seedDomain;
    if (isSibling && options.allowSubdomains) return allowed;
    return outOfScope(isSibling ? 'another subdomain of the site' : 'another site');
  };

  const depthDecision = (url: URL): ScopeDecision => {
    if (bareHost(url.hostname) !== seedHost) return allowed;
    if (!options.crawlEntireDomain && !isBelow(url, seed))
      return outOfScope('not below the path of the seed URL');
    const depth = segmentsOf(url).length - segmentsOf(seed).length;
    if (options.maxDepth !== undefined && depth > options.maxDepth)
      return outOfScope(`more than ${options.maxDepth} path segments below the seed URL`);
    return allowed;
  };

  const patternDecision = (url: URL): ScopeDecision => {
    const exclude = excludes.find(({ matches }) => matches(url));
    if (exclude !== undefined) return excluded(`excluded by ${exclude.text}`);
    if (includes.length > 0 && !includes.some(({ matches }) => matches(url)))
      return excluded('matched by no include pattern');
    return allowed;
  };

  return {
    admits: (text) => {
      const url = new URL(text);
      for (const decide of [hostDecision, depthDecision, patternDecision]) {
        const decision = decide(url);
        if (!decision.allowed) return decision;
      }
      return allowed;
    },
    delivers: (text) => patternDecision(new URL(text)),
  };
}
