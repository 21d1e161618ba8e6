import * as z from 'zod';

const counts = z.object({
  requests: z.int().meta({ description: 'Billed requests' }),
  pages: z.int().meta({ description: 'Pages processed' }),
  ai: z.int().meta({ description: 'Extra requests billed for AI analysis' }),
});

export const operations = ['scrape', 'crawl', 'batch', 'map', 'search', 'extract'] as const;
export type Operation = (typeof operations)[number];

export const usageByOperation = z.partialRecord(z.enum(operations), counts);

/** The month of a question about usage. */
export const usageQuery = z.strictObject({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a UTC month such as 2026-11')
    .optional()
    .meta({ description: 'UTC month, such as 2026-11; by default the current one' }),
});

/** Interface, Limits: usage visible to the account. */
export const usageData = z.object({
  plan: z.string(),
  month: z.string().meta({ description: 'UTC calendar month, such as 2026-11' }),
  allowance: z.int().nullable().meta({ description: 'Requests per month; null = unlimited' }),
  used: z.int(),
  reserved: z.int().meta({ description: 'Part of used that belongs to requests still running' }),
  remaining: z.int().nullable(),
  inFlight: z.int().meta({ description: 'Requests in progress' }),
  requestsAtOnce: z
    .int()
    .meta({ description: 'Maximum of requests in progress; one more is refused with 429' }),
  operations: usageByOperation,
  key: z
    .object({
      id: z.string(),
      name: z.string(),
      environment: z.enum(['development', 'production']),
      budget: z.int().nullable().meta({ description: 'Requests a month of this key; null = the allowance' }),
      used: z.int(),
      remaining: z.int().nullable().meta({
        description:
          'Requests that the key may still make: the rest of its budget, or of the account when that is less; null = the key has no budget',
      }),
      operations: usageByOperation,
    })
    .meta({ description: 'The key of this request, with those that it replaced' }),
  days: z.array(counts.extend({ day: z.string(), operation: z.enum(operations) })),
});
export type UsageData = z.output<typeof usageData>;
