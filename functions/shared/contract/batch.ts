import * as z from 'zod';

import { crawlData, type CrawlRequest, crawlRequest, refuseScreenshot } from './crawl.ts';
import { milliseconds } from './fields.ts';
import { nestedScrapeOptionFields } from './scrape.ts';
import {
  attributesFormat,
  jsonFormat,
  pageFormats,
  plainFormat,
  type ScrapeFormat,
} from './scrape-formats.ts';

const maxBatchUrls = 10_000;

// As in a crawl: no screenshots, no actions, no explanations, no stored pages.
const {
  screenshotOptions: _screenshotOptions,
  actions: _actions,
  explain: _explain,
  maxAge: _maxAge,
  storeInCache: _storeInCache,
  ...scrapeOptions
} = nestedScrapeOptionFields.shape;
const error = refuseScreenshot('batch');
const batchFormat = z.union([
  z.enum(pageFormats, { error }),
  z.discriminatedUnion('type', [plainFormat, jsonFormat, attributesFormat], { error }),
]);
export const batchFormats = z.array(batchFormat).min(1);

const pageOptions = { ...scrapeOptions, formats: batchFormats.optional() };
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

type PageOptions = CrawlRequest['scrapeOptions'];

/**
 * The options of one URL: its own go before those of the batch. A URL whose own formats leave out json or attributes has no
 * part in the batch's `jsonOptions` or `attributesOptions`.
 */
export function optionsOfEntry(common: PageOptions, own: PageOptions): PageOptions {
  const { jsonOptions, attributesOptions, ...others } = { ...common, ...own };
  const leavesOut = (format: ScrapeFormat): boolean => own.formats?.includes(format) === false;
  const isIdle = own.jsonOptions === undefined && leavesOut('json');
  const isUnselected = own.attributesOptions === undefined && leavesOut('attributes');
  return {
    ...others,
    ...(jsonOptions === undefined || isIdle ? {} : { jsonOptions }),
    ...(attributesOptions === undefined || isUnselected ? {} : { attributesOptions }),
  };
}

export const batchData = crawlData.extend({
  invalidURLs: z.array(z.string()).optional().meta({
    description:
      'Entries of `urls` that are not URLs of web pages, or that have a private address or a forbidden port; present with `ignoreInvalidURLs`',
  }),
});
