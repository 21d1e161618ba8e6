import * as z from 'zod';

import { crawlData, crawlRequest, jobFormats } from './crawl.ts';
import { milliseconds } from './fields.ts';
import { nestedScrapeOptionFields } from './scrape.ts';

const maxBatchUrls = 10_000;

// As in a crawl: no screenshots, no data by a schema, no actions, no explanations, no stored pages.
const {
  jsonOptions: _jsonOptions,
  screenshotOptions: _screenshotOptions,
  actions: _actions,
  explain: _explain,
  maxAge: _maxAge,
  storeInCache: _storeInCache,
  ...scrapeOptions
} = nestedScrapeOptionFields.shape;
const pageOptions = { ...scrapeOptions, formats: jobFormats('batch') };
const { maxConcurrency, delay, webhook, async } = crawlRequest.shape;

/** Checked one by one, so that invalid ones can be named and left out. */
const givenUrl = z.string().meta({ description: 'URL of a page', format: 'uri' });

const batchEntry = z.strictObject({ url: givenUrl, ...pageOptions });
export type BatchEntry = z.output<typeof batchEntry>;

export const batchRequest = z.strictObject({
  urls: z
    .array(z.union([givenUrl, batchEntry]))
    .min(1)
    .max(maxBatchUrls),
  ...pageOptions,
  ignoreInvalidURLs: z.boolean().default(false),
  maxConcurrency,
  delay,
  webhook,
  async,
  replyTimeout: milliseconds(1_000, 240_000).default(60_000),
});
export type BatchRequest = z.output<typeof batchRequest>;

export const batchData = crawlData.extend({
  invalidURLs: z.array(z.string()).optional().meta({
    description:
      'Entries of `urls` that are not URLs of web pages, or that have a private address or a forbidden port; present with `ignoreInvalidURLs`',
  }),
});
