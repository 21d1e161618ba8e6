import type { ScrapeData } from '#shared/contract/scrape.ts';
import type { ExtractionPage } from '#shared/embedded-extracting/extraction-page.ts';

/** A scraped page as extraction sees it; it needs the formats markdown, html and json. */
export const extractionPage = (
  url: string,
  { markdown, html, json, metadata }: ScrapeData,
): ExtractionPage => ({
  url,
  markdown: markdown ?? '',
  html: html ?? '',
  declared: json ?? {},
  metadata: Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  ),
});
