import type { ContentOptions, PageContent } from '#shared/content/metadata/content-options.ts';
import { type CrawlLinks, crawlLinks } from '#shared/content/metadata/crawl-links.ts';
import { pageContent } from './page-content.ts';
import type { PageResource } from '#shared/content/page/page-resource.ts';
import { parsePage } from '#shared/content/page/parse-page.ts';

/** One page and what is wanted of it, as plain data that another thread can be given. */
export interface ConversionTask {
  readonly resource: PageResource;
  /** Each gives one content, in this order. */
  readonly selections: readonly ContentOptions[];
  readonly wantsCrawlLinks: boolean;
}

export interface Conversion {
  readonly contents: readonly PageContent[];
  /** Present when the task wants them. */
  readonly crawlLinks?: CrawlLinks;
}

/**
 * Turns the bytes of a page into content. Rejects with AppError UNSUPPORTED_TYPE or TOO_LARGE, or with the signal's
 * reason.
 */
export type ConvertPage = (task: ConversionTask, signal: AbortSignal) => Promise<Conversion>;

/** Converts in the calling thread, which it blocks until the work is done. */
export async function convertPage({
  resource,
  selections,
  wantsCrawlLinks,
}: ConversionTask): Promise<Conversion> {
  const contents: PageContent[] = [];
  let links: CrawlLinks | undefined;
  for (const selection of selections) {
    // Content changes the tree, so each selection starts from a tree of its own.
    const page = parsePage(resource);
    if (wantsCrawlLinks) links ??= crawlLinks(page);
    contents.push(await pageContent(page, selection));
  }
  return { contents, ...(links === undefined ? {} : { crawlLinks: links }) };
}
