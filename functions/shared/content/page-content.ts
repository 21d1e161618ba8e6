import type { Element } from 'domhandler';

import { copyTree } from '#shared/content/dom/copy-tree.ts';
import { ElementIndex } from '#shared/content/dom/element-edit.ts';
import { everything, type Selection, selectionOf, without } from '#shared/content/dom/selection.ts';
import { selectElements } from '#shared/content/dom/selectors.ts';
import { createTrace, type Trace } from '#shared/content/dom/trace.ts';
import { fileContents } from '#shared/content/documents/file-content.ts';
import { textContents } from '#shared/content/documents/text-content.ts';
import { chooseMainContent } from '#shared/content/main-content/main-content.ts';
import type {
  ContentFormat,
  ContentOptions,
  ContentsOf,
  PageContent,
} from '#shared/content/formats/content-options.ts';
import { writeHtml } from '#shared/content/formats/html-writer.ts';
import { explanationOf } from '#shared/content/formats/explanation.ts';
import { writeLines } from '#shared/content/formats/page-lines.ts';
import { summaryOf } from '#shared/content/formats/summary.ts';
import { writeMarkdown } from '#shared/content/markdown/markdown-writer.ts';
import { type CrawlLinks, noCrawlLinks, readCrawlLinks } from '#shared/content/metadata/crawl-links.ts';
import { headFacts } from '#shared/content/metadata/head-facts.ts';
import { readJsonLd } from '#shared/content/metadata/json-ld.ts';
import { type ContentMetadata, readMetadata } from '#shared/content/metadata/metadata.ts';
import { readStructuredData } from '#shared/content/metadata/structured-data.ts';
import { imageUrls } from '#shared/content/normalise/image-sources.ts';
import { type NormalizedDocument, normalizePage } from '#shared/content/normalise/normalize-page.ts';
import type { HtmlPage, ParsedPage } from '#shared/content/page/parse-page.ts';
import { quoteThread } from '#shared/content/threads/quote-thread.ts';

export type {
  ContentFormat,
  ContentOptions,
  ContentsOf,
  PageContent,
} from '#shared/content/formats/content-options.ts';
export type { CrawlLinks } from '#shared/content/metadata/crawl-links.ts';
export type { ContentMetadata } from '#shared/content/metadata/metadata.ts';

export interface PageContents<Wanted extends readonly ContentOptions[]> {
  readonly contents: ContentsOf<Wanted>;
  readonly links: CrawlLinks;
}

/** A normalised tree for one content, and the elements that the caller's selectors name in it. */
interface Tree {
  readonly options: ContentOptions;
  readonly document: NormalizedDocument;
  readonly index: ElementIndex;
  readonly included: ReadonlySet<Element>;
  readonly excluded: ReadonlySet<Element>;
}

/** The facts of a page that are read from the tree as it was served, before normalisation changes it. */
async function readFacts(page: HtmlPage, index: ElementIndex, wanted: readonly ContentOptions[]) {
  const wants = (format: ContentFormat) => wanted.some(({ formats }) => formats.has(format));
  const links = readCrawlLinks(page);
  const head = headFacts(index);
  const jsonLd = readJsonLd(index);
  const metadata = await readMetadata(page, index, head, jsonLd, links);
  const json = wants('json') ? readStructuredData(page, index, head, jsonLd) : undefined;
  const images = wants('images') ? imageUrls(page.document.children, page.baseUrl) : [];
  return { links, metadata, json, images };
}

function chooseContent(
  { options, document, included }: Tree,
  url: string,
  { title }: ContentMetadata,
  trace: Trace | undefined,
): Selection {
  if (options.includeTags.length > 0) return selectionOf(included);
  if (!options.onlyMainContent) return everything;
  return chooseMainContent(document, { url, ...(title === undefined ? {} : { title }) }, trace);
}

const textFormats: readonly ContentFormat[] = ['markdown', 'html', 'lines', 'summary', 'explain'];

const wantsText = ({ formats }: ContentOptions): boolean => textFormats.some((format) => formats.has(format));

/** The chosen text of a tree in the wanted formats. Changes the tree: who answers whom becomes quotations. */
function writeText(
  tree: Tree,
  url: string,
  metadata: ContentMetadata,
  trace: Trace | undefined,
): Pick<PageContent, 'markdown' | 'html' | 'lines' | 'summary'> {
  const { document, index, excluded, options } = tree;
  const { formats, removeBase64Images } = options;
  const chosen = without(chooseContent(tree, url, metadata, trace), excluded);
  const selection = quoteThread(document, chosen, index, trace);
  const writing = { selection, inlineImages: !removeBase64Images };
  return {
    ...(formats.has('markdown') ? { markdown: writeMarkdown(document.children, writing) } : {}),
    ...(formats.has('html') ? { html: writeHtml(document.children, writing) } : {}),
    ...(formats.has('lines') ? { lines: writeLines(document.children, writing) } : {}),
    ...(formats.has('summary')
      ? { summary: summaryOf(writeLines(document.children, writing), metadata.title) }
      : {}),
  };
}

/** A tree for each content with text: the normalised document itself for the last, copies of it for the others. */
function treesFor(
  page: HtmlPage,
  wanted: readonly ContentOptions[],
  index: ElementIndex,
  trace: Trace | undefined,
): readonly Tree[] {
  const named = wanted.map((options) => ({
    options,
    included: selectElements(page.document, options.includeTags),
    excluded: selectElements(page.document, options.excludeTags),
  }));
  const document = normalizePage(page, trace, index);
  return named.map(({ options, included, excluded }, at): Tree => {
    if (at === wanted.length - 1) return { options, document, index, included, excluded };
    const copy = copyTree(document);
    return {
      options,
      document: copy.document,
      index: new ElementIndex(copy.document),
      included: copy.copiesOf(included),
      excluded: copy.copiesOf(excluded),
    };
  });
}

async function htmlContents(page: HtmlPage, wanted: readonly ContentOptions[], given: Trace | undefined) {
  const index = new ElementIndex(page.document);
  const { links, metadata, json, images } = await readFacts(page, index, wanted);
  const isExplained = ({ formats }: ContentOptions): boolean => formats.has('explain');
  const trace = given ?? (wanted.some(isExplained) ? createTrace() : undefined);
  const withText = wanted.filter(wantsText);
  const trees = withText.length === 0 ? [] : treesFor(page, withText, index, trace);
  const texts = new Map(
    trees.map((tree) => {
      const ownTrace = given ?? (isExplained(tree.options) ? trace : undefined);
      return [tree.options, writeText(tree, page.url, metadata, ownTrace)] as const;
    }),
  );
  const contents = wanted.map((options): PageContent => {
    const { formats } = options;
    return {
      metadata,
      ...texts.get(options),
      ...(json !== undefined && formats.has('json') ? { json } : {}),
      ...(formats.has('links') ? { links: [...new Set(links.links.map(({ url }) => url))] } : {}),
      ...(formats.has('images') ? { images } : {}),
      ...(formats.has('rawHtml') ? { rawHtml: page.markup } : {}),
      ...(trace !== undefined && isExplained(options) ? explanationOf(trace) : {}),
    };
  });
  return { contents, links };
}

/**
 * Contents of a page, one for each of `wanted`, and its links. The page is read once: facts from the tree as it was
 * served, then one normalisation, then a choice and the writers for each content. Changes the tree of the page.
 * Rejects with AppError TOO_LARGE.
 */
export async function pageContents<const Wanted extends readonly ContentOptions[]>(
  page: ParsedPage,
  wanted: Wanted,
  trace?: Trace,
): Promise<PageContents<Wanted>> {
  if (page.kind === 'html') {
    const { contents, links } = await htmlContents(page, wanted, trace);
    return { contents: contents as unknown as ContentsOf<Wanted>, links };
  }
  const contents = await ('bytes' in page ? fileContents(page, wanted) : textContents(page, wanted));
  return { contents: contents as unknown as ContentsOf<Wanted>, links: noCrawlLinks };
}
