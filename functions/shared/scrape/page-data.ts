import type { ContentFormat, ContentOptions, PageContent } from '#shared/content/page-content.ts';
import type { ScrapeData, ScrapeRequest } from '#shared/contract/scrape.ts';
import { pageFormats } from '#shared/contract/scrape-formats.ts';
import type { AcquiredPage } from './acquired-page.ts';

/** The content that a request asks for. */
export const selectionOf = (request: ScrapeRequest): ContentOptions => ({
  formats: new Set<ContentFormat>([
    ...pageFormats.filter((format) => request.formats.includes(format)),
    ...(request.explain ? ['explain' as const] : []),
  ]),
  onlyMainContent: request.onlyMainContent,
  comments: request.comments,
  includeTags: request.includeTags,
  excludeTags: request.excludeTags,
  removeBase64Images: request.removeBase64Images,
  ...(request.attributesOptions === undefined ? {} : { valueSelectors: request.attributesOptions.selectors }),
});

/** Whether a page comes from the cache; nothing of a page that came with its request. */
export function cacheFacts({
  page,
  storedAtMs,
}: {
  readonly page: AcquiredPage;
  readonly storedAtMs?: number | undefined;
}): Pick<ScrapeData['metadata'], 'cacheState' | 'cachedAt'> {
  if (page.isGiven === true) return {};
  return storedAtMs === undefined
    ? { cacheState: 'miss' }
    : { cacheState: 'hit', cachedAt: new Date(storedAtMs).toISOString() };
}

/** The `data` of an answer about one page. */
export function scrapeDataOf({ metadata, ...content }: PageContent, page: AcquiredPage): ScrapeData {
  const { markdown, html, rawHtml, json, links, images, summary, attributes, explain } = content;
  const contentType = page.isGiven === true ? undefined : page.headers['content-type'];
  return {
    ...(markdown === undefined ? {} : { markdown }),
    ...(html === undefined ? {} : { html }),
    ...(rawHtml === undefined ? {} : { rawHtml }),
    ...(json === undefined ? {} : { json }),
    ...(links === undefined ? {} : { links: [...links] }),
    ...(images === undefined ? {} : { images: [...images] }),
    ...(summary === undefined ? {} : { summary }),
    ...(attributes === undefined
      ? {}
      : { attributes: attributes.map(({ values, ...selector }) => ({ ...selector, values: [...values] })) }),
    ...(explain === undefined ? {} : { explain: [...explain] }),
    ...(page.screenshot === undefined ? {} : { screenshot: Buffer.from(page.screenshot).toString('base64') }),
    ...(page.actions === undefined ? {} : { actions: page.actions }),
    metadata: {
      ...metadata,
      ...(page.isGiven === true ? {} : { statusCode: page.status }),
      loadTime: Math.round(page.loadTimeMs),
      sourceURL: page.finalUrl,
      requestedURL: page.requestedUrl,
      ...(summary === undefined ? {} : { summaryMethod: 'extractive' as const }),
      ...(contentType === undefined ? {} : { contentType }),
    },
  };
}
