import type { ContentOptions, PageContent } from '#shared/content/metadata/content-options.ts';
import type { ConvertPage } from '#shared/content/convert-page.ts';
import type { CrawlLinks } from '#shared/content/metadata/crawl-links.ts';
import { pageFormats, type ScrapeData, type ScrapeRequest } from '#shared/contract/scrape.ts';
import type { AcquiredPage } from '#shared/scrape/verdict/acquired-page.ts';

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Formats to read from the whole page as well, whatever part of it the request wants. */
  readonly wholeIn?: ScrapeRequest['formats'] | undefined;
  readonly wantsCrawlLinks?: boolean;
}

export interface ReadContent {
  readonly data: ScrapeData;
  /** The whole page, in the formats that the options asked for. */
  readonly whole?: ScrapeData;
  readonly crawlLinks?: CrawlLinks;
  /** What was left out of the content that was asked for. */
  readonly warnings: readonly string[];
}

const selectionOf = (request: ScrapeRequest): ContentOptions => ({
  formats: new Set(pageFormats.filter((format) => request.formats.includes(format))),
  onlyMainContent: request.onlyMainContent,
  includeTags: request.includeTags,
  excludeTags: request.excludeTags,
  removeBase64Images: request.removeBase64Images,
});

function dataOf({ metadata, ...content }: PageContent, page: AcquiredPage): ScrapeData {
  const { markdown, html, json, links } = content;
  const contentType = page.headers['content-type'];
  return {
    ...(markdown === undefined ? {} : { markdown }),
    ...(html === undefined ? {} : { html }),
    ...(json === undefined ? {} : { json }),
    ...(links === undefined ? {} : { links: [...links] }),
    ...(page.screenshot === undefined ? {} : { screenshot: Buffer.from(page.screenshot).toString('base64') }),
    metadata: {
      ...metadata,
      statusCode: page.status,
      loadTime: Math.round(page.loadTimeMs),
      sourceURL: page.finalUrl,
      requestedURL: page.requestedUrl,
      ...(contentType === undefined ? {} : { contentType }),
    },
  };
}

/**
 * Reads from a page what the request asks for. Rejects with UNSUPPORTED_TYPE, TOO_LARGE, or with the signal's
 * reason.
 */
export async function readContent(
  convertPage: ConvertPage,
  page: AcquiredPage,
  request: ScrapeRequest,
  { signal, wholeIn, wantsCrawlLinks = false }: ReadOptions,
): Promise<ReadContent> {
  const contentLanguage = page.headers['content-language'];
  const { contents, crawlLinks } = await convertPage(
    {
      resource: {
        bytes: page.body,
        contentType: page.headers['content-type'],
        url: page.finalUrl,
        ...(contentLanguage === undefined ? {} : { contentLanguage }),
      },
      selections: [
        selectionOf(request),
        ...(wholeIn === undefined
          ? []
          : [selectionOf({ ...request, formats: wholeIn, onlyMainContent: false })]),
      ],
      wantsCrawlLinks,
    },
    signal,
  );
  const [content, whole] = contents;
  if (content === undefined) throw new Error('The conversion gave no content.');
  return {
    data: dataOf(content, page),
    ...(whole === undefined ? {} : { whole: dataOf(whole, page) }),
    ...(crawlLinks === undefined ? {} : { crawlLinks }),
    warnings: content.warnings ?? [],
  };
}
