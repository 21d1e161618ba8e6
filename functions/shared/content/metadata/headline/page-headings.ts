import type { Element } from 'domhandler';

import { ancestor } from '#shared/content/dom/element-edit.ts';
import { isStreamed } from '#shared/content/metadata/article-beginning.ts';
import type { MetadataEvidence } from '#shared/content/metadata/metadata-evidence.ts';
import { bare } from '#shared/content/metadata/site-names.ts';
import { type Heading, titleText, textOf } from './heading-text.ts';

export const maxHeadings = 30;

export const maxHeadlineCharacters = 220;

/** What people post has longer ones, whose first words are in the URL. */
const maxPostedCharacters = 400;

export const minPostedCharacters = 24;

const namesOfParts = new Set(['nav', 'dialog', 'footer', 'template', 'noscript']);

export const isInOtherPart = (element: Element): boolean =>
  ancestor(
    element,
    20,
    (around) => namesOfParts.has(around.name) || ('hidden' in around.attribs && !isStreamed(around)),
  ) !== undefined;

/** The words of the last segment of a path that is made of words: `/news/the-village-well-1234.html`. */
export function wordsOfPath(url: string): string | undefined {
  const path = URL.parse(url)?.pathname ?? '';
  const segments = path.split('/').filter((segment) => /\p{L}{3,}[-_+]\p{L}{2,}/u.test(segment));
  const last = segments.at(-1);
  try {
    return last === undefined ? undefined : decodeURIComponent(last).replace(/\.\w{2,5}$/, '');
  } catch {
    return undefined;
  }
}

const namesBreadcrumb = ({ attribs }: Element): boolean =>
  attribs['role'] === 'navigation' || /breadcrumb|(?:^|\s)navigation(?:\s|$)/i.test(attribs['class'] ?? '');

/** The name of a heading with a path beside it, as Confluence writes it. */
const besidePath = /(?:^|[\s_-])(?:has|with|without|no)[_-]breadcrumb/i;

/** Whether a heading is the last level of a path through the site. */
export const isBreadcrumb = (heading: Element): boolean =>
  (namesBreadcrumb(heading) && !besidePath.test(heading.attribs['class'] ?? '')) ||
  ancestor(heading, 4, namesBreadcrumb) !== undefined;

export const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** The path of another page of the site to which all of a heading leads. */
export function pathLedTo(heading: Element, { index, page, facts }: MetadataEvidence): string | undefined {
  const link = index.firstIn(heading, 'a');
  if (link === undefined || index.textLength(link) !== index.textLength(heading)) return undefined;
  const { rel = '', href = '', accesskey } = link.attribs;
  // DokuWiki names its start page by a query, but has a key for it.
  if (/(?:^|\s)home(?:\s|$)/i.test(rel) || accesskey === 'h') return '/';
  const [own, linked] = [URL.parse(page.url), URL.parse(href, page.baseUrl)];
  if (linked === null || linked.host !== own?.host) return undefined;
  const path = withoutSlash(linked.pathname);
  // Some sites declare their start page as the URL of each.
  const declared = path === '' ? null : URL.parse(facts.meta('og:url') ?? '', page.baseUrl);
  const isOwn = [own, declared].some((url) => url !== null && withoutSlash(url.pathname) === path);
  return isOwn ? undefined : linked.pathname;
}

export function headingsOf(
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

/** The texts of headings up to a level, which do not lead to the home page. */
export const openingsOf = (evidence: MetadataEvidence, level: number): readonly string[] =>
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
