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
