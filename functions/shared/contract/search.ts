import * as z from 'zod';

import { distinct, milliseconds, modelTokens, promptText } from './fields.ts';
import { nestedScrapeOptions, refuseActions, scrapeData } from './scrape.ts';

const searchSources = ['web', 'images', 'news'] as const;
const searchCategories = ['github', 'research', 'pdf'] as const;
/** Names of the providers of functions/shared/search/providers in the operator's settings. */
export const searchProviderNames = ['searxng', 'brave', 'duckduckgo'] as const;
export type SearchProviderName = (typeof searchProviderNames)[number];
export type SearchSource = (typeof searchSources)[number];
export type SearchCategory = (typeof searchCategories)[number];

const domain = z
  .string()
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i,
    'must be a host name such as example.com',
  );
const domains = z.array(domain).max(50).default([]);

export const searchRequest = z
  .strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'must not contain control characters'),
    limit: z.int().min(1).max(100).default(10),
    sources: z.array(z.enum(searchSources)).min(1).transform(distinct).default(['web']),
    mergeSources: z.boolean().default(true),
    categories: z.array(z.enum(searchCategories)).transform(distinct).default([]),
    lang: z
      .string()
      .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i, 'must be a language code such as en or pt-BR')
      .optional(),
    country: z
      .string()
      .regex(/^[a-z]{2}$/i, 'must be a two-letter country code')
      .optional(),
    tbs: z
      .string()
      .regex(/^qdr:[hdwmy]$/, 'must be one of qdr:h, qdr:d, qdr:w, qdr:m, qdr:y')
      .optional(),
    location: z.string().min(1).max(200).optional(),
    includeDomains: domains,
    excludeDomains: domains,
    scrapeOptions: nestedScrapeOptions.optional(),
    parseResults: z.boolean().default(false),
    aiPrompt: promptText.optional(),
    aiParseLimit: z.int().min(1).max(1_000).optional(),
    timeout: milliseconds(1_000, 300_000).default(60_000),
  })
  .superRefine(refuseActions)
  .superRefine(({ includeDomains, excludeDomains }, context) => {
    if (includeDomains.length > 0 && excludeDomains.length > 0)
      context.addIssue({
        code: 'custom',
        path: ['excludeDomains'],
        message: 'cannot be combined with includeDomains',
      });
  });
export type SearchRequest = z.output<typeof searchRequest>;

export const searchEntry = z
  .object({
    url: z.string(),
    title: z.string(),
    description: z.string(),
    score: z.number().min(0).max(1).optional(),
    source: z.enum(searchSources),
    imageUrl: z.string().optional(),
    width: z.int().optional(),
    height: z.int().optional(),
    date: z.string().optional(),
    publisher: z.string().optional().meta({ description: 'Publisher of a news entry' }),
    error: z.string().optional().meta({ description: 'Why the page of this entry could not be read' }),
    code: z.string().optional(),
    warning: z
      .string()
      .optional()
      .meta({ description: 'Problems of the page of this entry, such as a part that did not arrive' }),
  })
  .extend(scrapeData.omit({ actions: true }).partial().shape);
export type SearchEntry = z.output<typeof searchEntry>;

export const searchData = z.object({
  pages: z.array(searchEntry),
  total: z.int().meta({
    description:
      'Results that were found: of each source as many as the provider states, or as are returned where it states none or fewer, or counts some that the request leaves out',
  }),
  completed: z
    .int()
    .meta({ description: 'Results that are returned; with `scrapeOptions` those whose pages were read' }),
  status: z.literal('completed'),
  metadata: z.object({ title: z.string(), description: z.string() }),
  processingInfo: z.object({
    method: z.string(),
    duration: z.number(),
    parser: z.literal('local'),
    tokens: modelTokens.optional(),
  }),
  markdown: z
    .string()
    .optional()
    .meta({ description: 'Analysis with numbered citations, with parseResults only' }),
});
export type SearchData = z.output<typeof searchData>;

export const failedSearchData = { results: [], totalResults: 0, searchQuery: '' } as const;
