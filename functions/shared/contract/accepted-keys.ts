import * as z from 'zod';

import { location } from './location.ts';
import type { Operation } from './usage.ts';

/** The parameter that an older name of Firecrawl stands for. */
interface ParameterOfToday {
  readonly name: string;
  /** The values of the older name, and the parameter's value; `undefined` leaves the parameter out. */
  readonly values: z.ZodType;
}

const sitemapIf = (choice: 'skip' | 'only'): ParameterOfToday => ({
  name: 'sitemap',
  values: z.boolean().transform((isChosen) => (isChosen ? choice : undefined)),
});

export type OlderNames = Readonly<Record<string, ParameterOfToday>>;

/** Older names in the options of a page. */
export const olderPageNames: OlderNames = { geolocation: { name: 'location', values: location } };

/** Older names in the body of an operation. Of two that stand for one parameter, the first is read. */
export const olderNames: Readonly<Record<Operation, OlderNames>> = {
  scrape: olderPageNames,
  crawl: {
    allowBackwardLinks: { name: 'crawlEntireDomain', values: z.boolean() },
    ignoreSitemap: sitemapIf('skip'),
  },
  map: { sitemapOnly: sitemapIf('only'), ignoreSitemap: sitemapIf('skip') },
  batch: olderPageNames,
  search: {},
  extract: {},
};

/** Names without effect in each body. */
const everywhere = [
  'auditMetadata',
  'integration',
  'origin',
  'threatProtection',
  'zeroDataRetention',
] as const;

const scrapeKeys = [
  ...everywhere,
  '__agentInterop',
  '__experimental_cache',
  '__experimental_omce',
  '__experimental_omceDomain',
  '__searchPreviewToken',
  'agent',
  'checkPromptInjection',
  'domainTools',
  'extract',
  'fastMode',
  'lockdown',
  'maxTokens',
  'minAge',
  'onlyCleanContent',
  'parsePDF',
  'parsers',
  'profile',
  'redactPII',
  'toolDetail',
  'useMock',
] as const;

/** Parameters of `scrapeOptions` that have no effect, by operation. */
export const acceptedPageKeys: Partial<Record<Operation, readonly string[]>> = {
  crawl: scrapeKeys,
  search: scrapeKeys,
  extract: scrapeKeys,
};

/**
 * Firecrawl v1/v2 parameters that clients send and that have no effect here. They are dropped and named in `warning`;
 * any other unknown key is an error.
 */
export const acceptedKeys = {
  scrape: scrapeKeys,
  crawl: [...everywhere, 'ignoreRobotsTxt', 'prompt', 'robotsUserAgent'],
  map: [...everywhere, 'filterByPath', 'ignoreCache', 'location', 'useIndex', 'useMock'],
  /** The same keys have no effect in the batch itself and in each entry of its `urls`. */
  batch: [...scrapeKeys, 'appendToId'],
  search: [
    ...everywhere,
    'asyncScraping',
    'domainTools',
    'enterprise',
    'filter',
    'highlights',
    'ignoreInvalidURLs',
    'page',
    'toolDetail',
  ],
  extract: [
    ...everywhere,
    'agent',
    'allowExternalLinks',
    'enableWebSearch',
    'ignoreSitemap',
    'includeSubdomains',
    'limit',
    'urlTrace',
    'webhook',
    '__experimental_streamSteps',
    '__experimental_llmUsage',
    '__experimental_showCostTracking',
    '__experimental_showSources',
    '__experimental_cacheKey',
    '__experimental_cacheMode',
  ],
} as const;
