import * as z from 'zod';

import { actionResults } from './actions.ts';
import { changeTracking } from './change-tracking.ts';
import { distinct, listCursor, milliseconds, webUrl } from './fields.ts';
import { explainReason } from './refused-keys.ts';
import {
  nestedScrapeOptions,
  pageContent,
  refuseActions,
  scrapeOptions as wholeScrapeOptions,
  screenshot,
  wantsScreenshot,
} from './scrape.ts';
import { crawlFormats, screenshotFormats } from './scrape-formats.ts';
import { webhookTarget } from './webhook.ts';

export const urlPatterns = z.array(z.string().min(1).max(2_000)).max(1_000).default([]);
/** How a crawl with `leaveHalf` takes more: ends the warning of one whose limit was lowered. */
export const moreThanHalf = 'leave out `leaveHalf` to use more';
const hops = z.int().min(0).max(50);

const screenshotReason = 'a crawl takes no screenshots';

export const crawlRequest = z
  .strictObject({
    url: webUrl,
    limit: z.int().min(1).max(10_000).default(100),
    leaveHalf: z.boolean().default(false),
    includes: urlPatterns,
    excludes: urlPatterns,
    includePaths: urlPatterns,
    excludePaths: urlPatterns,
    regexOnFullURL: z.boolean().default(false),
    formats: z
      .array(
        z.enum(crawlFormats, {
          error: ({ input }) =>
            screenshotFormats.some((name) => name === input) ? screenshotReason : undefined,
        }),
      )
      .min(1)
      .transform(distinct)
      .optional(),
    onlyMainContent: z.boolean().optional(),
    comments: z.enum(['include', 'separate', 'omit']).optional(),
    scrapeOptions: nestedScrapeOptions.default({}),
    crawlEntireDomain: z.boolean().default(true),
    allowSubdomains: z.boolean().default(false),
    allowExternalLinks: z.boolean().default(false),
    maxDiscoveryDepth: hops.default(10),
    maxDepth: hops.optional(),
    sitemap: z.enum(['include', 'skip', 'only']).default('include'),
    ignoreQueryParameters: z.boolean().default(false),
    deduplicateSimilarURLs: z.boolean().default(true),
    delay: z.number().min(0).max(60).default(0),
    maxConcurrency: z.int().min(1).max(100).optional(),
    webhook: webhookTarget.optional(),
    async: z.boolean().default(false),
    dryRun: z.boolean().default(false),
    timeout: milliseconds(1_000, 240_000).default(60_000),
  })
  .superRefine(refuseActions)
  .superRefine(({ formats, scrapeOptions }, context) => {
    const isScreenshot = scrapeOptions.formats !== undefined && wantsScreenshot(scrapeOptions.formats);
    if (isScreenshot || scrapeOptions.screenshotOptions !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['scrapeOptions', isScreenshot ? 'formats' : 'screenshotOptions'],
        message: screenshotReason,
      });
    if (scrapeOptions.explain === true)
      context.addIssue({
        code: 'custom',
        path: ['scrapeOptions', 'explain'],
        message: explainReason,
      });
    // Options that contradict each other would fail each page.
    const { error } = wholeScrapeOptions.safeParse({
      ...scrapeOptions,
      ...(formats === undefined ? {} : { formats }),
    });
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['scrapeOptions', ...path], message });
  });
export type CrawlRequest = z.output<typeof crawlRequest>;

export const crawlStatus = z.enum(['running', 'completed', 'failed']);
export type CrawlStatus = z.infer<typeof crawlStatus>;

export const crawlPage = z.object({
  url: z.string(),
  ...pageContent.shape,
  screenshot: screenshot.optional(),
  changeTracking: changeTracking.optional(),
  actions: actionResults.optional(),
  metadata: z
    .object({
      title: z.string().optional(),
      description: z.string().optional(),
      statusCode: z.int(),
      sourceURL: z.string(),
      language: z.string().optional(),
      contentType: z.string().optional(),
      depth: z.int(),
      discoveredFrom: z.string().optional(),
    })
    .catchall(z.unknown()),
  warning: z
    .string()
    .optional()
    .meta({ description: 'Problems of the page, such as a part that did not arrive' }),
});
export type CrawlPage = z.output<typeof crawlPage>;

/** The discovered URLs by state; the counts sum to `discovered`. */
export const crawlCoverage = z.object({
  discovered: z.int(),
  delivered: z.int(),
  duplicate: z.int(),
  excluded: z.int(),
  robots: z.int(),
  outOfScope: z.int(),
  overLimit: z.int(),
  unread: z.int().meta({ description: 'Not read when the crawl was cancelled or its time was over' }),
  failed: z.int(),
  pending: z.int(),
});
export type CrawlCoverage = z.output<typeof crawlCoverage>;

export const crawlData = z.object({
  pages: z.array(crawlPage),
  total: z.int().meta({
    description: 'Pages admitted, also those that were not read when it ended; in a batch all URLs',
  }),
  completed: z.int().meta({
    description: 'Pages finished: delivered or failed, in a batch also forbidden by robots.txt',
  }),
  status: crawlStatus,
});
export type CrawlData = z.output<typeof crawlData>;

/** What a crawl is expected to deliver, cost and take. */
export const crawlEstimate = z.object({
  pages: z.int().meta({ description: 'Pages that are expected to be delivered, at most `limit`' }),
  low: z.int(),
  high: z.int().meta({ description: 'The true number is likely between `low` and `high`' }),
  requests: z.int().meta({ description: 'What the crawl will cost' }),
  seconds: z.int().meta({ description: 'How long it will take' }),
  basis: z.enum(['sitemap', 'links', 'sample']).meta({
    description: 'URLs of sitemaps, all links of the site, or what a sample of its pages links to',
  }),
  pagesRead: z.int(),
});
export type CrawlEstimate = z.output<typeof crawlEstimate>;

export const crawlAnswerData = crawlData.extend({
  estimate: crawlEstimate.optional().meta({ description: 'Present in the answer of a dry run' }),
});

export const failedCrawlData = {
  pages: [],
  total: 0,
  completed: 0,
  status: 'failed',
} as const satisfies CrawlData;

export const webhookDeliveries = z.object({
  attempts: z.int(),
  delivered: z.int(),
  pending: z.int(),
  failed: z.int(),
  lastStatus: z.int().optional(),
  stopped: z.boolean().meta({ description: 'The receiver answered 410' }),
});

export const crawlStatusData = crawlData.extend({
  id: z.string(),
  failed: z.int(),
  skipped: z.int(),
  coverage: crawlCoverage,
  expiresAt: z.string(),
  next: z.string().optional().meta({
    description: 'URL of the next part; absent only when the crawl has ended and everything was read',
  }),
  webhook: webhookDeliveries.optional(),
});

export const crawlStatusQuery = z.strictObject({
  skip: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).optional(),
});

/** The states of `crawlCoverage` in which a page is not delivered. */
export const undeliveredState = z.enum([
  'duplicate',
  'excluded',
  'robots',
  'outOfScope',
  'overLimit',
  'unread',
  'failed',
]);

/** The id of a row of a crawl: the hash of a URL; the id of the crawl where its first URL has no hash. */
const rowId = /^(?:[0-9a-f]{32}|(?:crawl|batch)_[\w-]+)$/;

export const crawlErrorsQuery = z.strictObject({
  cursor: listCursor(rowId).optional(),
  state: undeliveredState.optional(),
});

export const crawlListQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: listCursor(/^CRAWL#/).optional(),
});

export const crawlCancelData = crawlData.extend({ id: z.string() });

export const crawlErrorsData = z.object({
  errors: z.array(
    z.object({ url: z.string(), state: undeliveredState, code: z.string().optional(), reason: z.string() }),
  ),
  next: z.string().optional(),
});

export const crawlListData = z.object({
  crawls: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['crawl', 'batch']),
      url: z.string(),
      status: crawlStatus,
      total: z.int(),
      completed: z.int(),
      createdAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  next: z.string().optional(),
});
