import * as z from 'zod';

import type { ProtocolFunction } from '#shared/contract/other-protocols.ts';
import type { Operation } from '#shared/contract/usage.ts';

import { functionSizes } from '../sizing.ts';

export type FunctionName = keyof typeof functionSizes;
export const functionNames = Object.keys(functionSizes) as readonly FunctionName[];

const amount = z.number().min(0);
const functionUse = z.strictObject({ invocations: amount, billedMs: amount });
/** Invocations of a function for one operation, and their billed time together. */
export type FunctionUse = z.output<typeof functionUse>;

const operationUse = z.strictObject({
  functions: z.partialRecord(z.enum(functionNames), functionUse),
  apiRequests: amount,
  writeUnits: amount,
  readUnits: amount,
  queueSends: amount,
  bucketPuts: amount,
  bucketGets: amount,
  bucketBytes: amount,
  logBytes: amount,
  /** On the wire. */
  answerBytes: amount,
});
/** What one operation uses on average, in the units of AWS's prices. */
export type OperationUse = z.output<typeof operationUse>;

const count = operationUse
  .omit({ logBytes: true, answerBytes: true, bucketBytes: true, functions: true })
  .extend({
    invocations: amount,
  });
/** The calls of a small run, which a test repeats. */
export type Calls = z.output<typeof count>;

/** What `npm run bench -- cost` has measured and written. */
export const measurements = z.strictObject({
  measuredOn: z.iso.date(),
  /** How long the sites took to answer with a document. */
  originMs: amount,
  operations: z.strictObject({
    scrape: operationUse,
    renderedScrape: operationUse,
    crawlPage: operationUse,
    batchPage: operationUse,
    /** A map of a site with a sitemap of 100 URLs. */
    map: operationUse,
    /** A tenth, 1,000 URLs, of a map of a site with a sitemap of 10,000 URLs. */
    mapThousand: operationUse,
    /** A dry run of a crawl of a site with a sitemap of 100 URLs. */
    dryRun: operationUse,
    /** A dry run of a crawl of a site of 200 pages without a sitemap. */
    sampledDryRun: operationUse,
    search: operationUse,
    extract: operationUse,
    firecrawlScrape: operationUse,
    firecrawlRenderedScrape: operationUse,
    mcpScrape: operationUse,
    /** One run of the sweeper with nothing to do. */
    sweep: operationUse,
  }),
  calls: z.strictObject({
    scrape: count,
    renderedScrape: count,
    crawlPage: count,
    batchPage: count,
    map: count,
    dryRun: count,
    firecrawlScrape: count,
    mcpScrape: count,
  }),
});
export type Measurements = z.output<typeof measurements>;
export type MeasuredOperation = keyof Measurements['operations'];

/** The measurements of each billed operation and of each other protocol: the type requires one for each. */
export const figuresOf = {
  scrape: ['scrape', 'renderedScrape'],
  crawl: ['crawlPage', 'dryRun', 'sampledDryRun'],
  batch: ['batchPage'],
  map: ['map', 'mapThousand'],
  search: ['search'],
  extract: ['extract'],
  firecrawl: ['firecrawlScrape', 'firecrawlRenderedScrape'],
  mcp: ['mcpScrape'],
} as const satisfies Readonly<
  Record<Operation | ProtocolFunction, readonly [MeasuredOperation, ...MeasuredOperation[]]>
>;
