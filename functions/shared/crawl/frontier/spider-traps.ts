/** A longer URL looks endless: browsers and servers have limits near this one. */
const endlessUrlCharacters = 2_000;
const maxSegments = 25;
const maxParameters = 8;
/** Occurrences of one segment in a path; relative links that climb produce `/a/b/a/b/a/b`. */
const maxRepeats = 3;
/** Years before and after the crawl's; calendars link to their next month without end. */
const yearsAround = 2;

const datedPath = /\/(\d{4})[/-](0?[1-9]|1[0-2])(?:[/-](0?[1-9]|[12]\d|3[01]))?(?:\/|$)/;
const datedQuery = /[?&](?:date|day|month|year|from|start|ym|cal)=(\d{4})(?:-(\d\d?))?/i;
/** Marks a calendar's view, as opposed to an article whose URL holds a date. */
const calendar = /calendar|kalend|календар|events?\/|schedule|agenda|raspisanie/i;

function repeatedSegment(segments: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const segment of segments) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count > maxRepeats) return segment;
    counts.set(segment, count);
  }
  return undefined;
}

function isFarDate(url: URL, thisYear: number): boolean {
  if (!calendar.test(url.href)) return false;
  const year = Number(datedPath.exec(url.pathname)?.[1] ?? datedQuery.exec(url.search)?.[1] ?? thisYear);
  return Math.abs(year - thisYear) > yearsAround;
}

/** Why a URL is too long to be read or matched; `undefined` for others. */
export const tooLongReason = (url: string): string | undefined =>
  url.length > endlessUrlCharacters
    ? `looks endless: longer than ${endlessUrlCharacters} characters`
    : undefined;

/**
 * Why a URL looks like a spider trap (one of endlessly many), or `undefined`. The rules hold for every site,
 * and the reason is recorded with the URL, so that callers see what was left out. `thisYear` is the crawl's year.
 */
export function endlessReason(url: URL, thisYear: number): string | undefined {
  const segments = url.pathname.split('/').filter((part) => part !== '');
  if (segments.length > maxSegments) return `looks endless: more than ${maxSegments} path segments`;
  const repeated = repeatedSegment(segments);
  if (repeated !== undefined) return `looks endless: "${repeated}" repeats in the path`;
  if ([...url.searchParams.keys()].length > maxParameters)
    return `looks endless: more than ${maxParameters} query parameters`;
  if (isFarDate(url, thisYear)) return 'looks endless: a calendar far from today';
  return undefined;
}

/** Fewer parameters make few combinations, and are enough to name the pages of a shop or a forum. */
const minParameters = 3;
/** URLs of one path that are accepted before any is considered endless. */
const minUrls = 100;
/** Where a parameter names things, there are about as many URLs as values. */
const maxUrlsPerValue = 5;
/** A path with this many accepted URLs has shown that its parameters name things. */
const maxUrlsWatched = 5_000;
/** Paths that are counted at once; a crawl with more of them has no single endless path. */
const maxPaths = 1_000;

interface Combinations {
  readonly urls: Set<string>;
  readonly values: Map<string, Set<string>>;
}

/**
 * Detects URLs that only recombine the same few values (filters of a shop, views of a calendar). Learns from the URLs
 * that it is given.
 */
export function createQueryCombinations(): (url: URL) => boolean {
  const paths = new Map<string, Combinations>();

  const isEndless = ({ urls, values }: Combinations): boolean => {
    const distinct = Math.max(...[...values.values()].map(({ size }) => size));
    return urls.size >= minUrls && urls.size > maxUrlsPerValue * distinct;
  };

  return (url) => {
    const { searchParams } = url;
    // Most URLs end here. The other properties are strings that each read builds anew.
    if (searchParams.size < minParameters) return false;
    const { host, pathname, search } = url;
    const path = `${host}${pathname}`;
    const known = paths.get(path) ?? { urls: new Set(), values: new Map() };
    if (known.urls.has(search) || known.urls.size >= maxUrlsWatched) return false;
    if (isEndless(known)) return true;
    if (paths.size >= maxPaths) paths.clear();
    paths.set(path, known);
    known.urls.add(search);
    for (const [name, value] of searchParams)
      known.values.set(name, (known.values.get(name) ?? new Set()).add(value));
    return false;
  };
}
