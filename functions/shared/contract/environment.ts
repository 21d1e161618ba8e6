import * as z from 'zod';

import { planOverrides } from './plan.ts';
import { searchProviderNames } from './search.ts';

/**
 * The environment of each function: the type of what the stack sets, and the parser of the function, so that the two
 * cannot drift apart.
 */

const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch (cause) {
        context.addIssue({ code: 'custom', message: `is not JSON: ${String(cause)}` });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** `a, b,…`; empty entries are ignored. */
export const commaSeparated = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

const allowedTarget = z
  .string()
  .regex(/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i, { error: 'must be host:port', abort: true })
  .refine((entry) => Number(entry.slice(entry.lastIndexOf(':') + 1)) <= 65_535, 'names an impossible port');

/** `host:port,…`: page targets that may be private. An unparsable entry is refused, not skipped. */
export const egressAllow = commaSeparated.pipe(z.array(allowedTarget));

/** URLs of upstream proxies, with credentials when they need them: the text of a secret. */
export const proxyUrls = commaSeparated.pipe(
  z.array(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })),
);

export const searchProviders = commaSeparated.pipe(z.array(z.enum(searchProviderNames)).min(1));

const metering = {
  SERVICE_TABLE: z.string().min(1),
  PLANS: json(planOverrides),
};

const egress = {
  EGRESS_ALLOW: egressAllow,
  USER_AGENT_TOKEN: z.string().min(1),
};

const pageReading = {
  ...egress,
  PAGES_BUCKET: z.string().min(1),
  RENDER_PAGE_FUNCTION: z.string().min(1),
  RENDERS_AT_ONCE: z.coerce.number().int().min(1),
  PROXY_URLS_SECRET_ARN: z.string().optional(),
};

const searching = {
  SEARCH_PROVIDERS: searchProviders,
  SEARXNG_URL: z.string().optional(),
  BRAVE_SECRET_ARN: z.string().optional(),
  DUCKDUCKGO_URL: z.string().optional(),
};

/** A model is configured when LLM_MODEL is set. */
const languageModel = {
  LLM_CONTEXT_TOKENS: z.coerce.number().int().min(1),
  LLM_INPUT_PRICE: z.coerce.number().min(0),
  LLM_OUTPUT_PRICE: z.coerce.number().min(0),
  OPENAI_BASE_URL: z.string().optional(),
  LLM_SECRET_ARN: z.string().optional(),
  LLM_MODEL: z.string().optional(),
};

const crawling = {
  CRAWL_TABLE: z.string().min(1),
  PAGE_QUEUE_URL: z.string().min(1),
  WEBHOOK_QUEUE_URL: z.string().min(1),
};

export const scrapeEnvironment = z.object({ ...metering, ...pageReading, ...languageModel });
export const extractEnvironment = scrapeEnvironment;
export const searchEnvironment = z.object({ ...metering, ...pageReading, ...searching, ...languageModel });
export const renderPageEnvironment = z.object({
  ...egress,
  /** An installed Chrome or Chromium that replaces the one of the bundle; not on AWS. */
  CHROME_PATH: z.string().min(1).optional(),
});
export const usageEnvironment = z.object(metering);
const crawlMoving = {
  SERVICE_TABLE: metering.SERVICE_TABLE,
  PAGES_BUCKET: pageReading.PAGES_BUCKET,
  ...crawling,
};
export const crawlEnvironment = z.object({
  ...metering,
  ...crawlMoving,
  EGRESS_ALLOW: egressAllow,
  /** Estimates crawls that are dry runs. */
  ESTIMATE_CRAWL_FUNCTION: z.string().min(1),
  MAX_CRAWL_CONCURRENCY: z.coerce.number().int().min(1),
  RETENTION_DAYS: z.coerce.number().int().min(1),
});
export const batchEnvironment = crawlEnvironment.omit({ ESTIMATE_CRAWL_FUNCTION: true });
export const crawlStatusEnvironment = z.object({ ...metering, ...crawlMoving });
export const crawlCancelEnvironment = crawlStatusEnvironment;
export const crawlRecordsEnvironment = z.object({ ...metering, CRAWL_TABLE: crawling.CRAWL_TABLE });
export const crawlPageEnvironment = z.object({
  ...crawlMoving,
  ...pageReading,
  ...languageModel,
  POLITENESS_DELAY_MS: z.coerce.number().int().min(0),
});
export const mapEnvironment = z.object({
  ...metering,
  ...pageReading,
  CRAWL_TABLE: crawling.CRAWL_TABLE,
  POLITENESS_DELAY_MS: z.coerce.number().int().min(0),
});
export const estimateCrawlEnvironment = z.object({
  ...pageReading,
  CRAWL_TABLE: crawling.CRAWL_TABLE,
  POLITENESS_DELAY_MS: z.coerce.number().int().min(0),
});
export const crawlDeadLetterEnvironment = z.object(crawlMoving);
export const webhookEnvironment = z.object({
  CRAWL_TABLE: crawling.CRAWL_TABLE,
  PAGES_BUCKET: pageReading.PAGES_BUCKET,
  WEBHOOK_QUEUE_URL: crawling.WEBHOOK_QUEUE_URL,
  EGRESS_ALLOW: egressAllow,
  USER_AGENT_TOKEN: pageReading.USER_AGENT_TOKEN,
});
/** The URL of the deployment. */
const baseUrl = z.url({ protocol: /^https?$/ });

export const accountApiEnvironment = z.object({
  ...metering,
  CRAWL_TABLE: crawling.CRAWL_TABLE,
  WEBHOOK_QUEUE_URL: crawling.WEBHOOK_QUEUE_URL,
  BASE_URL: baseUrl,
});
export const accountDeletionEnvironment = z.object({
  SERVICE_TABLE: metering.SERVICE_TABLE,
  CRAWL_TABLE: crawling.CRAWL_TABLE,
  PAGES_BUCKET: pageReading.PAGES_BUCKET,
  USER_POOL_ID: z.string().min(1),
  /** The issuer of the pool's people. */
  ISSUER_URL: z.url(),
});
export const sweeperEnvironment = z.object({
  ...crawlMoving,
  /** Absent without the account page. */
  ACCOUNT_DELETION_FUNCTION: z.string().min(1).optional(),
});

/** For functions that translate another protocol into the operations. */
const operationFunctions = { OPERATION_FUNCTIONS: json(z.record(z.string(), z.string().min(1))) };
export const mcpEnvironment = z.object({
  ...metering,
  ...operationFunctions,
  SERVICE_VERSION: z.string().min(1),
  /** Below it programs find out how to get a key; absent without the account page. */
  BASE_URL: baseUrl.optional(),
});
export const firecrawlEnvironment = z.object({
  ...metering,
  ...operationFunctions,
  PAGES_BUCKET: pageReading.PAGES_BUCKET,
});
export const oauthEnvironment = z.object({ ...metering, BASE_URL: baseUrl });

export const accountSignInEnvironment = z.object({
  SERVICE_TABLE: metering.SERVICE_TABLE,
  /** The provider of OpenID Connect, found by its issuer. */
  ISSUER_URL: z.url({ protocol: /^https?$/ }),
  CLIENT_ID: z.string().min(1),
  /** The URL of the page, which ends with /account. */
  ACCOUNT_URL: z.url({ protocol: /^https?$/ }),
});
