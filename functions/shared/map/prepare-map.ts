import { linksPerRequest, type MapRequest } from '#shared/contract/map.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { collectLinks } from './collected-links.ts';

/** Requests that so many links cost. */
export const mapUnits = (links: number): number => Math.max(1, Math.ceil(links / linksPerRequest));

/** Compiles the patterns, so that a mistake is reported before anything is counted. Throws AppError. */
export function prepareMap(request: MapRequest): MapRequest {
  try {
    collectLinks(request, 'https://site.example/', 0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new AppError('INVALID_REQUEST', `includePaths, excludePaths: ${error.message}`, { cause: error });
  }
  return request;
}
