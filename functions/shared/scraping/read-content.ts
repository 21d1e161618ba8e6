import { pageFormats, type ScrapeData, type ScrapeRequest } from '#shared/contract/scrape.ts';
import { pageContent } from '#shared/content/page-content.ts';
import { type ParsedPage, parsePage } from '#shared/content/parse-page.ts';
import type { AcquiredPage } from './acquired-page.ts';

/** Reads from a page what the request asks for. Rejects with UNSUPPORTED_TYPE, or with the signal's reason. */
export async function readContent(
  page: AcquiredPage,
  request: ScrapeRequest,
  signal: AbortSignal,
): Promise<{ readonly parsed: ParsedPage; readonly data: ScrapeData }> {
  const { contentLanguage, contentType } = {
    contentLanguage: page.headers['content-language'],
    contentType: page.headers['content-type'],
  };
  const parsed = parsePage({
    bytes: page.body,
    contentType,
    url: page.finalUrl,
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
  });
  const { markdown, html, json, links, metadata } = await pageContent(parsed, {
    formats: new Set(pageFormats.filter((format) => request.formats.includes(format))),
    onlyMainContent: request.onlyMainContent,
    includeTags: request.includeTags,
    excludeTags: request.excludeTags,
    removeBase64Images: request.removeBase64Images,
    signal,
  });
  const data: ScrapeData = {
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
  return { parsed, data };
}
