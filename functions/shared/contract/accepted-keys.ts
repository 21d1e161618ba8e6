import type { Operation } from './usage.ts';

/**
 * Firecrawl v1/v2 parameters that clients send and that have no effect here. They are dropped and named in `warning`;
 * any other unknown key is an error.
 */
const scrapeKeys = [
  '__agentInterop',
  '__experimental_cache',
  '__experimental_omce',
  '__experimental_omceDomain',
  '__searchPreviewToken',
  'agent',
  'changeTrackingOptions',
  'extract',
  'fastMode',
  'geolocation',
  'integration',
  'lockdown',
  'maxTokens',
  'minAge',
  'origin',
  'parsePDF',
  'parsers',
  'profile',
  'useMock',
  'zeroDataRetention',
] as const;

// A crawl and a batch read each page anew, and store none for later requests.
const jobPageKeys = [...scrapeKeys, 'maxAge', 'storeInCache'] as const;

/** Parameters of `scrapeOptions` that have no effect, by operation. */
export const acceptedPageKeys: Partial<Record<Operation, readonly string[]>> = {
  crawl: jobPageKeys,
  search: scrapeKeys,
  extract: scrapeKeys,
};

export const acceptedKeys = {
  scrape: scrapeKeys,
  crawl: [
    'allowBackwardLinks',
    'ignoreRobotsTxt',
    'ignoreSitemap',
    'integration',
    'origin',
    'prompt',
    'robotsUserAgent',
    'zeroDataRetention',
  ],
  map: ['ignoreCache', 'integration', 'location', 'origin', 'useIndex', 'useMock', 'zeroDataRetention'],
  /** The same keys have no effect in the batch itself and in each entry of its `urls`. */
  batch: jobPageKeys,
  search: [
    'asyncScraping',
    'enterprise',
    'filter',
    'ignoreInvalidURLs',
    'integration',
    'origin',
    'page',
    'zeroDataRetention',
  ],
  extract: [
    'agent',
    'allowExternalLinks',
    'enableWebSearch',
    'ignoreSitemap',
    'includeSubdomains',
    'integration',
    'limit',
    'origin',
    'urlTrace',
    'zeroDataRetention',
    '__experimental_streamSteps',
    '__experimental_llmUsage',
    '__experimental_showCostTracking',
    '__experimental_showSources',
    '__experimental_cacheKey',
    '__experimental_cacheMode',
  ],
} as const;
