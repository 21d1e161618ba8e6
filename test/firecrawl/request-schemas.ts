import type * as z from 'zod';

import { batchRequest } from '#shared/contract/batch.ts';
import { crawlRequest } from '#shared/contract/crawl.ts';
import { extractRequest } from '#shared/contract/extract.ts';
import { mapRequest } from '#shared/contract/map.ts';
import { scrapeRequest } from '#shared/contract/scrape.ts';
import { searchRequest } from '#shared/contract/search.ts';
import type { Operation } from '#shared/contract/usage.ts';

/** The schema of the request of each operation. */
export const requestSchemas: Readonly<Record<Operation, z.ZodType>> = {
  scrape: scrapeRequest,
  crawl: crawlRequest,
  batch: batchRequest,
  map: mapRequest,
  search: searchRequest,
  extract: extractRequest,
};
