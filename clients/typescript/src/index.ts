export type * from './contract.ts';
export {
  type ClientErrorCode,
  type ErrorKind,
  isWinnowError,
  WinnowError,
  type WinnowErrorOptions,
} from './errors.ts';
export type { ExtractedResult, Extraction, ExtractOptions } from './extract.ts';
export type { JobOptions, JobPart, JobProgress, PageJob } from './page-job.ts';
export type { RetryOptions } from './retry.ts';
export type { OutputOf, StandardSchema } from './standard-schema.ts';
export type { CallOptions, ClientOptions } from './transport.ts';
export {
  verifyWebhook,
  type WebhookDelivery,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhooks.ts';
export {
  type BatchOptions,
  type CrawlEstimate,
  type CrawlOptions,
  type MapOptions,
  type MapResults,
  type ScrapedPage,
  type ScrapeOptions,
  type SearchOptions,
  type SearchResults,
  Winnow,
} from './winnow.ts';
