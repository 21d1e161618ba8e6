import { type ChildNode, type Element, isTag, isText } from 'domhandler';

import { isBlock, isSilent } from '#shared/content/dom/element-display.ts';
import { continuesWord, layoutOf, spacesChildren, wordsMeet } from '#shared/content/dom/layout-classes.ts';
import { ancestor, type ElementIndex } from '#shared/content/dom/element-edit.ts';
import { isBehindThreadLabel } from '#shared/content/dom/thread-label.ts';
import { wordsOf } from '#shared/content/dom/words.ts';
import { findDate } from '#shared/values/dates.ts';
import { gramsOf, likeness } from '#shared/kernel/likeness.ts';
import { isStreamed } from './article-beginning.ts';
import { cleanText } from './head-facts.ts';
import { isOfOthers } from './marks-elsewhere.ts';
import { firstOf, isHomePage, type MetadataEvidence } from './metadata-evidence.ts';
import { textValue } from './json-ld.ts';
import { isTitleOfAllPages, mayBeHeadline } from './fixed-title.ts';
import { pageTitle, withoutSiteName } from './page-title.ts';
import { bare, isSiteName } from './site-names.ts';
import words from './byline-words.json' with { type: 'json' };

/** What a page is about, in the words of its headline. */
export interface Headline {
  readonly text: string | undefined;
  /** The heading that shows it. */
  readonly heading: Element | undefined;
}

interface Heading {
  readonly element: Element;
  readonly text: string;
}

/** A lone heading may be worded otherwise than the title for search engines, but is about the same. */
const minLikenessAlone = 0.45;
const minLikenessOfSeveral = 0.6;
/** A heading with few words shares them with many titles: it has to open one. */
const maxLengthOfShort = 0.35;
/** On a page with several headings, one that shares a single word with the title is a section or a menu. */
const minCoverageOfSeveral = 0.4;
const maxHeadings = 30;
const maxHeadlineCharacters = 220;
/** What people post has longer ones, whose first words are in the URL. */
const maxPostedCharacters = 400;
const minPostedCharacters = 24;
/** Longer titles are cut: patterns search them. */
const maxTitleCharacters = 4_000;

const namesOfParts = new Set(['nav', 'dialog', 'footer', 'template', 'noscript']);
const isInOtherPart = (element: Element): boolean =>
  ancestor(
    element,
    20,
    (around) => namesOfParts.has(around.name) || ('hidden' in around.attribs && !isStreamed(around)),
  ) !== undefined;

/** Documentation tools write a permalink after each heading. */
const permalinkSign = /(?<!\s)\s*[¶🔗]\s*$/u;

/** Titles are often escaped twice. */
const ampersand = /&(?:amp|#38|#x26);/gi;

const titleText = (text: string | undefined): string | undefined =>
  text === undefined
    ? undefined
    : cleanText(text.slice(0, maxTitleCharacters).replaceAll(ampersand, '&').replace(permalinkSign, ''));

/** The words of the last segment of a path that is made of words: `/news/the-village-well-1234.html`. */
function wordsOfPath(url: string): string | undefined {
  const path = URL.parse(url)?.pathname ?? '';
  const segments = path.split('/').filter((segment) => /\p{L}{3,}[-_+]\p{L}{2,}/u.test(segment));
  const last = segments.at(-1);
  try {
    return last === undefined ? undefined : decodeURIComponent(last).replace(/\.\w{2,5}$/, '');
  } catch {
    return undefined;
  }
}

/** The text of nodes, in one line. */
function textOf(nodes: readonly ChildNode[]): string | undefined {
  const chunks: string[] = [];
  /** How the next word is laid out beside the last one; a text behind an element may go on with its word. */
  let next: ReturnType<typeof layoutOf>;
  let isBehind = false;
  const write = (text: string): void => {
    const before = chunks.at(-1)?.at(-1) ?? '';
    const mayGoOn = isBehind || next !== 'apart';
    const isApart =
      next !== undefined && wordsMeet(before, text) && !(mayGoOn && continuesWord(next, before, text));
    if (isApart) chunks.push(' ');
    next = undefined;
    chunks.push(text);
  };
  const collect = (node: ChildNode, isSpaced: boolean): void => {
    if (isText(node) && node.data !== '') write(node.data);
    // Such as "Copy path" beside a name.
    if (!isTag(node) || isSilent(node.name) || node.name === 'button') return;
    if (isBehindThreadLabel(node)) return write(': ');
    const isLine = isBlock(node) || node.name === 'br';
    const layout = isSpaced ? 'apart' : layoutOf(node);
    const areSpaced = spacesChildren(node);
    if (isLine) chunks.push(' ');
    if (layout !== undefined) [next, isBehind] = [layout, false];
    for (const child of node.children) collect(child, areSpaced);
    if (layout !== undefined) [next, isBehind] = [layout, true];
    if (isLine) chunks.push(' ');
  };
  for (const node of nodes)
    collect(node, node.parent !== null && isTag(node.parent) && spacesChildren(node.parent));
  return cleanText(chunks.join(''));
}

/** Headings have fewer parts. */
const maxHeadingParts = 20;

/** The texts of the parts of a heading: of its elements, and of it without the first or the last of them. */
function partsOf({ element }: Heading): readonly string[] {
  const texts: (string | undefined)[] = [];
  const collect = ({ children }: Element): void => {
    const parts = children.filter(
      (child) => (isText(child) && child.data.trim() !== '') || (isTag(child) && !isSilent(child.name)),
    );
    for (const cut of [1, 2]) texts.push(textOf(parts.slice(cut)), textOf(parts.slice(0, -cut)));
    for (const part of parts) {
      if (texts.length > maxHeadingParts) return;
      texts.push(textOf([part]));
      if (isTag(part)) collect(part);
    }
  };
  collect(element);
  return texts.filter((text) => text !== undefined);
}

/** Labels, dates and counters are shorter than the headline beside them. */
const minHeadlineShare = 0.5;

/** Signs between a label and the headline; before a number they may belong to it. */
const leadingMarks = /^[\s|/–—:·•»›>〉-]+(?=[\p{L}"“„«])/u;

/** A heading without the label, date or counter at its start or end. */
function shownHeadline(heading: Heading, titles: readonly string[]): string {
  const { text } = heading;
  const known = new Set(titles.map(bare));
  const openings = new Set(titles.map((title) => bare(title.split(levels, 1)[0] ?? '')));
  const isAsLong = (part: string): boolean =>
    bare(part).length > 5 && part.length >= minHeadlineShare * text.length;
  const isTitle = (part: string): boolean => isAsLong(part) && known.has(bare(part));
  // A sentence goes on with a small letter, a label does not.
  const goesOn = (part: string): boolean =>
    text.startsWith(part) && /^\s*\p{Ll}/u.test(text.slice(part.length));
  const isOpening = (part: string): boolean => isAsLong(part) && openings.has(bare(part)) && !goesOn(part);
  const part = partsOf(heading).find(
    (inner) => bare(inner).length < bare(text).length && (isTitle(inner) || isOpening(inner)),
  );
  if (part !== undefined || isTitle(text)) return part?.replace(leadingMarks, '') ?? text;
  const date = findDate(text);
  if (date === undefined) return text;
  const rest = cleanText(date.start === 0 ? text.slice(date.end) : text.slice(0, date.start)) ?? '';
  const isInTitle = (): boolean => titles.some((title) => partsOfTitle(title).has(bare(rest)));
  return isTitle(rest) || (rest.length >= minHeadlineShare * text.length && isInTitle()) ? rest : text;
}

/** Rooms, sections and sources behind the title: parts that the page declares or has in its path. */
function withoutSection(title: string, { facts, page, work }: MetadataEvidence): string {
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

const levels = /\s+(?:[|/»·]|::)\s+|\s*｜\s*/u;
const minTitleWords = 3;
/** Six Chinese or Japanese characters are as long as three words. */
const ideographs = /(?:[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]{0,4}){6}/u;
const titleSeparator =
  /\s+(?:--|[-–—|·•»›‹/]|::?)\s+|\s*｜\s*|:\s+|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])\s*(?:--|[-_–—|])\s*(?=[《「\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/u;
const separated = /^\s+[-–—|·•»/]\s/u;

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
function withoutLevels(title: string, path: string | undefined): string {
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
function completed(title: string, others: readonly string[]): string {
  if (!shortened.test(title)) return title;
  const start = bare(title);
  return others.find((other) => bare(other).length > start.length && bare(other).startsWith(start)) ?? title;
}

const namesBreadcrumb = ({ attribs }: Element): boolean =>
  attribs['role'] === 'navigation' || /breadcrumb|(?:^|\s)navigation(?:\s|$)/i.test(attribs['class'] ?? '');

/** Whether a heading is the last level of a path through the site. */
const isBreadcrumb = (heading: Element): boolean =>
  namesBreadcrumb(heading) || ancestor(heading, 4, namesBreadcrumb) !== undefined;

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** The path of another page of the site to which all of a heading leads. */
function pathLedTo(heading: Element, { index, page, facts }: MetadataEvidence): string | undefined {
  const link = index.firstIn(heading, 'a');
  if (link === undefined || index.textLength(link) !== index.textLength(heading)) return undefined;
  const { rel = '', href = '' } = link.attribs;
  if (/(?:^|\s)home(?:\s|$)/i.test(rel)) return '/';
  const [own, linked] = [URL.parse(page.url), URL.parse(href, page.baseUrl)];
  if (linked === null || linked.host !== own?.host) return undefined;
  const path = withoutSlash(linked.pathname);
  // Some sites declare their start page as the URL of each.
  const declared = path === '' ? null : URL.parse(facts.meta('og:url') ?? '', page.baseUrl);
  const isOwn = [own, declared].some((url) => url !== null && withoutSlash(url.pathname) === path);
  return isOwn ? undefined : linked.pathname;
}

function headingsOf(
  evidence: MetadataEvidence,
  isSite: (text: string) => boolean,
  path = '',
): readonly Heading[] {
  const { index } = evidence;
  const posted = bare(path);
  const isHeadline = (text: string): boolean =>
    text.length <= maxHeadlineCharacters
      ? /\p{L}{2}/u.test(text)
      : posted.length >= minPostedCharacters && bare(text).startsWith(posted);
  const seen = new Set<string>();
  return index
    .named('h1')
    .slice(0, maxHeadings)
    .flatMap((element): readonly Heading[] => {
      if (index.textLength(element) > maxPostedCharacters) return [];
      const text = titleText(textOf(element.children));
      if (text === undefined || !isHeadline(text)) return [];
      if (seen.has(text) || isSite(text) || isInOtherPart(element)) return [];
      if (pathLedTo(element, evidence) === '/' || isBreadcrumb(element)) return [];
      seen.add(text);
      return [{ element, text }];
    });
}

/** How well a heading agrees with a title of other words; 0 when it is another. */
function agreement(heading: string, title: string, isAlone: boolean): number {
  const [shown, declared] = [bare(heading), bare(title)];
  if (shown.length < maxLengthOfShort * declared.length) return declared.startsWith(shown) ? 1 : 0;
  const { ofShorter, ofLonger } = likeness(gramsOf(heading), gramsOf(title));
  const isLike = isAlone
    ? ofShorter >= minLikenessAlone
    : declared.startsWith(shown) || (ofShorter >= minLikenessOfSeveral && ofLonger >= minCoverageOfSeveral);
  return isLike ? ofShorter + ofLonger : 0;
}

/** The heading that agrees best with a title of the page; of several that are one, the longest: others name a section. */
function bestHeading(headings: readonly Heading[], titles: readonly string[]): Heading | undefined {
  const same = headings.filter(({ text }) => titles.some((title) => bare(title) === bare(text)));
  if (same.length > 0) return same.reduce((a, b) => (b.text.length > a.text.length ? b : a));
  let best: { readonly heading: Heading; readonly score: number } | undefined;
  for (const heading of headings)
    for (const title of titles) {
      const agreed = agreement(heading.text, title, headings.length === 1);
      // A site's name is at the end of most titles.
      const score = agreed > 0 && bare(title).startsWith(bare(heading.text)) ? agreed + 1 : agreed;
      if (score > (best?.score ?? 0)) best = { heading, score };
    }
  return best?.heading;
}

/** The heading with every word of the URL, which leaves out others and has them in any order. */
function headingOfPath(headings: readonly Heading[], path: string): Heading | undefined {
  const words = wordsOf(path);
  if (words.length < minTitleWords) return undefined;
  return headings.find(({ text }) => {
    const shown = new Set(wordsOf(text));
    return words.every((word) => shown.has(word));
  });
}

const titleNames = /title|headline|heading/i;
const notShown = new Set(['title', 'script', 'style', 'a', 'li']);

const chapterNumber = /^(?:ch|chapter|part|section)?\d+$/;

/** Books and courses repeat their name above each chapter: `Chapter | Book` at the URL of the chapter, perhaps with its number. */
function isNameOfWhole({ text }: Heading, title: string | undefined, path: string | undefined): boolean {
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

const isAsLongAsTitle = (text: string): boolean =>
  text.split(' ').length >= minTitleWords || ideographs.test(text);

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
function isNameAtEnd(
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

/** `Tips` rather than `Tips - Travel forum`, where the page has both as headings. */
const shorter = (heading: Heading, all: readonly Heading[]): Heading =>
  all.find(
    ({ text }) =>
      text.length < heading.text.length &&
      heading.text.startsWith(text) &&
      separated.test(heading.text.slice(text.length)),
  ) ?? heading;

/** Shorter addresses are those of sections. */
const minPathCharacters = 8;

const maxTitleParts = 8;

/** The parts of a title at its separators, and those side by side: `View topic`, `The well`, `The well - Forum`. */
function partsOfTitle(title: string): ReadonlySet<string> {
  const parts = title.split(titleSeparator).slice(0, maxTitleParts);
  return new Set(
    parts
      .flatMap((_part, from) => parts.slice(from).map((_other, more) => parts.slice(from, from + more + 1)))
      .filter((some) => some.length < parts.length)
      .map((some) => bare(some.join(' '))),
  );
}

/** The texts of headings up to a level, which do not lead to the home page. */
const openingsOf = (evidence: MetadataEvidence, level: number): readonly string[] =>
  ['h1', 'h2', 'h3', 'h4']
    .slice(0, level)
    .flatMap((name) => evidence.index.named(name).slice(0, maxHeadings))
    .filter(
      (element) =>
        evidence.index.textLength(element) <= maxHeadlineCharacters &&
        !isInOtherPart(element) &&
        pathLedTo(element, evidence) !== '/',
    )
    .map((element) => titleText(textOf(element.children)) ?? '');

interface KnownTitles {
  readonly title: string | undefined;
  /** Without the name of the site. */
  readonly named: string | undefined;
  readonly path: string | undefined;
  readonly declared: readonly string[];
}

/** Lists of other pages have a box with a title for each. */
const maxBoxes = 200;

const isHeadingElement = ({ name }: Element): boolean => /^h[1-6]$/.test(name);

/** Boxes with a class or id such as `node-title`; `read-next-title` is that of another page. */
const boxesOfTitles = (index: ElementIndex): readonly Element[] =>
  index.all
    .filter(
      (element) =>
        !notShown.has(element.name) &&
        !isHeadingElement(element) &&
        (titleNames.test(element.attribs['class'] ?? '') || titleNames.test(element.attribs['id'] ?? '')),
    )
    .slice(0, maxBoxes)
    .filter(({ attribs }) => !isOfOthers(attribs['class'] ?? ''));

/**
 * A heading of a lower level, or a box, that has the words of the URL or a declared title, or the end of a title such as
 * `Site : Section : Headline`.
 */
function lowerHeadline(
  { index }: MetadataEvidence,
  { title, named, path, declared }: KnownTitles,
): Heading | undefined {
  const words = bare(path ?? '');
  const [, ...ends] = title?.split(/\s+::?\s+/) ?? [];
  const last = bare(ends.at(-1) ?? '');
  const known = new Set(declared.map(bare));
  const parts = partsOfTitle(title ?? '');
  const [first = ''] = title?.split(levels) ?? [];
  const candidates = [
    ...['h2', 'h3'].flatMap((name) => index.named(name).slice(0, maxHeadings)),
    ...boxesOfTitles(index),
  ]
    .filter((element) => index.textLength(element) <= maxHeadlineCharacters && !isInOtherPart(element))
    .flatMap((element): readonly Heading[] => {
      const text = titleText(textOf(element.children));
      return text === undefined ? [] : [{ element, text }];
    });
  const isHeadline = ({ element, text }: Heading): boolean => {
    const shown = bare(text);
    const isLong = text.length >= minHeadlineShare * (named ?? '').length;
    // The title of a menu may have the words of its section.
    if (shown === words && (isLong || isHeadingElement(element))) return words.length >= minPathCharacters;
    if (text.split(' ').length < minTitleWords && !ideographs.test(text)) return false;
    const isPart =
      parts.has(shown) && (isLong || (shown === bare(first) && text.split(' ').length > minTitleWords));
    return shown === last || known.has(shown) || isPart;
  };
  return candidates.find(isHeadline);
}

/**
 * A heading of the second level with exactly the words of the URL, above one of the first level that has others: templates
 * write the headline so, and editors begin the text with a heading of their own.
 */
function headingAbove(best: Heading, { index }: MetadataEvidence, path: string): Heading | undefined {
  const words = bare(path);
  if (words.length < minPostedCharacters || bare(best.text) === words) return undefined;
  return index
    .named('h2')
    .slice(0, maxHeadings)
    .filter(
      (element) =>
        index.textLength(element) <= maxHeadlineCharacters && index.precedes(element, best.element),
    )
    .map((element) => ({ element, text: titleText(textOf(element.children)) ?? '' }))
    .find(({ text }) => bare(text) === words);
}

/** Spaces between the words of a title. */
const maxSpaces = 40;

/** Old pages and blogs write their headline as a heading of a lower level, or as a box with such a name. */
function lesserHeading({ index }: MetadataEvidence, titles: readonly string[]): Element | undefined {
  const known = new Set(titles.map(bare));
  const isTitle = (element: Element): boolean => known.has(bare(textOf(element.children) ?? ''));
  const isShort = (element: Element): boolean => index.textLength(element) <= maxHeadlineCharacters;
  const headings = ['h2', 'h3', 'h4'].flatMap((name) =>
    index.named(name).slice(0, maxHeadings).filter(isShort),
  );
  const named = (): readonly Element[] =>
    index.all
      .filter(({ attribs }) => titleNames.test(attribs['class'] ?? attribs['itemprop'] ?? ''))
      .slice(0, maxHeadings)
      .filter((element) => isShort(element) && !isOfOthers(element.attribs['class'] ?? ''));
  const sizes = titles.map((title) => title.replaceAll(/\s/g, '').length);
  const mayBeTitle = (element: Element): boolean => {
    const length = index.textLength(element);
    const isAsLong = sizes.some((size) => length >= size && length <= size + maxSpaces);
    return isAsLong && !isInOtherPart(element) && !isBreadcrumb(element);
  };
  return (
    headings.find(isTitle) ??
    named().find(isTitle) ??
    index.all.find((element) => !notShown.has(element.name) && mayBeTitle(element) && isTitle(element))
  );
}

/** The first heading that is named a headline and has as many words, on a page without any title. */
function namedHeading({ index }: MetadataEvidence): Headline {
  for (const element of ['h2', 'h3'].flatMap((name) => index.named(name).slice(0, maxHeadings))) {
    const names = element.attribs['class'] ?? '';
    const isNamed = titleNames.test(names) && !/widget/i.test(names) && !isOfOthers(names);
    if (!isNamed || isInOtherPart(element) || index.textLength(element) > maxHeadlineCharacters) continue;
    const text = titleText(textOf(element.children)) ?? '';
    if (text.split(' ').length >= minTitleWords) return { text, heading: element };
  }
  return { text: undefined, heading: undefined };
}

/** What the parts of a title are compared with, to tell the name of the site from the others. */
interface SiteOfPage {
  readonly siteNames: readonly string[];
  readonly host: string;
}

function siteOf({ facts, page }: MetadataEvidence, siteName: string | undefined): SiteOfPage {
  const siteNames = [siteName, facts.meta('application-name'), facts.meta('og:site_name')].filter(
    (name) => name !== undefined,
  );
  return { siteNames, host: URL.parse(page.url)?.hostname ?? '' };
}

/**
 * The headline of a page: the heading of the first level that agrees with a declared title or the words of the URL, else
 * the title without the name of the site. Logos, banners and forms have such headings, too, and agree with nothing.
 */
export function headlineOf(evidence: MetadataEvidence, siteName: string | undefined): Headline {
  const { facts, page, work } = evidence;
  const { siteNames, host } = siteOf(evidence, siteName);
  const declared = [
    facts.meta('og:title'),
    facts.meta('twitter:title'),
    textValue(work?.['headline']),
    firstOf(facts, ['dc.title', 'citation_title', 'headline']),
  ]
    .map(titleText)
    .filter((text) => text !== undefined);
  const isSite = (text: string): boolean => isSiteName(text, siteNames, host);
  const title = titleText(facts.title);
  const path = wordsOfPath(page.url);
  const headings = headingsOf(evidence, isSite, path);
  const [alone, second] = headings;
  const pathname = URL.parse(page.url)?.pathname ?? '';
  const leadsAbove = (heading: Element): boolean => {
    const above = pathLedTo(heading, evidence);
    return above !== undefined && pathname.startsWith(`${withoutSlash(above)}/`);
  };
  const names = {
    openings: (level: number): readonly string[] => openingsOf(evidence, level),
    isSite,
    leadsAbove,
  };
  const wholes = headings.filter(
    (each) => isNameOfWhole(each, title, path) || isNameAtEnd(each, title, path, names),
  );
  const named = pageTitle({
    title,
    alternatives: declared,
    heading: second === undefined && alone !== undefined && !wholes.includes(alone) ? alone.text : undefined,
    siteNames: [...siteNames, ...wholes.map(({ text }) => text)],
    host,
  });
  const others = declared.map((text) => withoutSiteName(text, siteNames, host));
  const titles = [named, ...others].filter((text) => text !== undefined && !isSite(text)) as string[];
  const declaredTitles = new Set(titles.map(bare));
  // A heading that is a link elsewhere is the title of another page, unless this one declares it.
  const own = headings.filter(
    (each) =>
      !wholes.includes(each) &&
      (declaredTitles.has(bare(each.text)) || pathLedTo(each.element, evidence) === undefined),
  );
  const best =
    bestHeading(own, path === undefined ? titles : [...titles, path]) ?? headingOfPath(own, path ?? '');
  const opening = best === undefined ? undefined : headingAbove(best, evidence, path ?? '');
  if (best !== undefined && opening === undefined) {
    const heading = shorter(best, own);
    const whole = shownHeadline(heading, titles);
    // The heading for screen readers repeats the title, with its sections and the name of the site.
    const isTitle = title !== undefined && bare(whole) === bare(title);
    const shown = withoutSiteName(isTitle ? withoutLevels(whole, path) : whole, siteNames, host, 'end');
    return { text: withoutSection(shown, evidence), heading: heading.element };
  }
  const lesser = opening ?? lowerHeadline(evidence, { title, named, path, declared });
  if (lesser !== undefined && !isSite(lesser.text)) return { text: lesser.text, heading: lesser.element };
  const [only, ...more] = own;
  if (
    only !== undefined &&
    more.length === 0 &&
    mayBeHeadline(only.text) &&
    isTitleOfAllPages([title, ...declared], evidence, { siteNames, host })
  )
    return { text: only.text, heading: only.element };
  const text = named !== undefined && isSite(named) ? (titles[0] ?? named) : named;
  if (text === undefined) return namedHeading(evidence);
  const whole = completed(text, others);
  const single = title === undefined ? whole : whole === named ? withoutLevels(title, path) : whole;
  const shown = withoutSection(single === title ? whole : single, evidence);
  return { text: shown, heading: lesserHeading(evidence, [shown, text]) };
}

/**
 * The title of a home page that begins with the name of the site and tells what the site is: `Mill - All about grain`.
 * `undefined` for other pages, whose title is their headline.
 */
export function titleOfSite(evidence: MetadataEvidence, siteName: string | undefined): string | undefined {
  const title = titleText(evidence.facts.title);
  if (title === undefined || !isHomePage(evidence)) return undefined;
  const { siteNames, host } = siteOf(evidence, siteName);
  const alone = withoutSiteName(title, siteNames, host, 'end');
  return withoutSiteName(alone, siteNames, host) === alone ? undefined : alone;
}
