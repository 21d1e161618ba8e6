import type { ContentOptions, PageContent } from '#shared/content/page-content.ts';
import { pageFormats, type ScrapeData, type ScrapeRequest } from '#shared/contract/scrape.ts';
import type { AcquiredPage } from './acquired-page.ts';

/** The content that a request asks for. */
export const selectionOf = (request: ScrapeRequest): ContentOptions => ({
  formats: new Set(pageFormats.filter((format) => request.formats.includes(format))),
  onlyMainContent: request.onlyMainContent,
  includeTags: request.includeTags,
  excludeTags: request.excludeTags,
  removeBase64Images: request.removeBase64Images,
});

/** The `data` of an answer about one page. */
export function scrapeDataOf({ metadata, ...content }: PageContent, page: AcquiredPage): ScrapeData {
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
