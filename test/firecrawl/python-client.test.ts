import { replay } from './replayed.ts';

const origin = 'python-sdk@4.54.0';
/** What the client adds to every set of page options (`prepare_scrape_options`). */
const pageDefaults = {
  onlyMainContent: true,
  mobile: false,
  skipTlsVerification: true,
  removeBase64Images: true,
  fastMode: false,
  blockAds: true,
  maxAge: 14_400_000,
  storeInCache: true,
};
const { fastMode: _withoutEffect, ...pageOptions } = pageDefaults;
const schema = { type: 'object', properties: { price: { type: 'number' } } };

/**
 * What Firecrawl’s Python client sends: firecrawl/firecrawl, apps/python-sdk/firecrawl, v2/methods (crawl.py and batch.py at
 * 0adc66b4, scrape.py at 3459f875, map.py at 00f6b9e9, search.py at 0a562b2b, aio/extract.py at 5cb63c30) with
 * v2/utils/validation.py (23b6bc15) and v2/types.py (00f6b9e9).
 */
replay('Firecrawl’s Python client', [
  [
    '/v2/scrape',
    { url: 'https://a.example', origin },
    { url: 'https://a.example', timeout: 60_000, maxAge: 172_800_000 },
  ],
  // An object of its class JsonFormat has all fields, those that were not given as null.
  [
    '/v2/scrape',
    {
      url: 'https://a.example',
      ...pageDefaults,
      formats: [
        'markdown',
        { type: 'json', prompt: null, schema, check_prompt_injection: null },
        { type: 'screenshot', fullPage: true, quality: 80, viewport: { width: 800, height: 600 } },
      ],
      actions: [
        { type: 'wait', milliseconds: 100 },
        { type: 'screenshot', fullPage: true },
      ],
      parsers: [{ type: 'pdf', mode: 'auto' }],
      location: { country: 'DE', languages: ['de'] },
      integration: null,
      origin,
    },
    {
      url: 'https://a.example',
      timeout: 60_000,
      ...pageOptions,
      formats: [
        'markdown',
        { type: 'json', schema },
        { type: 'screenshot', fullPage: true, quality: 80, viewport: { width: 800, height: 600 } },
      ],
      actions: [
        { type: 'wait', milliseconds: 100 },
        { type: 'screenshot', fullPage: true },
      ],
      location: { country: 'DE', languages: ['de'] },
    },
  ],
  [
    '/v2/crawl',
    {
      url: 'https://a.example',
      scrapeOptions: { ...pageDefaults, formats: ['markdown'] },
      sitemap: 'include',
      ignoreQueryParameters: false,
      deduplicateSimilarURLs: true,
      crawlEntireDomain: false,
      allowExternalLinks: false,
      allowSubdomains: false,
      ignoreRobotsTxt: false,
      regexOnFullURL: false,
      zeroDataRetention: false,
      limit: 5,
      origin,
    },
    {
      url: 'https://a.example',
      scrapeOptions: { ...pageOptions, formats: ['markdown'] },
      sitemap: 'include',
      ignoreQueryParameters: false,
      deduplicateSimilarURLs: true,
      crawlEntireDomain: false,
      allowExternalLinks: false,
      allowSubdomains: false,
      regexOnFullURL: false,
      limit: 5,
      async: true,
    },
  ],
  [
    '/v2/batch/scrape',
    {
      urls: ['https://a.example'],
      ...pageDefaults,
      auditMetadata: { username: 'a' },
      webhook: { url: 'https://b.example', headers: null, metadata: null, events: ['page'] },
      ignoreInvalidURLs: true,
      maxConcurrency: 2,
      zeroDataRetention: false,
      integration: 'crewai',
      origin,
    },
    {
      urls: ['https://a.example'],
      ...pageOptions,
      webhook: { url: 'https://b.example', events: ['page'] },
      ignoreInvalidURLs: true,
      maxConcurrency: 2,
      async: true,
    },
  ],
  [
    '/v2/map',
    {
      url: 'https://a.example',
      sitemap: 'include',
      search: 'b',
      limit: 10,
      location: { country: 'US' },
      origin,
    },
    { url: 'https://a.example', sitemap: 'include', search: 'b', limit: 10 },
  ],
  [
    '/v2/search',
    {
      query: 'a',
      sources: [{ type: 'web' }, { type: 'news' }],
      categories: [{ type: 'github' }],
      limit: 5,
      timeout: 300_000,
      ignoreInvalidURLs: true,
      scrapeOptions: { ...pageDefaults, formats: ['markdown'] },
      origin,
    },
    {
      query: 'a',
      sources: ['web', 'news'],
      mergeSources: false,
      categories: ['github'],
      limit: 5,
      timeout: 300_000,
      scrapeOptions: { timeout: 60_000, ...pageOptions, formats: ['markdown'] },
    },
  ],
  [
    '/v2/extract',
    {
      urls: ['https://a.example'],
      prompt: 'b',
      schema,
      showSources: true,
      enableWebSearch: false,
      scrapeOptions: pageDefaults,
      origin,
    },
    {
      urls: ['https://a.example'],
      prompt: 'b',
      schema,
      showSources: true,
      ignoreInvalidURLs: true,
      scrapeOptions: pageOptions,
    },
  ],
]);

/** Its client of version 1: v1/client.py (0b4f6592), which LangChain’s loader for Python and others are built on. */
replay('Firecrawl’s Python client of version 1', [
  [
    '/v1/scrape',
    {
      url: 'https://a.example',
      origin,
      formats: ['markdown', 'json'],
      timeout: 30_000,
      jsonOptions: { schema, agent: { model: 'FIRE-1' } },
    },
    { url: 'https://a.example', formats: ['markdown', 'json'], timeout: 30_000, jsonOptions: { schema } },
  ],
  // Older names of two options.
  [
    '/v1/scrape',
    {
      url: 'https://a.example',
      formats: ['extract'],
      extract: { prompt: 'b', schema: null, systemPrompt: null },
      geolocation: { country: 'DE', languages: null },
    },
    {
      url: 'https://a.example',
      formats: ['json'],
      jsonOptions: { prompt: 'b' },
      location: { country: 'DE' },
    },
  ],
  [
    '/v1/crawl',
    {
      url: 'https://a.example',
      limit: 5,
      scrapeOptions: { formats: ['markdown'], timeout: 30_000 },
      origin,
      integration: 'langchain',
    },
    {
      url: 'https://a.example',
      limit: 5,
      crawlEntireDomain: false,
      scrapeOptions: { formats: ['markdown'], timeout: 30_000 },
      async: true,
    },
  ],
  [
    '/v1/batch/scrape',
    { urls: ['https://a.example'], formats: ['markdown'], timeout: 30_000, origin },
    {
      urls: ['https://a.example'],
      formats: ['markdown'],
      timeout: 30_000,
      ignoreInvalidURLs: false,
      async: true,
    },
  ],
  [
    '/v1/map',
    { url: 'https://a.example', timeout: 30_000, useIndex: true, origin },
    { url: 'https://a.example', timeout: 30_000 },
  ],
  [
    '/v1/search',
    { query: 'a', limit: 5, lang: 'en', country: 'us', origin, timeout: 30_000 },
    { query: 'a', limit: 5, lang: 'en', country: 'us', timeout: 30_000 },
  ],
]);
