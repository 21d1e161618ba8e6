import type { JsonObject } from '#shared/kernel/json.ts';
import type { ScrapeData } from '#shared/contract/scrape.ts';
import type { ContentMetadata } from '#shared/content/metadata/metadata.ts';
import { type NumberMarks, numberMarksOf } from '#shared/extract/values/numbers.ts';

/** JSON Schema as `contract/json-schema.ts` accepts it: bounded, without remote references. */
export type JsonSchema = JsonObject;

/** The formats that extraction reads of a page, whatever its caller wants to see. */
export const extractionFormats = ['markdown', 'html', 'json', 'links'] as const;

/** A page to extract from, scraped in `extractionFormats`. */
export interface ExtractionPage {
  /** After redirects. */
  readonly url: string;
  /** Main content. */
  readonly markdown: string;
  /** Clean HTML of the same content. */
  readonly html: string;
  /** The `json` format: jsonLd, microdata, rdfa, openGraph, twitterCard, tables; absent members left out. */
  readonly declared: JsonObject;
  readonly metadata: ContentMetadata;
  /** URLs of the whole page, not of its main content alone. */
  readonly links: readonly string[];
}

export const extractionPage = (
  url: string,
  { markdown, html, json, links, metadata }: ScrapeData,
): ExtractionPage => ({
  url,
  markdown: markdown ?? '',
  html: html ?? '',
  declared: json ?? {},
  links: links ?? [],
  metadata: Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  ),
});

/** Facts of the whole page that decide how its values are read. */
export interface PageSetting {
  readonly baseUrl: string;
  /** BCP 47, as the page has it. */
  readonly language: string | undefined;
  /** Of the language, looked up once for all numbers of the page. */
  readonly numberMarks: NumberMarks;
}

export const settingOf = ({ url, metadata }: ExtractionPage): PageSetting => ({
  baseUrl: url,
  language: metadata.language,
  numberMarks: numberMarksOf(metadata.language),
});

export interface EmbeddedValue {
  /** RFC 6901 JSON pointer into the item. */
  readonly path: string;
  /** Verbatim as the page has it. */
  readonly quote: string;
  readonly from: 'declared' | 'shown';
}

export interface EmbeddedItem {
  readonly value: JsonObject;
  /** One for each leaf of `value`. */
  readonly evidence: readonly EmbeddedValue[];
}
