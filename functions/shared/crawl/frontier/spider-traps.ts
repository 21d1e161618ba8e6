/** Longest address that is still taken for a page; browsers and servers stop near it, too. */
const maxUrlLength = 2_000;
const maxSegments = 25;
const maxParameters = 8;
/** How often one segment may occur; `/a/b/a/b/a/b` comes of relative links that climb. */
const maxRepeats = 3;
/** Calendars link to their next month for ever. */
const yearsAround = 2;

const datedPath = /\/(\d{4})[/-](0?[1-9]|1[0-2])(?:[/-](0?[1-9]|[12]\d|3[01]))?(?:\/|$)/;
const datedQuery = /[?&](?:date|day|month|year|from|start|ym|cal)=(\d{4})(?:-(\d\d?))?/i;
/** A calendar's view of a time, rather than an article that a date names. */
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

/**
 * Why an address looks like one of endlessly many (spider trap), or `undefined`. A rule, not a guess about one
 * site: the reason is recorded with the address, so that a caller can see what was left out. `thisYear` is the year of the crawl.
 */
export function endlessReason(url: URL, thisYear: number): string | undefined {
  if (url.href.length > maxUrlLength) return `looks endless: longer than ${maxUrlLength} characters`;
  const segments = url.pathname.split('/').filter((part) => part !== '');
  if (segments.length > maxSegments) return `looks endless: more than ${maxSegments} path segments`;
  const repeated = repeatedSegment(segments);
  if (repeated !== undefined) return `looks endless: "${repeated}" repeats in the path`;
  if ([...url.searchParams.keys()].length > maxParameters)
    return `looks endless: more than ${maxParameters} query parameters`;
  if (isFarDate(url, thisYear)) return 'looks endless: a calendar far from today';
  return undefined;
}

/** Fewer parameters make few combinations; what pages of a shop or a forum are named by has room in them. */
const leastParameters = 3;
/** So many addresses of one path are taken before any is thought endless. */
const mostAddresses = 100;
/** Where parameters name things, there are about as many addresses as things. */
const mostPerValue = 5;
/** A path with so many addresses has shown that its parameters name things. */
const mostWatched = 5_000;
/** Paths that are watched at once; a crawl of more has no single one that is endless. */
const mostPaths = 1_000;

interface Combinations {
  readonly addresses: Set<string>;
  readonly values: Map<string, Set<string>>;
}

/**
 * Tells addresses that only combine the same few values anew (filters of a shop, views of a calendar) from those that
 * name something. Learns from the addresses that it is asked about.
 */
export function createQueryCombinations(): (url: URL) => boolean {
  const paths = new Map<string, Combinations>();

  const isEndless = ({ addresses, values }: Combinations): boolean => {
    const most = Math.max(...[...values.values()].map(({ size }) => size));
    return addresses.size >= mostAddresses && addresses.size > mostPerValue * most;
  };

  return ({ host, pathname, search, searchParams }) => {
    if (searchParams.size < leastParameters) return false;
    const path = `${host}${pathname}`;
    const known = paths.get(path) ?? { addresses: new Set(), values: new Map() };
    if (known.addresses.has(search) || known.addresses.size >= mostWatched) return false;
    if (isEndless(known)) return true;
    if (paths.size >= mostPaths) paths.clear();
    paths.set(path, known);
    known.addresses.add(search);
    for (const [name, value] of searchParams)
      known.values.set(name, (known.values.get(name) ?? new Set()).add(value));
    return false;
  };
}
