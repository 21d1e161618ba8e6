import type { Envelope } from '#shared/contract/envelope.ts';
import type { ScrapeData } from '#shared/contract/scrape.ts';

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
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}\n`],
  );
  return `---\n${lines.join('')}---\n\n${markdown}`;
}
