import type { ScrapeData } from '#shared/contract/scrape.ts';
import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';

/** A page as the pipeline has it: with the addresses of the whole page, not of its main content alone. */
export interface ReadPage extends ExtractionPage {
  readonly links: readonly string[];
}

/** The formats that extraction reads of a page, whatever its caller wants to see. */
export const extractionFormats = ['markdown', 'html', 'json', 'links'] as const;

export const readPage = (url: string, { markdown, html, json, links, metadata }: ScrapeData): ReadPage => ({
  url,
  markdown: markdown ?? '',
  html: html ?? '',
  declared: json ?? {},
  links: links ?? [],
  metadata: Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  ),
});
