import type { ErrorCode } from '#shared/kernel/errors.ts';

/** The rules of a site's robots.txt for our user agent (RFC 9309). */
export interface RobotsPolicy {
  /** Whether the URL may be requested, and which rule forbids it. */
  readonly decide: (url: URL) => RobotsDecision;
  /** `Crawl-delay` in seconds (not in the RFC, widely used). */
  readonly crawlDelaySeconds: number | undefined;
  /** Why the file could not be read; then nothing is allowed. The failure may be transient. */
  readonly failure: RobotsFailure | undefined;
  /** Absolute URLs of `Sitemap:` lines, in order. */
  readonly sitemaps: readonly string[];
  /** About the bytes of memory that it takes. */
  readonly weight: number;
}

export interface RobotsFailure {
  /** `ROBOTS_FORBIDS` when the server responded; otherwise the failure that concerns all of its pages. */
  readonly code: ErrorCode;
  readonly reason: string;
}

export type RobotsDecision = { readonly allowed: true } | { readonly allowed: false; readonly rule: string };

interface Rule {
  readonly allows: boolean;
  /** As in the file. */
  readonly path: string;
  /** The path in its normal spelling; among matching rules the longest decides. */
  readonly pattern: string;
}

interface Group {
  readonly agents: readonly string[];
  readonly rules: Rule[];
  crawlDelaySeconds: number | undefined;
}

/** RFC 9309, section 2.5: at least 500 KiB must be read. */
const maxBytes = 500 * 1024;
/** In all groups of one file. */
const maxRules = 20_000;
const maxSitemaps = 10_000;
/** Memory for each rule and each URL of a sitemap, besides its characters. */
const entryBytes = 120;

const allowed: RobotsDecision = { allowed: true };

/** Section 2.2.2: octets outside US-ASCII and escapes of unreserved characters compare equal to their spellings. */
function normalPath(text: string): string {
  let encoded = '';
  for (const part of text.split(/(%[0-9a-f]{2})/i)) {
    if (!/^%[0-9a-f]{2}$/i.test(part)) {
      encoded += part.replace(/[^\x21-\x7e]+/gu, (run) => encodeURIComponent(run.toWellFormed()));
      continue;
    }
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    encoded += /[\w.~-]/.test(character) ? character : part.toUpperCase();
  }
  return encoded;
}

/** A copy: the engine keeps the whole file as long as it keeps a part of its text. */
const detached = (text: string): string => Buffer.from(text).toString();

/** `*` is any run of characters, a final `$` the end. Each literal is found once, left to right: linear. */
function matchesPath(pattern: string, target: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const end = isAnchored ? pattern.length - 1 : pattern.length;
  const literalEnd = (start: number): number => {
    const star = pattern.indexOf('*', start);
    return star < 0 ? end : star;
  };
  let at = literalEnd(0);
  if (!target.startsWith(pattern.slice(0, at))) return false;
  let from = at;
  while (at < end) {
    const start = at + 1;
    at = literalEnd(start);
    const literal = pattern.slice(start, at);
    if (at === end && isAnchored) return target.length - literal.length >= from && target.endsWith(literal);
    const found = target.indexOf(literal, from);
    if (found < 0) return false;
    from = found + literal.length;
  }
  return !isAnchored || from === target.length;
}

/** Section 2.2.1: the product token of a line is its leading letters, `-` and `_`, in any case. */
const productToken = (text: string): string =>
  /^[a-z_-]+/i.exec(text.trim())?.[0].toLowerCase() ?? text.trim();

function readGroups(lines: Iterable<readonly [string, string]>): {
  readonly groups: readonly Group[];
  readonly sitemaps: readonly string[];
} {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let agents: string[] = [];
  let current: Group | undefined;
  let rules = 0;
  for (const [name, value] of lines) {
    if (name === 'sitemap') {
      if (sitemaps.length < maxSitemaps) sitemaps.push(value);
    } else if (name === 'user-agent') {
      // Consecutive user agents share the rules that follow; one after a rule begins a new group.
      if (current !== undefined) agents = [];
      current = undefined;
      agents.push(productToken(value));
    } else if (name === 'allow' || name === 'disallow' || name === 'crawl-delay') {
      if (agents.length === 0) continue;
      if (current === undefined) {
        current = { agents, rules: [], crawlDelaySeconds: undefined };
        groups.push(current);
      }
      if (name === 'crawl-delay') {
        const seconds = Number(value);
        if (value !== '' && seconds >= 0) current.crawlDelaySeconds = seconds;
      } else if (value !== '' && rules < maxRules) {
        rules += 1;
        const path = detached(value);
        current.rules.push({ allows: name === 'allow', path, pattern: normalPath(path) });
      }
    }
  }
  return { groups, sitemaps };
}

function* linesOf(text: string): Generator<readonly [string, string]> {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const statement = line.replace(/#.*/, '');
    const colon = statement.indexOf(':');
    if (colon < 0) continue;
    yield [statement.slice(0, colon).trim().toLowerCase(), statement.slice(colon + 1).trim()];
  }
}

function policyOf(groups: readonly Group[], sitemaps: readonly string[], token: string): RobotsPolicy {
  const named = groups.filter(({ agents }) => agents.includes(token.toLowerCase()));
  const ours = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  // Sorted by specificity, so that the first matching rule decides (section 2.2.2).
  const rules = ours
    .flatMap((group) => group.rules)
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.allows) - Number(a.allows));
  return {
    decide: (url) => {
      if (url.pathname === '/robots.txt') return allowed;
      const target = normalPath(url.pathname + url.search);
      const rule = rules.find(({ pattern }) => matchesPath(pattern, target));
      if (rule === undefined || rule.allows) return allowed;
      return { allowed: false, rule: `Disallow: ${rule.path}` };
    },
    crawlDelaySeconds: ours.find((group) => group.crawlDelaySeconds !== undefined)?.crawlDelaySeconds,
    failure: undefined,
    sitemaps,
    weight:
      rules.reduce(
        (sum, { path, pattern }) => sum + 2 * path.length + pattern.length + entryBytes,
        entryBytes,
      ) + sitemaps.reduce((sum, sitemap) => sum + sitemap.length + entryBytes, 0),
  };
}

/** Parses a robots.txt for the user agent `token`. Any bytes are a robots.txt: it never throws. */
export function parseRobots(bytes: Uint8Array, url: string, token: string): RobotsPolicy {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, maxBytes));
  const { groups, sitemaps } = readGroups(linesOf(text));
  const absolute = sitemaps.flatMap((line) => URL.parse(line, url)?.href ?? []);
  return policyOf(groups, [...new Set(absolute)], token);
}

/** Sections 2.3.1.3 and 2.3.1.4: a missing file allows everything, an unreachable one nothing. */
export const everythingAllowed: RobotsPolicy = {
  decide: () => allowed,
  crawlDelaySeconds: undefined,
  failure: undefined,
  sitemaps: [],
  weight: entryBytes,
};

export const unreachable = (reason: string, code: ErrorCode = 'ROBOTS_FORBIDS'): RobotsPolicy => ({
  decide: () => ({ allowed: false, rule: reason }),
  crawlDelaySeconds: undefined,
  failure: { code, reason },
  sitemaps: [],
  weight: entryBytes,
});
