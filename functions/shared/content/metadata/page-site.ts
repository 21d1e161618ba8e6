import { rawText } from '#shared/content/dom/element-text.ts';
import { isObject } from '#shared/kernel/json.ts';
import { hasType, textValue } from './json-ld.ts';
import { firstOf, isHomePage, type MetadataEvidence } from './metadata-evidence.ts';
import { siteNameIn } from './page-title.ts';
import { bare, maxNameWords } from './site-names.ts';

/** A mark of separation without the slogan after it. */
const endingMark = /\s+[-–—|·•:]$/u;

const publisherNode = /^(?:website|organization|newsmediaorganization|corporation)$/i;

/** `/`, `/index.html`, `https://mill.example`. */
const homePage = /^(?:(?:https?:)?\/\/[^/?#]+)?\/?(?:index\.\w{2,5})?$/i;
/** The logo is one of the first links. */
const maxHomeLinks = 20;
const maxNameCharacters = 80;
/** `ArchWiki (en)`, `The Courier RSS Feed`. */
const titleEnding = /(?<!\s)\s*(?:\([^()]*\)|(?:rss|atom|news)?[ -]?feed|rss(?: 2\.0)?|atom|search)$/i;

const feedType = /^application\/(?:rss|atom)\+xml/i;
const maxHeadings = 30;

/** The names that a page may have for its site: of its links to the home page, its search and its feeds, but no headlines. */
export function namesElsewhere({ facts, index, page }: MetadataEvidence): readonly string[] {
  const host = URL.parse(page.url)?.host;
  const links = index
    .named('a')
    .filter(({ attribs: { href = '' } }) => href !== '' && homePage.test(href))
    .slice(0, maxHomeLinks)
    .filter(({ attribs }) => URL.parse(attribs['href'] ?? '', page.url)?.host === host)
    .flatMap((link) => [
      rawText(link, maxNameCharacters),
      link.attribs['title'],
      link.attribs['aria-label'],
      index.firstIn(link, 'img')?.attribs['alt'],
    ]);
  const files = facts.links
    .filter(({ attribs: { rel = '', type = '', hreflang } }) =>
      /^alternate$/i.test(rel) ? feedType.test(type) && hreflang === undefined : /^search$/i.test(rel),
    )
    .map(({ attribs }) => attribs['title']?.slice(0, maxNameCharacters).replace(titleEnding, ''));
  const headings = new Set(
    ['h1', 'h2', 'h3']
      .flatMap((name) => index.named(name).slice(0, maxHeadings))
      .filter((heading) => !homePage.test(index.firstIn(heading, 'a')?.attribs['href'] ?? '#'))
      .map((heading) => bare(rawText(heading, maxNameCharacters))),
  );
  return [...links, ...files]
    .filter((name) => name !== undefined)
    .filter((name) => !/^\s*(?:logo)?\s*$/i.test(name) && !headings.has(bare(name)));
}

/** People publish their own sites, and are named as publishers of what they write for others. */
function publisherName(publisher: unknown): string | undefined {
  const type = isObject(publisher) ? (publisher['@type'] ?? publisher['type']) : undefined;
  return type === 'Person' ? undefined : textValue(publisher, 'name');
}

/** Whether a page declares its title as the name of its site. One that is meant for networks may be as long as a title. */
function isTitleOfPage(property: string, evidence: MetadataEvidence): boolean {
  const { facts } = evidence;
  const name = facts.meta(property) ?? '';
  const isAsLong =
    / [|–-] /.test(name) || (!property.startsWith('og:') && name.split(/\s+/).length > maxNameWords);
  return isAsLong && [facts.meta('og:title'), facts.title].includes(name) && !isHomePage(evidence);
}

/** `www.courier.example` is where the site is; its title may tell what it is called. */
const hostWithPrefix = /^www\.(?=[\w-]+(?:\.[\w-]+)+$)/i;

/** The name of the site that the page declares, else the part of its title that names it. */
export function siteNameOf(evidence: MetadataEvidence): string | undefined {
  const { facts, nodes, page, work } = evidence;
  const node = nodes.find((candidate) => hasType(candidate, publisherNode));
  const publisher = publisherName(work?.['publisher']) ?? textValue(node?.['name']);
  const names = ['og:site_name', 'og:site', 'application-name', 'apple-mobile-web-app-title'];
  const isHost = (name: string): boolean => hostWithPrefix.test(facts.meta(name) ?? '');
  const usable = names.filter((name) => !isTitleOfPage(name, evidence));
  const inTitle = (): string | undefined =>
    siteNameIn(facts.title ?? '', URL.parse(page.url)?.hostname ?? '', () => namesElsewhere(evidence));
  const named = firstOf(
    facts,
    usable.filter((name) => !isHost(name)),
  );
  const section = bare(facts.meta('article:section') ?? '');
  const isSection = named !== undefined && named === facts.meta('og:site_name') && bare(named) === section;
  // The only section of a site may have its name.
  const other = isSection ? (firstOf(facts, ['og:site', 'application-name']) ?? publisher) : undefined;
  // A slogan after the name.
  const isSlogan = publisher !== undefined && named?.startsWith(`${publisher} | `) === true;
  return (
    (isSlogan ? publisher : (other ?? named)?.replace(endingMark, '')) ??
    publisher ??
    inTitle() ??
    textValue(work?.['publisher'], 'name') ??
    firstOf(facts, usable)?.replace(hostWithPrefix, '')
  );
}
