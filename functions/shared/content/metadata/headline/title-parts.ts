import { gramsOf, likeness } from '#shared/kernel/likeness.ts';
import type { MetadataEvidence } from '#shared/content/metadata/metadata-evidence.ts';
import { textValue } from '#shared/content/metadata/json-ld.ts';
import { bare } from '#shared/content/metadata/site-names.ts';
import words from '#shared/content/metadata/byline-words.json' with { type: 'json' };

/** Rooms, sections and sources behind the title: parts that the page declares or has in its path. */
export function withoutSection(title: string, { facts, page, work }: MetadataEvidence): string {
  const parts = /^(.{8,}?)\s+[|·•»/]\s+([^|·•»/]{2,40})$/u.exec(title);
  if (parts === null) return title;
  const [, head = title, tail = ''] = parts;
  const sections = [
    facts.meta('article:section'),
    textValue(work?.['articleSection']),
    ...(URL.parse(page.url)?.pathname ?? '').split('/').slice(1, -1),
  ];
  return sections.some((section) => section !== undefined && bare(section) === bare(tail)) ? head : title;
}

const shortened = /(?:…|\.\.\.)$|\([^)]*$/;

export const levels = /\s+(?:[|/»·]|::)\s+|\s*｜\s*/u;

export const minTitleWords = 3;

/** Six Chinese or Japanese characters are as long as three words. */
export const ideographs =
  /(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]{0,4}){6}/u;

export const titleSeparator =
  /\s+(?:--|[-–—|·•»›‹/]|::?)\s+|\s*｜\s*|:\s+|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])\s*(?:--|[-_–—|])\s*(?=[《「\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/u;

const hanSeparator = /\s*[_|｜]\s*|\s+[-–—]\s*|\s*(?:--|——)\s*/u;

const namesHanSite = new RegExp(`(?:${words.siteEndings.join('|')})$`, 'u');

/** The headline of a Chinese title such as `Headline_Section_Site`, if it is the longest part. */
function withoutHanSite(title: string): string {
  const [first = '', ...others] = title.split(hanSeparator);
  const isLongest = others.every((part) => part.length < first.length);
  const endsWithSite = others.length > 1 || namesHanSite.test(others[0] ?? '');
  return others.length > 0 && isLongest && endsWithSite && ideographs.test(first) ? first : title;
}

/** The headline at the start or end of a title with levels, such as `Headline | Section | Site`. */
export function withoutLevels(title: string, path: string | undefined): string {
  const parts = title.split(levels);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length < 3) return withoutHanSite(title);
  const known = gramsOf(path ?? first);
  const likes = (part: string): number => likeness(gramsOf(part), known).ofShorter;
  // The name of the site shares words with the headline, but is shorter.
  const best = last.length >= first.length && likes(last) > likes(first) ? last : first;
  return best.split(' ').length >= minTitleWords || ideographs.test(best) ? best : title;
}

/** A title that was cut is completed from another that goes on. */
export function completed(title: string, others: readonly string[]): string {
  if (!shortened.test(title)) return title;
  const start = bare(title);
  return others.find((other) => bare(other).length > start.length && bare(other).startsWith(start)) ?? title;
}

export const isAsLongAsTitle = (text: string): boolean =>
  text.split(' ').length >= minTitleWords || ideographs.test(text);

const maxTitleParts = 8;

/** The parts of a title at its separators, and those side by side: `View topic`, `The well`, `The well - Forum`. */
export function partsOfTitle(title: string): ReadonlySet<string> {
  const parts = title.split(titleSeparator).slice(0, maxTitleParts);
  return new Set(
    parts
      .flatMap((_part, from) => parts.slice(from).map((_other, more) => parts.slice(from, from + more + 1)))
      .filter((some) => some.length < parts.length)
      .map((some) => bare(some.join(' '))),
  );
}
