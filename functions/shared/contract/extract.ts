import * as z from 'zod';

import { milliseconds, webUrl } from './fields.ts';
import { jsonSchema } from './json-schema.ts';
import { nestedScrapeOptions } from './scrape.ts';

export const extractRequest = z
  .strictObject({
    urls: z.array(webUrl).min(1).max(10),
    prompt: z.string().min(1).max(10_000).optional(),
    schema: jsonSchema.optional(),
    systemPrompt: z.string().min(1).max(10_000).optional(),
    scrapeOptions: nestedScrapeOptions.default({}),
    showSources: z.boolean().default(false),
    requireEvidence: z
      .boolean()
      .default(false)
      .meta({ description: 'Values not found in the page become null' }),
    ignoreInvalidURLs: z.boolean().default(false),
    timeout: milliseconds(1_000, 300_000).default(60_000),
  })
  .refine(({ prompt, schema }) => prompt !== undefined || schema !== undefined, {
    path: ['prompt'],
    message: 'is needed when there is no schema',
  });
export type ExtractRequest = z.output<typeof extractRequest>;

export const extractData = z.object({ json: z.record(z.string(), z.unknown()) });
export type ExtractData = z.output<typeof extractData>;

export const failedExtractData = { json: {} } as const satisfies ExtractData;
