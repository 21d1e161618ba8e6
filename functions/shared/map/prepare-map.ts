import { type CrawlRequest, crawlRequest } from '#shared/contract/crawl.ts';
import { linksPerRequest, type MapRequest } from '#shared/contract/map.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { collectLinks } from './collected-links.ts';

/** Requests that so many links cost; none cost nothing. */
export const mapUnits = (links: number): number => Math.ceil(links / linksPerRequest);

/** The rules of a crawl with the same patterns. Queries are dropped from the list only. */
export const rulesOf = (request: MapRequest): CrawlRequest =>
  crawlRequest.parse({
    url: request.url,
    includes: request.includes,
    excludes: request.excludes,
    includePaths: request.includePaths,
    excludePaths: request.excludePaths,
    regexOnFullURL: request.regexOnFullURL,
    allowSubdomains: request.includeSubdomains,
  });

/** Compiles the patterns, so that a mistake is reported before anything is counted. Throws AppError. */
export function prepareMap(request: MapRequest): MapRequest {
  try {
    collectLinks(rulesOf(request), { scopeUrl: 'https://site.example/', nowMs: 0 });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('INVALID_REQUEST', `includePaths, excludePaths: ${error.message}`, { cause: error });
  }
  return request;
}
