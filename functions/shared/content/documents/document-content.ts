import { type ChildNode, Document } from 'domhandler';

import { urlsIn } from '#shared/content/metadata/crawl-links.ts';
import type { ContentOptions, PageContent } from '#shared/content/formats/content-options.ts';
import { detectLanguage } from '#shared/content/metadata/detect-language.ts';
import { rawText } from '#shared/content/dom/element-text.ts';
import { writeHtml } from '#shared/content/formats/html-writer.ts';
import { writeLines } from '#shared/content/formats/page-lines.ts';
import { summaryOf } from '#shared/content/formats/summary.ts';
import { writeMarkdown } from '#shared/content/markdown/markdown-writer.ts';
import { documentLimits, tooLarge } from '#shared/content/dom/document-limits.ts';
import type { ContentMetadata } from '#shared/content/metadata/metadata.ts';
import { newElement } from '#shared/content/dom/element-edit.ts';
import { imageUrls } from '#shared/content/normalise/images/image-sources.ts';
import { normalizePage } from '#shared/content/normalise/normalize-page.ts';

/** A file as elements: an office document, a feed, the pages of a PDF. */
export interface ReadDocument {
  readonly nodes: readonly ChildNode[];
  readonly metadata: ContentMetadata;
  readonly json?: Record<string, unknown>;
  readonly warnings?: readonly string[];
}

/** Contents of a document, one for each of `wanted`, normalised and written as web pages are. Throws TOO_LARGE. */
export async function documentContents(
  { nodes, metadata, json, warnings = [] }: ReadDocument,
  url: string,
  wanted: readonly ContentOptions[],
): Promise<readonly PageContent[]> {
  if (nodes.length > documentLimits.blocks)
    throw tooLarge('The document has', documentLimits.blocks, 'paragraphs');
  const language = metadata.language ?? (await detectLanguage(rawText({ children: nodes }, 6000)));
  const images = wanted.some(({ formats }) => formats.has('images')) ? imageUrls(nodes, url) : [];
  const body = newElement('body', {}, [...nodes]);
  normalizePage({ document: new Document([body]), baseUrl: url, url });
  return wanted.map(({ formats, removeBase64Images }) => {
    const inlineImages = !removeBase64Images;
    return {
      metadata: { ...metadata, ...(language === undefined ? {} : { language }) },
      ...(formats.has('markdown') ? { markdown: writeMarkdown(nodes, { inlineImages }) } : {}),
      ...(formats.has('html') ? { html: writeHtml(nodes, { inlineImages }) } : {}),
      ...(formats.has('lines') ? { lines: writeLines(nodes) } : {}),
      ...(formats.has('links') ? { links: urlsIn(nodes, url) } : {}),
      ...(formats.has('images') ? { images } : {}),
      ...(formats.has('summary') ? { summary: summaryOf(writeLines(nodes), metadata.title) } : {}),
      ...(formats.has('explain') ? { explain: [] } : {}),
      ...(formats.has('json') && json !== undefined ? { json } : {}),
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  });
}
