import * as z from 'zod';

import { operations } from './usage.ts';

/** The limits of a plan. */
export const plan = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be up to 32 small letters, digits and -, a letter first'),
  monthlyRequests: z.int().min(0).nullable().meta({ description: 'null = unlimited' }),
  operations: z.array(z.enum(operations)),
  aiPages: z.int().min(0),
  requestsPerMinute: z.int().min(1).meta({ description: 'Scrape, search and extract together' }),
  crawlsPerMinute: z.int().min(1),
  pagesAtOnce: z.int().min(1),
  requestsAtOnce: z.int().min(1).meta({ description: 'Requests of an account in progress at once' }),
  priceRub: z
    .number()
    .min(0)
    .optional()
    .meta({ description: 'Roubles a month, for information; absent = not shown' }),
});
export type Plan = z.output<typeof plan>;

/** An operator's plans: a built-in plan may be changed in part, a new one must be complete. */
export const planOverrides = z.record(z.string(), plan.omit({ id: true }).partial());
export type PlanOverrides = z.output<typeof planOverrides>;
