import { noLines } from '#shared/content/formats/page-lines.ts';
import type { ContentOptions, PageContent } from '#shared/content/page-content.ts';
import type { ExtractionPage } from '#shared/extract/embedded/extraction-page.ts';

/** A page with the links of all of it, not of its chosen content alone. */
export interface ReadPage extends ExtractionPage {
  readonly links: readonly string[];
}

/** The content that extraction reads of a page, whatever formats its caller wants. */
export const extractionSelection = ({
  onlyMainContent,
  includeTags,
  excludeTags,
  removeBase64Images,
}: Omit<ContentOptions, 'formats'>): ContentOptions => ({
  formats: new Set(['markdown', 'lines', 'json', 'links']),
  onlyMainContent,
  includeTags,
  excludeTags,
  removeBase64Images,
});

export const readPage = (
  { finalUrl, requestedUrl }: { readonly finalUrl: string; readonly requestedUrl: string },
  { markdown = '', lines = noLines, json = {}, links = [], metadata }: PageContent,
): ReadPage => ({
  url: finalUrl,
  markdown,
  lines,
  declared: json,
  links: [...links, requestedUrl],
  metadata,
});
