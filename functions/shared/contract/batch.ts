import * as z from 'zod';

import { crawlData, type CrawlRequest, crawlRequest } from './crawl.ts';
import { milliseconds } from './fields.ts';
import { nestedScrapeOptionFields } from './scrape.ts';
import { type ScrapeFormat, screenshotFormats } from './scrape-formats.ts';

const maxBatchUrls = 10_000;
/** Screenshots and what actions give back are megabytes for each page, which are stored until they are fetched. */
const maxUrlsWithResults = 100;
const actionsWithResults = new Set(['screenshot', 'pdf', 'scrape', 'executeJavascript']);

// As in a crawl: no explanations.
const { explain: _explain, ...pageOptions } = nestedScrapeOptionFields.shape;
const { maxConcurrency, delay, webhook, async } = crawlRequest.shape;

/** Checked one by one, so that invalid ones can be named and left out. */
const givenUrl = z.string().meta({ description: 'URL of a page', format: 'uri' });

const batchEntry = z.strictObject({ url: givenUrl, ...pageOptions });
export type BatchEntry = z.output<typeof batchEntry>;

type WithResults = Pick<BatchEntry, 'formats' | 'actions'>;

/** The option that asks for screenshots, or for what actions give back. */
function resultOption({ formats = [], actions = [] }: WithResults): keyof WithResults | undefined {
  const names = new Set(formats.map((format) => (typeof format === 'string' ? format : format.type)));
  if (screenshotFormats.some((name) => names.has(name))) return 'formats';
  return actions.some(({ type }) => actionsWithResults.has(type)) ? 'actions' : undefined;
}

function refuseManyResults(
  { urls, ...common }: WithResults & { readonly urls: readonly (string | BatchEntry)[] },
  context: z.RefinementCtx,
): void {
  if (urls.length <= maxUrlsWithResults) return;
  const ownOf = (entry: string | BatchEntry): WithResults => (typeof entry === 'string' ? {} : entry);
  const optionOf = (entry: string | BatchEntry) => resultOption({ ...common, ...ownOf(entry) });
  const at = urls.findIndex((entry) => optionOf(entry) !== undefined);
  const entry = urls[at];
  const option = entry === undefined ? undefined : optionOf(entry);
  if (entry === undefined || option === undefined) return;
  const isOwn = ownOf(entry)[option] !== undefined;
  context.addIssue({
    code: 'custom',
    path: isOwn ? ['urls', at, option] : [option],
    message: `a batch of more than ${maxUrlsWithResults} URLs takes no screenshots and no actions that give something back`,
  });
}

export const batchRequest = z
  .strictObject({
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
  })
  .superRefine(refuseManyResults);
export type BatchRequest = z.output<typeof batchRequest>;

type PageOptions = CrawlRequest['scrapeOptions'];

/**
 * The options of one URL: its own go before those of the batch. A URL whose own formats leave out json, attributes or
 * changeTracking has no part in the batch's options of that format.
 */
export function optionsOfEntry(common: PageOptions, own: PageOptions): PageOptions {
  const { jsonOptions, attributesOptions, changeTrackingOptions, ...others } = { ...common, ...own };
  const leavesOut = (format: ScrapeFormat): boolean => own.formats?.includes(format) === false;
  const isIdle = own.jsonOptions === undefined && leavesOut('json');
  const isUnselected = own.attributesOptions === undefined && leavesOut('attributes');
  const isUntracked = own.changeTrackingOptions === undefined && leavesOut('changeTracking');
  return {
    ...others,
    ...(jsonOptions === undefined || isIdle ? {} : { jsonOptions }),
    ...(attributesOptions === undefined || isUnselected ? {} : { attributesOptions }),
    ...(changeTrackingOptions === undefined || isUntracked ? {} : { changeTrackingOptions }),
  };
}

export const batchData = crawlData.extend({
  invalidURLs: z.array(z.string()).optional().meta({
    description:
      'Entries of `urls` that are not URLs of web pages, or that have a private address or a forbidden port; present with `ignoreInvalidURLs`',
  }),
});
