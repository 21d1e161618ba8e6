import type { MapLink } from '#shared/contract/map.ts';

/** What a word of the query is worth, by where it occurs. */
const weights = { title: 4, lastSegment: 3, url: 2, part: 1 } as const;
/** Shorter words are parts of many others. */
const minPartLength = 3;

const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function readable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/** “pan” and “pans” are likely the same word. */
const sharesStem = (words: readonly string[], wanted: string): boolean =>
  words.some(
    (word) =>
      Math.min(word.length, wanted.length) >= minPartLength &&
      (word.startsWith(wanted) || wanted.startsWith(word)),
  );

interface Rank {
  readonly link: MapLink;
  readonly words: number;
  readonly weight: number;
}

function rankOf(link: MapLink, wanted: readonly string[]): Rank {
  const title = wordsIn(link.title ?? '');
  const { hostname, pathname, search } = new URL(link.url);
  const segments = readable(pathname).split('/');
  const last = wordsIn(segments.findLast((segment) => segment !== '') ?? '');
  const all = [...wordsIn(hostname), ...wordsIn(segments.join(' ')), ...wordsIn(readable(search))];
  const found = wanted.map((word) => {
    if (title.includes(word)) return weights.title;
    if (last.includes(word)) return weights.lastSegment;
    if (all.includes(word)) return weights.url;
    return sharesStem(title, word) || sharesStem(all, word) ? weights.part : 0;
  });
  return {
    link,
    words: found.filter((weight) => weight > 0).length,
    weight: found.reduce<number>((sum, weight) => sum + weight, 0),
  };
}

/** The links whose titles and URLs have the most words of the query come first; no link is left out. */
export function rankLinks(links: readonly MapLink[], query: string): readonly MapLink[] {
  const wanted = [...new Set(wordsIn(query))];
  return links
    .map((link) => rankOf(link, wanted))
    .toSorted((a, b) => b.words - a.words || b.weight - a.weight || a.link.url.length - b.link.url.length)
    .map(({ link }) => link);
}
