import * as z from 'zod';

import { withoutPlace } from '#shared/kernel/url-fragment.ts';
import {
  distinct,
  maxUrlCharacters,
  milliseconds,
  promptText,
  webUrlCandidates,
  webUrlProblem,
} from './fields.ts';
import { jsonSchema } from './json-schema.ts';
import { nestedScrapeOptions, refuseActions } from './scrape.ts';

export const extractRequest = z
  .strictObject({
    urls: z.array(z.string().min(1).max(maxUrlCharacters)).min(1).max(10),
    prompt: promptText.optional(),
    schema: jsonSchema.optional(),
    systemPrompt: promptText.optional(),
    scrapeOptions: nestedScrapeOptions.default({}),
    showSources: z.boolean().default(false),
    requireEvidence: z.boolean().default(false),
    includeErrorPages: z.boolean().default(false),
    ignoreInvalidURLs: z.boolean().default(false),
    timeout: milliseconds(1_000, 300_000).default(60_000),
  })
  .superRefine(refuseActions)
  .superRefine(({ urls, prompt, schema, ignoreInvalidURLs }, context) => {
    const fail = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (prompt === undefined && schema === undefined) fail(['prompt'], 'is required without a schema');
    const problems = urls.map(webUrlProblem);
    if (ignoreInvalidURLs && problems.every((problem) => problem !== undefined))
      fail(['urls'], 'must contain the URL of a web page');
    if (!ignoreInvalidURLs)
      for (const [index, problem] of problems.entries())
        if (problem !== undefined) fail(['urls', index], problem);
  });
export type ExtractRequest = z.output<typeof extractRequest>;

/** The page that a URL names, with or without a scheme and a place in the page. */
const pageOf = (url: string): string =>
  withoutPlace(URL.parse(webUrlCandidates(url)?.[0] ?? '')?.href ?? url);

/** The URLs of a request, each page once: those that can be read, and those that `ignoreInvalidURLs` leaves out. */
export function readableUrls({ urls }: Pick<ExtractRequest, 'urls'>) {
  const { valid = [], invalid = [] } = Object.groupBy(distinct(urls), (url) =>
    webUrlProblem(url) === undefined ? 'valid' : 'invalid',
  );
  return { valid: [...Map.groupBy(valid, pageOf).values()].flatMap(([first]) => first ?? []), invalid };
}

export const extractData = z.object({
  json: z.record(z.string(), z.unknown()).meta({
    description:
      'results, summary and metadata {extractedAt, processingModel, confidence, tokens? {input, output}, errors?, sources?}; a schema with `results` at its root is answered as it is',
  }),
});
type ExtractData = z.output<typeof extractData>;

export const failedExtractData = { json: {} } as const satisfies ExtractData;
