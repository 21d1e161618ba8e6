import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';
import { leavesOf } from '#shared/extract/embedded/json-value.ts';
import { plainText } from '#shared/content/markdown/plain-text.ts';
import { urlsIn } from '#shared/values/contacts.ts';
import { typedQuotes } from './typed-quotes.ts';
import { wordQuotes } from './word-quotes.ts';

export interface PageEvidence {
  /** Verbatim text of the page for a value; `undefined` when it has none. */
  readonly quoteOf: (value: string | number) => string | undefined;
  /** Whether a URL is on the page, or is the page's own. */
  readonly hasUrl: (url: string) => boolean;
}

/** Text of a page that is searched for evidence, in characters. */
const maxCharacters = 1_000_000;

/** Declared strings are URLs only when written as one: names and amounts resolve to URLs, too. */
const isWrittenUrl = (text: string): boolean => /^[^\s/]*\/\S*$/.test(text);

/** The text of the page, its title and description, and its declared strings, one per line. */
function sourceText({ markdown, metadata, declared }: ExtractionPage): string {
  const strings = leavesOf(declared).map(({ value }) => String(value));
  return [plainText(markdown), metadata.title ?? '', metadata.description ?? '', ...strings]
    .join('\n')
    .slice(0, maxCharacters);
}

/** Absolute URLs that the page contains in any form, and its own. */
function urlsOf({ url, lines, markdown, declared, metadata, links }: ExtractionPage): ReadonlySet<string> {
  const written = [
    url,
    ...links,
    ...lines.urls,
    ...markdown.matchAll(/\]\(<?([^)\s>]{1,2000})/g).map(([, link = '']) => link),
    ...markdown.matchAll(/https?:\/\/[^\s"'<>)\]]{1,2000}/gi).map(([link]) => link),
    ...urlsIn(markdown).map(({ value }) => value),
    ...leavesOf([declared, metadata])
      .map(({ value }) => String(value))
      .filter(isWrittenUrl),
  ];
  return new Set(written.flatMap((link) => URL.parse(link.replaceAll('&amp;', '&'), url)?.href ?? []));
}

export function pageEvidence(page: ExtractionPage): PageEvidence {
  const text = sourceText(page);
  const words = wordQuotes(text);
  const typed = typedQuotes(text);
  let urls: ReadonlySet<string> | undefined;
  const hasUrl = (url: string): boolean => {
    const parsed = URL.parse(url, page.url);
    urls ??= urlsOf(page);
    return parsed !== null && urls.has(parsed.href);
  };
  return {
    hasUrl,
    quoteOf: (value) => {
      if (typeof value === 'number') return typed.ofNumber(value);
      const found = words.ofWords(value) ?? typed.ofText(value) ?? words.ofProse(value);
      if (found !== undefined) return found;
      return /^https?:\/\//i.test(value) && hasUrl(value) ? value : undefined;
    },
  };
}
