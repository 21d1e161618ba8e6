import * as z from 'zod';

import { urlPatterns } from './crawl.ts';
import { milliseconds, webUrl } from './fields.ts';

/** One request buys this many links. */
export const linksPerRequest = 1_000;
export const maxMapLinks = 100_000;

export const mapRequest = z.strictObject({
  url: webUrl,
  search: z.string().trim().min(1).max(500).optional(),
  limit: z.int().min(1).max(maxMapLinks).default(5_000),
  includeSubdomains: z.boolean().default(true),
  sitemap: z.enum(['include', 'skip', 'only']).default('include'),
  includes: urlPatterns,
  excludes: urlPatterns,
  includePaths: urlPatterns,
  excludePaths: urlPatterns,
  regexOnFullURL: z.boolean().default(false),
  ignoreQueryParameters: z.boolean().default(true),
  timeout: milliseconds(1_000, 240_000).default(60_000),
});
export type MapRequest = z.output<typeof mapRequest>;

const linkSource = z.enum(['sitemap', 'page', 'crawl']);

export const mapLink = z.object({
  url: z.string(),
  title: z.string().optional(),
  lastModified: z
    .string()
    .optional()
    .meta({ description: 'As the sitemap says: a date, or a date and time' }),
  source: linkSource.meta({
    description: 'Where it was found first: in a sitemap, on a page, or by a crawl of this account',
  }),
});
export type MapLink = z.output<typeof mapLink>;

export const mapData = z.object({
  url: z.string().meta({ description: 'URL of the start page, after its redirects' }),
  links: z.array(mapLink),
  total: z.int().meta({ description: 'Links that were found, also those beyond `limit`' }),
  truncated: z
    .boolean()
    .meta({ description: '`limit`, `timeout` or the maximum of links or sitemaps ended the list' }),
  pagesRead: z.int(),
  sitemapsRead: z.int(),
});
export type MapData = z.output<typeof mapData>;
