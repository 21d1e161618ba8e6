import type { JsonObject } from '#shared/kernel/json.ts';
import { noLines, type PageLines } from '#shared/content/formats/page-lines.ts';
import type { ContentMetadata, ContentOptions, PageContent } from '#shared/content/page-content.ts';
import { type NumberMarks, numberMarksOf } from '#shared/values/numbers.ts';

/** JSON Schema as `contract/json-schema.ts` accepts it: bounded, without remote references. */
export type JsonSchema = JsonObject;

/** The content that extraction reads of a page, whatever formats its caller wants. */
export const extractionSelection = ({
  onlyMainContent,
  includeTags,
  excludeTags,
  removeBase64Images,
}: Omit<ContentOptions, 'formats'>): ContentOptions => ({
  formats: new Set(['markdown', 'lines', 'json', 'links']),
  onlyMainContent,
  // Where scripts write the content, the title before that is often the name of the site.
  needsMainContent: true,
  includeTags,
  excludeTags,
  removeBase64Images,
  comments: 'omit',
});

/** A page in the forms that extraction reads. */
export interface ExtractionPage {
  /** After redirects. */
  readonly url: string;
  readonly markdown: string;
  /** The same content, line by line. */
  readonly lines: PageLines;
  /** The `json` format: jsonLd, microdata, rdfa, openGraph, twitterCard, tables; absent members left out. */
  readonly declared: JsonObject;
  readonly metadata: ContentMetadata;
  /** URLs of the whole page, not of its main content alone. */
  readonly links: readonly string[];
}

export const extractionPage = (
  { finalUrl, requestedUrl }: { readonly finalUrl: string; readonly requestedUrl: string },
  { markdown = '', lines = noLines, json = {}, links = [], metadata }: PageContent,
): ExtractionPage => ({
  url: finalUrl,
  markdown,
  lines,
  declared: json,
  links: [...links, requestedUrl],
  metadata,
});

/** Facts of the whole page that decide how its values are read. */
export interface PageSetting {
  readonly baseUrl: string;
  /** BCP 47, as the page has it. */
  readonly language: string | undefined;
  /** The separators of numbers in the page's language, looked up once per page. */
  readonly numberMarks: NumberMarks;
}

export const settingOf = ({ url, metadata }: ExtractionPage): PageSetting => ({
  baseUrl: url,
  language: metadata.language,
  numberMarks: numberMarksOf(metadata.language),
});

/**
 * Where a value was read: in declared data, in the head of the page, in the heading of its subject, beside a label, or in
 * a text that looks like a value of its kind.
 */
export type Origin = 'declared' | 'head' | 'heading' | 'label' | 'text';

export interface EmbeddedValue {
  /** RFC 6901 JSON pointer into the item. */
  readonly path: string;
  /** Verbatim as the page has it. */
  readonly quote: string;
  readonly origin: Origin;
  /** The name of the field's concept. */
  readonly concept?: string;
}

/** Whether a value is data for machines rather than text for readers. */
export const isDeclared = ({ origin }: EmbeddedValue): boolean => origin === 'declared' || origin === 'head';

/** The members of the `json` format that declare things. */
export type DeclaredSyntax = 'jsonLd' | 'microdata' | 'rdfa';

export interface EmbeddedItem {
  readonly value: JsonObject;
  /** The syntax that declares it, where the page declares several things; absent for what the page shows. */
  readonly syntax?: DeclaredSyntax;
  /** One for each leaf of `value`. */
  readonly evidence: readonly EmbeddedValue[];
}
