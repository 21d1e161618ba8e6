import type { Element } from 'domhandler';

import type { ContentOptions, PageContent } from '#shared/content/metadata/content-options.ts';
import { crawlLinks } from '#shared/content/metadata/crawl-links.ts';
import { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { headFacts } from '#shared/content/metadata/head-facts.ts';
import { fileContent } from '#shared/content/documents/file-content.ts';
import { writeHtml } from '#shared/content/markdown/html-writer.ts';
import { readJsonLd } from '#shared/content/metadata/json-ld.ts';
import { chooseMainContent } from '#shared/content/main-content/main-content.ts';
import { writeMarkdown } from '#shared/content/markdown/markdown-writer.ts';
import { type ContentMetadata, readMetadata } from '#shared/content/metadata/metadata.ts';
import { normalizePage } from '#shared/content/normalise/normalize-page.ts';
import type { HtmlPage, ParsedPage } from '#shared/content/page/parse-page.ts';
import { quoteThread } from '#shared/content/threads/quote-thread.ts';
import { everything, type Selection, selectionOf, without } from '#shared/content/dom/selection.ts';
import { selectElements } from '#shared/content/dom/selectors.ts';
import { readStructuredData } from '#shared/content/metadata/structured-data.ts';
import { textContent } from '#shared/content/documents/text-content.ts';
import type { Trace } from '#shared/content/dom/trace.ts';

export type { ContentFormat, ContentOptions, PageContent } from '#shared/content/metadata/content-options.ts';

function choose(
  page: HtmlPage,
  options: ContentOptions,
  included: ReadonlySet<Element>,
  metadata: ContentMetadata,
  trace: Trace | undefined,
): Selection {
  if (options.includeTags.length > 0) return selectionOf(included);
  if (!options.onlyMainContent) return everything;
  const { title } = metadata;
  const context = { url: page.url, ...(title === undefined ? {} : { title }) };
  return chooseMainContent(page.document, context, trace);
}

async function htmlContent(
  page: HtmlPage,
  options: ContentOptions,
  trace: Trace | undefined,
): Promise<PageContent> {
  const { formats } = options;
  const { document } = page;
  // Read before anything is changed: normalisation rewrites the tree.
  const { links } = crawlLinks(page);
  const index = new ElementIndex(document);
  const facts = headFacts(index);
  const jsonLd = readJsonLd(index);
  const metadata = await readMetadata(page, index, facts, jsonLd);
  const json = formats.has('json') ? readStructuredData(page, index, facts, jsonLd) : undefined;
  const included = selectElements(document, options.includeTags);
  const excluded = selectElements(document, options.excludeTags);

  const wantsText = formats.has('markdown') || formats.has('html');
  if (wantsText) normalizePage(page, trace, index);
  const chosen = wantsText ? choose(page, options, included, metadata, trace) : everything;
  const kept = without(chosen, excluded);
  const selection = wantsText ? quoteThread(document, kept, index, trace) : kept;
  const inlineImages = !options.removeBase64Images;
  return {
    metadata,
    ...(formats.has('markdown')
      ? { markdown: writeMarkdown(document.children, { selection, inlineImages }) }
      : {}),
    ...(formats.has('html') ? { html: writeHtml(document.children, { selection, inlineImages }) } : {}),
    ...(json === undefined ? {} : { json }),
    ...(formats.has('links') ? { links: [...new Set(links.map(({ url }) => url))] } : {}),
  };
}

/**
 * Everything a caller asked for of one page. The page's document is changed on the way (see normalize-page.ts);
 * what else is to be known of it as it came, `crawlLinks` remembers.
 */
export async function pageContent(
  page: ParsedPage,
  options: ContentOptions,
  trace?: Trace,
): Promise<PageContent> {
  if (page.kind === 'html') return htmlContent(page, options, trace);
  return 'bytes' in page ? fileContent(page, options) : textContent(page, options);
}
