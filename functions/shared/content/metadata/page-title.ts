import { bare, isSiteName } from './site-names.ts';
import words from './byline-words.json' with { type: 'json' };

/** Separators between the title of a page and the name of its site. */
const separator = /\s+[|\-–—·•:»«›‹/\\~>]+\s+|\s*[|｜»«]\s*|:\s+/;
const separators = new RegExp(separator, 'g');
/** Wikis write the name of the site in brackets. */
const separatorsOfNames = new RegExp(`${separator.source}|\\s\\[`, 'g');

export interface TitleEvidence {
  readonly title: string | undefined;
  /** `og:title`, the structured headline and the like, best first. */
  readonly alternatives: readonly string[];
  readonly heading: string | undefined;
  readonly siteNames: readonly string[];
  readonly host: string;
}

/** Names of sections, which hosts have as well: `blog.acme.example`. */
const sectionName =
  /^(?:blogs?|docs?|shop|store|news|help|support|forums?|community|developers?|learn|wiki)$/i;

/** `Mill Forum` on mill.example. */
function isSectionOfSite(part: string, siteNames: readonly string[], host: string): boolean {
  const words = part.trim().split(' ');
  return (
    words.length > 1 && sectionName.test(words.pop() ?? '') && isSiteName(words.join(' '), siteNames, host)
  );
}

/** What separates the parts of some titles are quotation marks in others: they have no space inside. */
const quotation = /«(?!\s)[^«»]*(?<!\s)»/g;

/** Where the separators of a title begin and end. */
function cutsOf(title: string): readonly (readonly [start: number, end: number])[] {
  const rangeOf = ({ index, 0: text }: RegExpExecArray) => [index, index + text.length] as const;
  const quotations = Array.from(title.matchAll(quotation), rangeOf);
  return Array.from(title.matchAll(separators), rangeOf).filter(
    ([start, end]) =>
      start > 0 && end < title.length && !quotations.some(([from, to]) => start < to && end > from),
  );
}

export function withoutSiteName(
  title: string,
  siteNames: readonly string[],
  host: string,
  places: 'both ends' | 'end' = 'both ends',
): string {
  const cuts = cutsOf(title);
  const [first] = cuts;
  const last = cuts.at(-1);
  if (first === undefined || last === undefined) return title;
  const end = title.slice(last[1]);
  if (isSiteName(end, siteNames, host) || isSectionOfSite(end, siteNames, host))
    return title.slice(0, last[0]).trim();
  if (places === 'both ends' && isSiteName(title.slice(0, first[0]), siteNames, host))
    return title.slice(first[1]).trim();
  return title;
}

/** Longer titles are texts. */
const maxTitleCharacters = 500;
const framing = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}!?).]+$/gu;

const namesHomePage = new Set(words.homePages.map(bare));

/** `Home`, `Startseite`, `トップページ`. */
export const isNameOfHomePage = (text: string): boolean => namesHomePage.has(bare(text));

/**
 * The last or first part of a title that is one of the names, or has the name of the host: `Hugging Face – Models` on
 * huggingface.example, `searching [Zotero Manual]`.
 */
export function siteNameIn(title: string, host: string, names: () => readonly string[]): string | undefined {
  const endsAt = (separating: RegExp): readonly string[] => {
    const parts = title
      .slice(0, maxTitleCharacters)
      .split(separating)
      .map((part) => part.replaceAll(framing, ''));
    const [first = ''] = parts;
    return (parts.length > 1 ? [parts.at(-1) ?? '', first] : []).filter(
      (part) => part !== '' && !isNameOfHomePage(part),
    );
  };
  const ofHost = endsAt(separators).find((part) => !sectionName.test(part) && isSiteName(part, [], host));
  const ends = endsAt(separatorsOfNames);
  if (ofHost !== undefined || ends.length === 0) return ofHost;
  const known = new Set(names().map(bare));
  return ends.find((part) => known.has(bare(part)));
}

/**
 * The title of the page without the name of its site. The parts are told apart by a heading or declared title that
 * equals one of them, or by the declared name of the site.
 */
export function pageTitle({
  title,
  alternatives,
  heading,
  siteNames,
  host,
}: TitleEvidence): string | undefined {
  if (title === undefined) return alternatives[0] ?? heading;
  const whole = bare(title);
  const isPart = (text = ''): text is string => {
    const part = bare(text);
    return (
      part.length > 2 &&
      part !== whole &&
      (whole.startsWith(part) || whole.endsWith(part)) &&
      // `Headline_Section_Site`, which is usual in China.
      (separator.test(title) || /^[_:：]/.test(title.slice(text.length)))
    );
  };
  for (const candidate of [...alternatives, heading]) {
    if (!isPart(candidate) || isSiteName(candidate, siteNames, host)) continue;
    return withoutSiteName(candidate, siteNames, host);
  }
  return withoutSiteName(title, siteNames, host);
}
