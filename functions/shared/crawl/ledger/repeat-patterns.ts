import { sha256 } from '#shared/kernel/ids.ts';
import { remembered } from '#shared/kernel/remembered.ts';

/** What a set of URLs has in common that a server may generate without end. */
export interface RepeatPattern {
  readonly key: string;
  readonly text: string;
  /** A pattern that matches more URLs needs more evidence. */
  readonly isWide: boolean;
}

const keyDigits = 12;
/** Names given by people are shorter; session identifiers are not. */
const maxNameCharacters = 24;

const variable = (segment: string): string =>
  /\d/.test(segment) || segment.length > maxNameCharacters ? '*' : segment;

const patternOf = (text: string, isWide: boolean): RepeatPattern => ({
  key: sha256(text).slice(0, keyDigits),
  text,
  isWide,
});

/**
 * The patterns of a URL: its siblings (of one folder, or of one list), and all URLs of the same path depth. The second
 * pattern detects servers that ignore a part of the path while their links are relative.
 */
export const repeatPatterns = remembered((address): readonly RepeatPattern[] => {
  const { host, pathname, searchParams } = new URL(address);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const names = [...new Set([...searchParams.keys()].map((name) => name.replaceAll(/\d+/g, '*')))].toSorted();
  const query = names.length === 0 ? '' : `?${names.map((name) => `${name}=*`).join('&')}`;
  const last = segments.at(-1);
  // A query identifies the page among its siblings; without one the last segment does.
  const ending = last === undefined ? [] : [query === '' ? '*' : variable(last)];
  const siblings = `${host}/${[...segments.slice(0, -1).map(variable), ...ending].join('/')}${query}`;
  const asDeep = `${host}/${segments.map(() => '*').join('/')}${query}`;
  return siblings === asDeep
    ? [patternOf(siblings, false)]
    : [patternOf(siblings, false), patternOf(asDeep, true)];
});
