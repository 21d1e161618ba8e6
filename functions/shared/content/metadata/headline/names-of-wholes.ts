import type { Element } from 'domhandler';

import { bare } from '#shared/content/metadata/site-names.ts';
import type { Heading } from './heading-text.ts';
import { levels, isAsLongAsTitle, titleSeparator, partsOfTitle } from './title-parts.ts';

const chapterNumber = /^(?:ch|chapter|part|section)?\d+$/;

/** Books and courses repeat their name above each chapter: `Chapter | Book` at the URL of the chapter, perhaps with its number. */
export function isNameOfWhole(
  { text }: Heading,
  title: string | undefined,
  path: string | undefined,
): boolean {
  const ends = (separator: RegExp): readonly [first: string, last: string] | undefined => {
    const parts = title?.split(separator) ?? [];
    return parts.length > 1 ? [bare(parts[0] ?? ''), bare(parts.at(-1) ?? '')] : undefined;
  };
  if (path === undefined) return false;
  const own = bare(path);
  const [first, last] = ends(levels) ?? [];
  if (last === bare(text) && first === own) return true;
  const [chapter = '', book] = ends(titleSeparator) ?? [];
  return (
    book === bare(text) &&
    own.endsWith(chapter) &&
    chapterNumber.test(own.slice(0, own.length - chapter.length))
  );
}

const namesOfSites = /(?:^|\s)(?:site-(?:title|name)|brand-name|menu-title|logo(?:-text)?)(?:\s|$)/i;

interface NamesOfWhole {
  /** The headings up to a level that a title may begin with. */
  readonly openings: (level: number) => readonly string[];
  readonly isSite: (text: string) => boolean;
  /** Whether a heading leads to a page above this one, such as the start page of the blog. */
  readonly leadsAbove: (heading: Element) => boolean;
}

/**
 * Whether a heading is the last part of a title that begins with another heading: the name of the site or of the book, in
 * its menu bar or above each page. Where this one leads to a page above, the other may be
 * short and of the fourth level. A title may also begin with the name of the site.
 */
export function isNameAtEnd(
  { element, text }: Heading,
  title: string | undefined,
  path: string | undefined,
  { openings, isSite, leadsAbove }: NamesOfWhole,
): boolean {
  const [whole, name] = [bare(title ?? ''), bare(text)];
  const start = whole.slice(0, -name.length);
  if (start === '' || !whole.endsWith(name) || partsOfTitle(title ?? '').size === 0) return false;
  const [first = ''] = title?.split(titleSeparator) ?? [];
  if (isSite(first) || (path !== undefined && bare(path).includes(name))) return false;
  if (namesOfSites.test(`${element.attribs['class'] ?? ''} ${element.attribs['id'] ?? ''}`)) return true;
  return leadsAbove(element)
    ? openings(4).some((opening) => bare(opening) === start)
    : openings(2).some((opening) => isAsLongAsTitle(opening) && start.startsWith(bare(opening)));
}
