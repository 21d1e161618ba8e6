import * as z from 'zod';

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
    search: operationUse,
    extract: operationUse,
    /** One run of the sweeper with nothing to do. */
    sweep: operationUse,
  }),
  calls: z.strictObject({ scrape: count, renderedScrape: count, crawlPage: count }),
});
export type Measurements = z.output<typeof measurements>;
