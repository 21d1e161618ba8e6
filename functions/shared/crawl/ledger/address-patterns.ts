import { sha256 } from '#shared/kernel/ids.ts';

/** What addresses have in common that a server may make up without end. */
export interface AddressPattern {
  readonly key: string;
  readonly text: string;
  /** A pattern that covers more addresses needs more evidence. */
  readonly isWide: boolean;
}

const keyDigits = 12;
/** Names that people give are shorter; session identifiers are not. */
const longestName = 24;

const variable = (segment: string): string =>
  /\d/.test(segment) || segment.length > longestName ? '*' : segment;

const patternOf = (text: string, isWide: boolean): AddressPattern => ({
  key: sha256(text).slice(0, keyDigits),
  text,
  isWide,
});

/**
 * The patterns of an address: its siblings (such as those of one folder, or the pages of one list), and all addresses
 * as deep in the path. The second one tells where a server ignores a part of the path and its links are relative.
 */
export function addressPatterns(address: string): readonly AddressPattern[] {
  const { host, pathname, searchParams } = new URL(address);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const names = [...new Set([...searchParams.keys()].map((name) => name.replaceAll(/\d+/g, '*')))].toSorted();
  const query = names.length === 0 ? '' : `?${names.map((name) => `${name}=*`).join('&')}`;
  const last = segments.at(-1);
  // A query says which of many; without one the last segment does.
  const ending = last === undefined ? [] : [query === '' ? '*' : variable(last)];
  const siblings = `${host}/${[...segments.slice(0, -1).map(variable), ...ending].join('/')}${query}`;
  const asDeep = `${host}/${segments.map(() => '*').join('/')}${query}`;
  return siblings === asDeep
    ? [patternOf(siblings, false)]
    : [patternOf(siblings, false), patternOf(asDeep, true)];
}
