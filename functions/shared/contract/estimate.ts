import * as z from 'zod';

import { crawlEstimate, crawlRequest } from './crawl.ts';

/** Event of `estimate-crawl`: what would this crawl deliver? */
export const estimateMessage = z.strictObject({
  request: crawlRequest,
  /** What the plan allows. */
  pagesAtOnce: z.int().min(1),
  timeoutMs: z.number().min(0),
});
export type EstimateMessage = z.output<typeof estimateMessage>;

/** Its answer. */
export const estimateAnswer = z.union([
  z.strictObject({ estimate: crawlEstimate }),
  z.strictObject({ failure: z.strictObject({ code: z.string(), message: z.string() }) }),
]);
export type EstimateAnswer = z.output<typeof estimateAnswer>;
