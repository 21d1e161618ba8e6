import type { Envelope } from '#shared/contract/envelope.ts';
import type { ScrapeData } from '#shared/contract/scrape.ts';

/** Characters of JSON that YAML allows as escapes only, or that some of its readers take for line breaks (YAML 1.2, 5.1 and 5.4). */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The Markdown of a page below a front matter, whose values are JSON and so YAML 1.2, too. */
export function pageText({ data, warning }: Envelope<ScrapeData>): string {
  const { markdown = '', metadata } = data ?? {};
  const fields = {
    url: metadata?.sourceURL,
    title: metadata?.title,
    description: metadata?.description,
    author: metadata?.author,
    publishedTime: metadata?.publishedTime,
    modifiedTime: metadata?.modifiedTime,
    language: metadata?.language,
    statusCode: metadata?.statusCode,
    warning,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value).replaceAll(unprintable, escaped)}\n`],
  );
  return `---\n${lines.join('')}---\n\n${markdown}`;
}
